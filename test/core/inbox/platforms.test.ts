// Mail that boards, relays and platforms for tests send on: they are never the employer, and nobody of theirs is a contact.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'

const job = (company: string, contact?: string) => ({
  ...{ id: company, company, role: 'Buyer', status: 'interviewing', url: null, location: null, aliases: [] },
  contacts: contact ? [{ name: contact, email: 'someone@elsewhere.example' }] : [],
})
const TRACKED = [job('GitHub'), job('LinkedIn'), job('Bergwerk', 'Tom Berg'), job('Globex')]

async function read(from: string, subject: string, text: string) {
  const head = [`From: ${from}`, 'To: Noa <noa@mailbox.example>', `Subject: ${subject}`]
  const date = ['Date: Thu, 26 Nov 2026 09:00:00 -0800', 'Content-Type: text/plain; charset=utf-8', '']
  const mail = await decodeMail(Buffer.from([...head, ...date, text.replaceAll(' / ', '\n')].join('\n')))
  const known = { jobs: prepare(TRACKED), own: new Set<string>(), over: new Set<string>() }
  return understand(mail, { ...known, jobOf: () => undefined, now: '2026-11-26T18:00:00.000Z' })
}

type Row = [
  from: string,
  subject: string,
  text: string,
  status: string | null,
  company: string | null,
  role: string | null,
]
const LINKEDIN = 'LinkedIn <jobs-noreply@linkedin.com>'
const rows: Row[] = [
  [LINKEDIN, 'Your application to Data Engineer at Opsura', 'Your update from Opsura / Unfortunately, we will not be moving forward with your application.', 'rejected', 'Opsura', 'Data Engineer'],
  [LINKEDIN, 'Noa, your application was sent to Acmeria', 'Your application was sent to Acmeria /  / Java Developer / Acmeria / Pune /  / Jobs you may be interested in / Backend Engineer / Otherly', 'applied', 'Acmeria', 'Java Developer'],
  ['Glassdoor <noreply@glassdoor.com>', 'Your application for Data Engineer at Opskar was submitted', 'Application submitted! Data Engineer, Opskar.', 'applied', 'Opskar', 'Data Engineer'],
  ['Indeed Apply <indeedapply@indeed.com>', 'Indeed Application: Line Cook', 'Application submitted /  / Line Cook / Opsgrill - Reno, NV /  / The following items were sent to Opsgrill. Good luck!', 'applied', 'Opsgrill', 'Line Cook'],
  ['StepStone <info@stepstone.de>', 'Ihre Bewerbung bei Nordwerk GmbH', 'Ihre Bewerbung als Einkäufer (m/w/d) wurde erfolgreich an Nordwerk GmbH gesendet.', 'applied', 'Nordwerk GmbH', 'Einkäufer (m/w/d)'],
  ['HackerRank <support@hackerrankforwork.com>', 'Corvane invites you to a coding test', 'Corvane has invited you to take the Backend Engineer test. Please complete it by December 2, 2026.', 'assessment', 'Corvane', null],
  ['Codility <noreply@codility.com>', 'Online assessment', 'You have been invited by Stratum to complete an online assessment. The test will be available until 5 December 2026.', 'assessment', 'Stratum', null],
  ['TestGorilla <noreply@testgorilla.com>', 'Reminder: complete your assessment for Opsquil', 'You still have to complete your assessment for the Buyer role at Opsquil.', 'assessment', 'Opsquil', 'Buyer'],
  ['Calendly <notifications@calendly.com>', 'Confirmed: Technical Screen with Bo Kern', 'Your Technical Screen with Bo Kern at 2:30pm - Pacific Time (US & Canada) on Tuesday, December 1, 2026 is scheduled. / Company: Orbitaro', 'interview', 'Orbitaro', null],
  ['HR <hr@quandry.example>', 'Your application', 'We are unable to offer you the position of Nurse at Quandry.', 'rejected', 'Quandry', 'Nurse'],
  ['Opsisto HR <hr@opsisto.example>', 'Pausing the search', 'We have decided to put the Buyer search at Opsisto on hold until spring.', 'closed', 'Opsisto', null],
  ['Sharemore <sharemore@myworkday.com>', 'Application Received', 'We have received your application for Data Analyst. / Sharemore Talent', 'applied', 'Sharemore', 'Data Analyst'],
  ['Pinewood Personnel <personnel@pinewood.example>', 'Application received', 'We have received your application for Clerk. / Candidate Home / Talent Acquisition', 'applied', null, 'Clerk'],
] // prettier-ignore

test.each(rows)('%s: %s', async (from, subject, text, status, company, role) => {
  const found = await read(from, subject, text)
  expect(found).toMatchObject({ status, job: null, contact: null })
  if (company !== null) expect(found.company).toBe(company)
  if (role !== null) expect(found.role).toBe(role)
})

const moves: [from: string, text: string, status: string | null, startsAt: string | undefined][] = [
  ['Calendly <notifications@calendly.com>', 'Your event has been rescheduled. Recruiter Chat with Tom Berg. / Former date & time: Friday, December 4, 2026 10:00am / Updated date & time: Monday, December 7, 2026 11:00am - Eastern Time (US & Canada)', 'interview', '2026-12-07T16:00:00.000Z'],
  ['Ana <ana@globex.example>', 'Originally scheduled for Wednesday, December 2 at 2:00 PM, your interview has been moved to Friday, December 4 at 3:30 PM PT.', 'interview', '2026-12-04T23:30:00.000Z'],
  ['Ana <ana@globex.example>', 'We need to move your interview from Tuesday December 1 at 10am to Thursday December 3 at 11am ET.', 'interview', '2026-12-03T16:00:00.000Z'],
  ['Ana <ana@globex.example>', 'The call on Monday at 9 has to be postponed to Tuesday, same time.', 'interview', '2026-12-01T17:00:00.000Z'],
  ['Ana <ana@globex.example>', 'Our talk of 3 December has to be moved. Neuer Termin: Dienstag, 8. Dezember 2026, 13.30 bis 14.45 (MEZ)', 'interview', '2026-12-08T12:30:00.000Z'],
  ['Ana <ana@globex.example>', 'We have to cancel the portfolio review on November 30.', null, undefined],
  ['Ana <ana@globex.example>', 'Lamentablemente tenemos que cancelar la entrevista del 1 de diciembre.', null, undefined],
] // prettier-ignore

test.each(moves)('%s moves or calls off: %s', async (from, text, status, startsAt) => {
  const found = await read(from, 'Interview', `Hi Noa,\n\n${text}\n`)
  expect(found).toMatchObject({ cancelled: true, status })
  expect(found.appointment?.startsAt).toBe(startsAt)
})
