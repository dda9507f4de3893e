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
  const known = { jobs: prepare(TRACKED), ownAddresses: new Set<string>(), endedJobIds: new Set<string>() }
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
  ['Codility <no-reply@codility.com>', 'Your Codility test for Frontend Developer at Dalvane', 'Dalvane invites you to a Codility assessment for the position Frontend Developer. You have 7 days to complete the test.', 'assessment', 'Dalvane', 'Frontend Developer'],
  ['Talentos <talentos@borvane.example>', 'Sua candidatura na Borvane', 'Agradecemos o seu interesse na vaga de Analista de Dados na Borvane. Infelizmente, não seguiremos com a sua candidatura neste momento.', 'rejected', 'Borvane', 'Analista de Dados'],
  ['Rekrutacja <hr@polvane.example>', 'Rekrutacja', 'Dziękujemy za udział w rekrutacji na stanowisko Tester w Polvane. Niestety zdecydowaliśmy się kontynuować proces z innymi kandydatami.', 'rejected', 'Polvane', 'Tester'],
  ['Rekrytering <jobb@svevane.example>', 'Din ansökan', 'Tack för din ansökan till tjänsten som Utvecklare hos Svevane. Tyvärr har vi valt att gå vidare med andra kandidater.', 'rejected', 'Svevane', 'Utvecklare'],
  ['Holdvane HR <hr@holdvane.example>', 'Update', 'The Program Manager position at Holdvane has been put on hold due to a hiring freeze.', 'closed', 'Holdvane', 'Program Manager'],
  ['TestGorilla <noreply@testgorilla.com>', 'Reminder: complete your assessment for Opsquil', 'You still have to complete your assessment for the Buyer role at Opsquil.', 'assessment', 'Opsquil', 'Buyer'],
  ['Calendly <notifications@calendly.com>', 'Confirmed: Technical Screen with Bo Kern', 'Your Technical Screen with Bo Kern at 2:30pm - Pacific Time (US & Canada) on Tuesday, December 1, 2026 is scheduled. / Company: Orbitaro', 'interview', 'Orbitaro', null],
  ['HR <hr@quandry.example>', 'Your application', 'We are unable to offer you the position of Nurse at Quandry.', 'rejected', 'Quandry', 'Nurse'],
  ['Opsisto HR <hr@opsisto.example>', 'Pausing the search', 'We have decided to put the Buyer search at Opsisto on hold until spring.', 'closed', 'Opsisto', null],
  ['Sharemore <sharemore@myworkday.com>', 'Application Received', 'We have received your application for Data Analyst. / Sharemore Talent', 'applied', 'Sharemore', 'Data Analyst'],
  ['Pinewood Personnel <personnel@pinewood.example>', 'Application received', 'We have received your application for Clerk. / Candidate Home / Talent Acquisition', 'applied', null, 'Clerk'],
  ['Priya Nair <no-reply@hire.lever.co>', 'Ollivant - Customer Success Lead', "Thanks for your interest in the Customer Success Lead role at Ollivant. Unfortunately, we won't be progressing with yours.", 'rejected', 'Ollivant', 'Customer Success Lead'],
  ['Thornbury Energy <thornbury@myworkday.com>', 'Thank you', 'Thank you for your application for R-1004 Field Technician at Thornbury Energy. / Candidate Home', 'applied', 'Thornbury Energy', 'Field Technician'],
  ['Workday <noreply@myworkday.com>', 'Thank you', 'Thank you for your interest in Northwind Traders. Unfortunately we will not be progressing your application for Supply Planner (R-10442).', 'rejected', 'Northwind Traders', 'Supply Planner'],
  ['Workday <noreply@myworkday.com>', 'Thank you', 'Thank you for your interest in Supply Planner at Northwind Traders. Unfortunately we will not be progressing your application.', 'rejected', 'Northwind Traders', null],
  ['Marshfield Group <marshfield@myworkday.com>', 'Your Application', 'We have received your application for the Payable Clerk (JR-20331) position.', 'applied', 'Marshfield Group', 'Payable Clerk'],
  ['Ollivant <no-reply@hire.lever.co>', 'Thanks!', 'Thank you for submitting your application to be our Customer Success Lead.', 'applied', 'Ollivant', 'Customer Success Lead'],
  ['SmartRecruiters <notification@smartrecruiters.com>', 'Thank you', 'We have received your application for the Buyer vacancy at Selwick plc.', 'applied', 'Selwick plc', 'Buyer'],
  ['LinkedIn <jobs-noreply@linkedin.com>', 'Noa, your application was sent to eBay', 'Your application was sent to eBay /  / Category Manager / eBay · Berlin', 'applied', 'eBay', 'Category Manager'],
  ['Welcome to the Jungle <noreply@welcometothejungle.com>', 'Candidature', 'Votre candidature pour le poste de Développeuse Front-end chez Oriane a bien été envoyée.', 'applied', 'Oriane', 'Développeuse Front-end'],
  ['APEC <noreply@apec.fr>', 'Candidature', "Votre candidature à l'offre Responsable RH chez Groupe Delmas a bien été transmise.", 'applied', 'Groupe Delmas', 'Responsable RH'],
  ['XING Jobs <noreply@xing.com>', 'Deine Bewerbung', 'deine Bewerbung als Vertriebsleiterin wurde an die Kaltenbach GmbH gesendet.', 'applied', 'Kaltenbach GmbH', 'Vertriebsleiterin'],
  ['InfoJobs <no-reply@infojobs.net>', 'Inscripción', 'Tu inscripción a la oferta Camarero de Hostal Rivera se ha enviado correctamente.', 'applied', 'Hostal Rivera', 'Camarero'],
  ['Recruitee <no-reply@recruitee.com>', 'Sollicitatie', 'Bedankt voor je sollicitatie naar de functie Magazijnmedewerker bij Van Dam. We hebben je sollicitatie ontvangen.', 'applied', 'Van Dam', 'Magazijnmedewerker'],
  ['Handshake <handshake@mail.joinhandshake.com>', 'You applied', 'You successfully applied to Marketing Intern at Bright Path.', 'applied', 'Bright Path', 'Marketing Intern'],
  ['Glassdoor <noreply@glassdoor.com>', 'Update on your application', 'Whitlock & Sons LLP has decided not to move forward with your application for Paralegal.', 'rejected', 'Whitlock & Sons LLP', 'Paralegal'],
  ['Indeed <noreply@indeed.com>', 'Application update: Pharmacist at Linden Pharmacy', 'Unfortunately, your application was not selected at this time.', 'rejected', 'Linden Pharmacy', 'Pharmacist'],
  ['Vellum & Co <jobs@vellumco.example>', 'Your application', "Thank you for applying for the position of Office Manager at Vellum & Co. We won't be inviting you to interview.", 'rejected', 'Vellum & Co', 'Office Manager'],
  ['Talent @ 3M <careers@3m.example>', 'Your application', 'Thank you for applying to be a Chemist at 3M. We will not be taking your application further.', 'rejected', '3M', 'Chemist'],
  ['Codility <no-reply@codility.com>', 'Reminder', 'This is a reminder that Ridgeback invited you to take the test "Backend Developer". Your invitation expires in 3 days.', 'assessment', 'Ridgeback', null],
  ['HackerRank Team <support@hackerrankforwork.com>', 'Reminder', 'This is a friendly reminder to complete the Vantry Software Engineer Assessment before December 1, 2026.', 'assessment', null, null],
  ['Pymetrics <no-reply@pymetrics.com>', 'Online-Test', 'im Rahmen Ihrer Bewerbung als Controllerin bei der Hartig AG bitten wir Sie, bis zum 30. November 2026 einen Online-Test zu absolvieren.', 'assessment', 'Hartig AG', null],
  ['SHL <noreply@shl.com>', 'Invitation', 'As part of your application to Selwick plc, please complete the Verify and OPQ assessments.', 'assessment', 'Selwick plc', null],
  ['Calendly <notifications@calendly.com>', 'Confirmed', 'Your 30 Minute Interview with Ravi Shah of Quellford at 11:00am - Central Time (US & Canada) on Monday, December 7, 2026 is scheduled.', 'interview', 'Quellford', null],
  ['Larkfield Recruiting <scheduling@larkfield.example>', 'Confirmation', 'Your interview for Procurement Specialist at Larkfield is confirmed. / Date: Tuesday, 8 December 2026 / Time: 3:00 PM GMT', 'interview', 'Larkfield', 'Procurement Specialist'],
  ['Dropbox Sign <noreply@mail.hellosign.com>', 'Brightmoor has requested your signature on Offer Letter', 'Brightmoor has requested your signature on "Offer Letter". / REVIEW DOCUMENT', 'offer', null, null],
  ['Ingrid Moen <no-reply@us.greenhouse-mail.io>', 'Update on your application to Ravenscar', "Thank you for your interest in the Plant Chemist role here at Ravenscar. We've decided to move forward with other candidates. / Best, / Ingrid Moen", 'rejected', 'Ravenscar', 'Plant Chemist'],
  ['Ingrid Moen <no-reply@us.greenhouse-mail.io>', 'Ravenscar - Availability request', "We'd love to schedule a 30 minute phone screen for the Plant Chemist role. Please submit your availability. / Ingrid", 'interview', 'Ravenscar', 'Plant Chemist'],
  ['Hugo Pless <notifications@ashbyhq.com>', 'Your interview with Marrowbone', 'Your interview with Marrowbone has been scheduled! / Thursday, December 3, 2026 11:00 AM EST', 'interview', 'Marrowbone', null],
  ['Ludlow Ceramics <ludlowceramics+autoreply@talent.icims.com>', 'Your application for Glaze Technician II (2026-20417)', 'Thank you for applying for the position of Glaze Technician II (2026-20417). We have received your application.', 'applied', 'Ludlow Ceramics', 'Glaze Technician II'],
  ['HireVue <noreply@hirevue-app.com>', 'Your on-demand interview for Teller - Kestrel Savings', 'Kestrel Savings invites you to complete an OnDemand video interview for the Teller position. Please complete it by December 6, 2026.', 'assessment', 'Kestrel Savings', 'Teller'],
  ['GoodTime <no-reply@goodtime.io>', 'Your interview is confirmed', 'Your interview schedule for Site Engineer at Marrowbone is confirmed. / Tuesday, December 8, 2026 / 10:00 AM - 10:45 AM EST', 'interview', 'Marrowbone', 'Site Engineer'],
  ['People Team <people@larkmead.example>', 'Your application for UX Writer', "The UX Writer role has been put on hold. We'll reach out if that changes. / Larkmead People Team", 'closed', 'Larkmead', 'UX Writer'],
  ['Office <office@wexcombe.example>', 'Next step - Wexcombe Site Manager', "We'd like to invite you to a second interview for Site Manager. When are you free? / Wexcombe", 'interview', 'Wexcombe', 'Site Manager'],
  ['Office <office@wexcombe.example>', 'Interview', 'Confirming your interview for Site Manager at Wexcombe on Wednesday 2 December 2026 at 10:00 GMT.', 'interview', 'Wexcombe', 'Site Manager'],
  ['RH <rh@verlaine.example>', 'Votre candidature', 'Votre candidature au poste de Chargée de mission a retenu toute notre attention. Seriez-vous disponible pour un entretien le mardi 1er décembre à 14h ?', 'interview', 'Verlaine', 'Chargée de mission'],
  ['Personal <personal@holzkamp.example>', 'Terminvorschlag', 'würde Ihnen Dienstag um 14 Uhr oder Mittwoch um 10 Uhr für ein Telefoninterview passen?', 'interview', 'Holzkamp', null],
  ['Hillcrest School <office@hillcrest.example>', 'Parent-teacher interviews', 'Dear parents, please book a slot for your interview by December 4.', null, null, null],
] // prettier-ignore

test.each(rows)('%s: %s', async (from, subject, text, status, company, role) => {
  const found = await read(from, subject, text)
  expect(found).toMatchObject({ status, job: null, contact: null })
  if (company !== null) expect(found.company).toBe(company)
  if (role !== null) expect(found.role).toBe(role)
})

test('a tool is not its maker: Microsoft Bookings writes for anybody, though Microsoft owns GitHub', async () => {
  const text =
    'Your appointment "Recruiter screen - Quellford" is booked for December 9, 2026 at 1:00 PM Eastern Time.'
  const found = await read('Microsoft Bookings <bookings@microsoft.com>', 'Your appointment', text)
  expect(found).toMatchObject({ status: 'interview', job: null, contact: null })
  expect(found.appointment?.startsAt).toBe('2026-12-09T18:00:00.000Z')
})

test('a letter arranges nothing for a day long past, as a month written first would be', async () => {
  const text = 'Your interview is confirmed for 12.08.2026 at 2 PM ET.'
  const found = await read('Ana <ana@globex.example>', 'Interview', text)
  expect(found).toMatchObject({ status: 'interview', appointment: null })
})

const moves: [from: string, text: string, status: string | null, startsAt: string | undefined][] = [
  ['Calendly <notifications@calendly.com>', 'Your event has been rescheduled. Recruiter Chat with Tom Berg. / Former date & time: Friday, December 4, 2026 10:00am / Updated date & time: Monday, December 7, 2026 11:00am - Eastern Time (US & Canada)', 'interview', '2026-12-07T16:00:00.000Z'],
  ['Ana <ana@globex.example>', 'Originally scheduled for Wednesday, December 2 at 2:00 PM, your interview has been moved to Friday, December 4 at 3:30 PM PT.', 'interview', '2026-12-04T23:30:00.000Z'],
  ['Ana <ana@globex.example>', 'Instead of 2 PM, your interview will start at 3 PM ET on December 8.', 'interview', '2026-12-08T20:00:00.000Z'],
  ['Ana <ana@globex.example>', 'We had to change the time of your interview. / Previously: Dec 8, 2:00 PM ET. / Now: Dec 9, 4:00 PM ET.', 'interview', '2026-12-09T21:00:00.000Z'],
  ['Ana <ana@globex.example>', 'Your Buyer interview has been rescheduled. / Old time: Thursday, December 3, 2026, 10:00 AM EST / New time: Monday, December 7, 2026, 2:00 PM EST', 'interview', '2026-12-07T19:00:00.000Z'],
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
