// Which tracked company a letter is of: by its domain, its short name, or neither; where two fit, it is asked.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letter } from './letter.ts'

type Row = [tracked: string[], from: string, subject: string, text: string, company: string | null]
const rows: Row[] = [
  [['SBB CFF FFS', 'Globex'], 'jobs@sbb.ch', 'Deine Bewerbung', 'Guten Tag Noa\n\nDeine Bewerbung ist bei uns eingegangen.', 'SBB CFF FFS'],
  [['SBB CFF FFS', 'Globex'], 'Recruiting <no-reply@career.sbb.ch>', 'Ihre Bewerbung', 'Ihre Bewerbung ist bei uns eingegangen.', 'SBB CFF FFS'],
  [['Stark Industries', 'Globex'], 'Tomas Reyes <tomas@hirewell.example>', 'Next steps with Stark', 'The team at Stark would like to invite you to an interview on Thursday, December 3 at 2pm ET.', 'Stark Industries'],
  [['Stark Industries', 'Globex'], 'Stark Careers <careers@stark.com>', 'Your application', 'We have received your application.', 'Stark Industries'],
  [['Stark Industries', 'Globex'], 'Tomas Reyes <tomas@hirewell.example>', 'Your interview', 'Stark have decided to move forward with other candidates.', 'Stark Industries'],
  [['Stark Industries', 'Stark Foods'], 'Tomas Reyes <tomas@hirewell.example>', 'Your application', 'Stark has decided to move forward with other candidates.', 'ask'],
  [['Stark Industries', 'Globex'], 'Pia Lang <pia@globex.example>', 'Ihre Bewerbung', 'Die Nachfrage ist stark gewachsen. Leider müssen wir Ihnen absagen.', 'Globex'],
  [['Stark Industries'], 'Pia Lang <pia@other.example>', 'Ihre Bewerbung', 'Unser Team ist stark gewachsen. Leider müssen wir Ihnen absagen.', null],
  [['Hollis & Wray'], 'Rosalind Pike <rosalind.pike@hollisandwray.co.uk>', 'Your application', 'We have decided to move forward with other candidates.', 'Hollis & Wray'],
  [['Deutsche Bahn AG', 'Deutsche Bank AG'], 'karriere@deutschebahn.com', 'Ihre Bewerbung', 'Ihre Bewerbung ist bei uns eingegangen.', 'Deutsche Bahn AG'],
  [['Deutsche Bahn AG', 'Globex'], 'karriere@bahn.de', 'Ihre Bewerbung', 'Ihre Bewerbung ist bei uns eingegangen.', 'Deutsche Bahn AG'],
  [['Data Dynamics', 'Globex'], 'jobs@web.dynamics.example', 'Your application', 'We have received your application.', 'Data Dynamics'],
  [['Hollis Origin', 'Globex'], 'jobs@origin.example', 'Your application', 'We have received your application.', null],
  [['Migros-Genossenschafts-Bund'], 'hr@migros.ch', 'Ihre Bewerbung', 'Ihre Bewerbung ist bei uns eingegangen.', 'Migros-Genossenschafts-Bund'],
  [['ABB Ltd', 'Globex'], 'careers@ch.abb.com', 'Application', 'We have received your application.', 'ABB Ltd'],
  [['UBS Group AG'], 'recruiting@ubs.com', 'Your application', 'We have received your application.', 'UBS Group AG'],
  [['KPMG Switzerland', 'KPMG Germany'], 'jobs@kpmg.com', 'Your application', 'We have received your application.', 'ask'],
  [['SAP SE'], 'notifications@sap.com', 'Application received', 'Thank you for applying. We have received your application.', 'SAP SE'],
  [['Mail Boxes Etc'], 'someone@mail.com', 'Your application', 'We have received your application.', null],
  [['Web Dynamics'], 'a.b@web.de', 'Your application', 'We have received your application for Cook.', null],
  [['Live Nation'], 'hr.person@live.com', 'Your application', 'We have received your application.', null],
  [['Orange Business'], 'jean@orange.fr', 'Votre candidature', 'Nous avons bien reçu votre candidature.', null],
  [['Indeed Labs'], 'no-reply@indeed.com', 'Your application', 'We have received your application for Cook at Bistro.', null],
  [['Lever Foods'], 'no-reply@hire.lever.co', 'Your application', 'We have received your application.', null],
  [['Ashby & Sons'], 'no-reply@ashbyhq.com', 'Your application', 'We have received your application.', null],
  [['Greenhouse Growers'], 'no-reply@us.greenhouse-mail.io', 'Your application', 'We have received your application.', null],
  [['General Motors', 'Globex'], 'no-reply@general.example', 'Your application', 'We have received your application.', null],
  [['Nestlé S.A.'], 'talent@nestle.com', 'Your application', 'We have received your application.', 'Nestlé S.A.'],
  [['La Poste'], 'jean.dupont@laposte.net', 'Votre candidature', 'Nous avons bien reçu votre candidature.', null],
  [['Bosch Rexroth', 'Globex'], 'Bosch Group <noreply@smartrecruiters.com>', 'Bewerbung', 'Vielen Dank für Ihre Bewerbung bei Bosch.', 'Bosch Rexroth'],
  [['Coop Genossenschaft'], 'bewerbung@coop.ch', 'Ihre Bewerbung', 'Ihre Bewerbung ist bei uns eingegangen.', 'Coop Genossenschaft'],
  [['Wayne Enterprises'], 'Lucius Fox <lucius@wayneent.com>', 'Your application', 'We at Wayne have received your application.', 'Wayne Enterprises'],
  [['Data Foundry', 'Globex'], 'x@newshub.example', 'Your application', 'We have received your application. Data is at the heart of what we do.', null],
  [['MSF Suisse'], 'hr@geneva.msf.org', 'Your application', 'We have received your application.', 'MSF Suisse'],
  [['CERN'], 'recruitment@cern.ch', 'Your application', 'We have received your application.', 'CERN'],
  [['Swisscom (Schweiz) AG'], 'hr@swisscom.com', 'Ihre Bewerbung', 'Ihre Bewerbung ist bei uns eingegangen.', 'Swisscom (Schweiz) AG'],
  [['Monzo'], 'team@monzo.com', 'Your Monzo application', 'We have received your application for Cook.', 'Monzo'],
] // prettier-ignore

test.each(rows)('%j, %s: %s', async (tracked, from, subject, text, company) => {
  const jobs = tracked.map((name) => ({
    ...{ id: name, company: name, role: 'Cook', status: 'applied', url: null, location: null },
    ...{ aliases: [], contacts: [] },
  }))
  const known = { jobs: prepare(jobs), ownAddresses: new Set<string>(), endedJobIds: new Set<string>(), jobOf: () => undefined }
  const mail = await decodeMail(Buffer.from(letter({ id: 'a', subject, text, from })))
  const { job, tied } = await understand(mail, { ...known, now: '2026-11-26T18:00:00.000Z' })
  expect(job?.id ?? (tied.length ? 'ask' : null)).toBe(company)
}) // prettier-ignore

test.each([
  ['Backend Engineer', 'the Data Engineer position', null],
  ['Platform Engineer', 'the SRE role', null],
  ['Account Manager', 'the Office Manager role', null],
  ['Backend Engineer', 'the Backend Engineer role, and for the Data Engineer role', 'job'],
  ['Senior Backend Engineer, Payments', 'the Backend Developer role', 'job'],
  ['Software Engineer II', 'the Backend Engineer position', 'job'],
  ['Machine Learning Engineer', 'the ML Engineer role', 'job'],
  ['Registered Nurse (ICU)', 'the RN role', 'job'],
])('a rejection for another role does not reach the tracked %s: %s', async (role, said, id) => {
  const job = { id: 'job', company: 'Globex', role, status: 'applied', url: null, location: null }
  const jobs = prepare([{ ...job, aliases: [], contacts: [] }])
  const known = { jobs, ownAddresses: new Set<string>(), endedJobIds: new Set<string>(), jobOf: () => undefined }
  const text = `Unfortunately we will not be moving forward with your application for ${said}.`
  const raw = letter({ id: 'a', subject: 'Your application to Globex', text })
  const found = await understand(await decodeMail(Buffer.from(raw)), { ...known, now: '2026-11-26T18:00:00.000Z' })
  expect([found.status, found.job?.id ?? null]).toEqual(['rejected', id])
}) // prettier-ignore
