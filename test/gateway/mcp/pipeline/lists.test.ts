// Lists as a whole, and the days that an agent asks about in its person's zone.
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent, type Agent } from './agent.ts'

// A Thursday, 20:00 in New York.
const clock = { now: () => Date.parse('2026-11-27T01:00:00Z') }
const gateway = useGateway({}, (services) => ({ ...unlimited(services), clock }))
let me: Agent
beforeAll(async () => {
  me = await agent(gateway(), await gateway().caller()).inSession()
})

test('a list is imported row by row as one change, and what is there twice is found', async () => {
  const rows = [
    { Company: 'Acme Inc.', Position: 'Cook', Status: 'Applied' },
    { Company: 'Globex', Position: 'Chef', Status: 'ghosted by them' },
    { Nothing: 'x' },
  ]
  const told = await me.call('import_jobs', { rows })
  expect(told.structure.summary).toMatch(/^2 created, 0 updated, 0 already there, 1 failed, of 3 rows/)
  expect(told.text).toContain('ghosted by them')
  await me.call('save_job', { company: 'ACME', role: 'Cook' })
  for (const name of ['Jane Doe', 'jane doe']) await me.call('add_contact', { name })
  const { pairs } = (await me.call('find_duplicates')).structure
  expect(pairs.map(({ noun, why }: { noun: string; why: string }) => [noun, why])).toEqual([
    ['job', 'same company and title'],
    ['contact', 'same name'],
  ])
  expect((await me.call('undo', { changeId: told.structure.changeId })).isError).toBe(false)
  expect((await me.call('search_jobs')).structure.total).toBe(1)
})

test('an import says how it read columns, words and dates, and what may be there already', async () => {
  await me.call('save_job', { company: 'Solstice', role: 'Data Engineer', location: 'Houston, TX' })
  const rows = [
    { Firm: 'Acorn', Position: 'Cook', Stage: 'Interview 1', Sent: '31/10/2026', Comp: '$90k', Kin: 'x' },
    { Firm: 'Birch', Position: 'Chef', Stage: 'Gone quiet', Sent: '09/15/2026' },
    { Firm: 'Solstice', Position: 'Data Engineer', Where: 'Houston', Stage: 'Applied', Sent: '03/04/2026' },
    { Position: 'Mystery role' },
  ]
  const words = { 'Gone quiet': 'Applied' }
  const { text, structure } = await me.call('import_jobs', { rows, words, dryRun: true })
  expect(text).toContain('Columns: Firm is company, Position is role, Stage is status, Sent is appliedAt')
  expect(text).toContain('as there is no field for them: Kin.')
  expect(text).toContain(
    'Acorn — Cook · interviewing · applied Sat 2026-10-31 · $90k · Kept in the notes: Status',
  )
  expect(text).toContain('Status: Interview 1 (read as interviewing).')
  expect(text).toContain('Birch — Chef · applied · applied Tue 2026-09-15\n')
  expect(text).toContain('03/04/2026 (a date with its day or its month first)')
  expect(text).toMatch(/row 3 updated: .*It is tracked as Solstice — Data Engineer \(\w{8}\); to keep both/)
  expect(text).toContain(
    'Unknown company — Mystery role · saved · The row names no company. If a column does, map it',
  )
  expect(structure.rows[1]).toMatchObject({ status: 'applied', left: [] })
  const dated = await me.call('import_jobs', {
    rows,
    dateOrder: 'month-first',
    columns: { Kin: 'source' },
    dryRun: true,
  })
  expect(dated.text).toContain('applied Wed 2026-03-04')
  expect(dated.text).toContain('Kin is source')
  const wrong = await me.call('import_jobs', { rows, words: { 'Gone quiet': 'no answer' } })
  expect([wrong.isError, wrong.text]).toEqual([
    true,
    expect.stringContaining('words.Gone quiet must be one of saved, applied'),
  ])
})

test('a row without a status does not call a job saved that is further', async () => {
  await me.call('save_job', { company: 'Zorg', role: 'Pilot', status: 'applied' })
  const rows = [{ Company: 'Zorg', Position: 'Pilot', Salary: '$171k' }]
  const { text } = await me.call('import_jobs', { rows, dryRun: true })
  expect(text).toMatch(/row 1 updated: .*Changes salary/)
  expect(text).not.toContain('saved')
})

test('an import reads dates in words, as of now in the person’s zone, and says how', async () => {
  const sent = ['yesterday', 'last Friday', 'Nov 3', 'Dec 12', '2 weeks ago', '11/20', 'this morning']
  const rows = [...sent, 'some day', '03/04'].map((Applied, at) => ({
    Company: `Words ${at}`,
    Title: 'Cook',
    Applied,
  }))
  const planned = { Company: 'Ahead', Title: 'Cook', Deadline: 'Dec 12', Applied: '2026-11-02' }
  const call = { rows: [...rows, planned], dryRun: true, timeZone: 'America/New_York' }
  const { text, structure } = await me.call('import_jobs', call)
  const days = [
    '2026-11-25',
    '2026-11-20',
    '2026-11-03',
    '2025-12-12',
    '2026-11-12',
    '2026-11-20',
    '2026-11-26',
  ]
  const applied: (string | undefined)[] = structure.rows.map((row: { appliedAt: string | null }) =>
    row.appliedAt?.slice(0, 10),
  )
  expect(applied).toEqual([...days, undefined, undefined, '2026-11-02'])
  expect(text).toContain('“yesterday” is Wed 2026-11-25, “last Friday” is Fri 2026-11-20')
  expect(text).toContain('“this morning” is Thu 2026-11-26 09:00')
  // What was done lies behind, a deadline ahead.
  expect(text).toMatch(/“Dec 12” is Fri 2025-12-12, .*“Dec 12” is Sat 2026-12-12/)
  expect(text).toContain('2 dates were not read: “some day” (line 8), “03/04” (line 9).')
})

test('a list of events has each day once, and says which overlap, whatever the filter', async () => {
  const her = agent(gateway(), await gateway().caller())
  for (const company of ['Acme', 'Hooli']) await her.call('save_job', { company, role: 'Cook' })
  const timeZone = 'America/New_York'
  const plan = (title: string, jobId: string, startsAt: string, type = 'interview') =>
    her.call('add_event', { title, jobId, type, startsAt, timeZone })
  await plan('Panel', 'acme', 'Dec 1 10:00')
  await plan('Loop', 'hooli', 'Dec 1 10:10')
  await plan('Nudge', 'acme', 'Dec 1 10:00', 'follow-up')
  await plan('Final', 'acme', 'Dec 2 10:00')
  const { text, structure } = await her.call('list_events', { jobId: 'acme', timeZone })
  expect(text.match(/^.*(?:2026-12|Nudge|Panel|Final).*$/gm)).toEqual([
    'Tue 2026-12-01 (in 5 days), America/New_York:',
    expect.stringMatching(/^\[\w+\] 10:00 interview: Panel · .* · overlaps “Loop”$/),
    expect.stringMatching(/^\[\w+\] 10:00 follow-up: Nudge · /),
    'Wed 2026-12-02 (in 6 days), America/New_York:',
    expect.stringMatching(/^\[\w+\] 10:00 interview: Final · Acme — Cook \[\w+\]$/),
  ])
  expect(structure.events.map((event: { overlaps?: string[] }) => event.overlaps ?? [])).toEqual(
    expect.arrayContaining([['Loop']]),
  )
})

test('an empty list says what was asked, and which records are named like it', async () => {
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  await her.call('save_job', { company: 'Hooli', role: 'Cook' })
  await her.call('add_contact', { name: 'Jane Doe', company: 'Hooli' })
  await her.call('log_activity', { type: 'call', title: 'Call with the recruiter', jobId: 'hooli' })
  await her.call('add_event', { title: 'Onsite', startsAt: '+3d 10:00', jobId: 'hooli' })
  const asked = async (tool: string, args: object) => (await her.call(tool, { ...args })).structure.summary
  expect(await asked('search_jobs', { company: 'Holi', query: 'chef' })).toMatch(
    /^No jobs with query “chef”, company “Holi”. Nearly so: \[\w{8}\] Hooli — Cook.$/,
  )
  expect(await asked('search_contacts', { company: 'Holi' })).toMatch(/Nearly so: .*Jane Doe/)
  expect(await asked('list_activities', { query: 'recruter' })).toMatch(
    /^No activities with query “recruter”.*Call with/,
  )
  expect(await asked('list_events', { company: 'Holi', type: 'call' })).toMatch(
    /type “call”.*Nearly so: .*Hooli — Cook/,
  )
  expect(await asked('list_offers', { status: 'declined' })).toBe('No offers with status “declined”.')
  expect(await asked('list_offers', {})).toBe('No offers yet.')
})

test('the events and activities of a company are found, with every job there', async () => {
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  for (const [company, role] of [
    ['Société Générale', 'Cook'],
    ['Société Générale', 'Chef'],
    ['Globex', 'Nurse'],
  ]) {
    await her.call('save_job', { company, role })
    await her.call('add_event', { title: `Panel ${role}`, startsAt: '+3d 10:00', jobId: role })
    await her.call('log_activity', { type: 'call', title: `Call ${role}`, jobId: role })
  }
  const titles = async (tool: string, noun: string) =>
    (await her.call(tool, { company: 'societe' })).structure[noun]
      .map((row: { title: string }) => row.title)
      .sort()
  expect(await titles('list_events', 'events')).toEqual(['Panel Chef', 'Panel Cook'])
  expect(await titles('list_activities', 'activities')).toEqual(['Call Chef', 'Call Cook'])
})

test.each([
  [
    ['Müller & Söhne GmbH & Co. KG', 'Backend Developer'],
    ['Mueller und Soehne', 'Backend-Entwickler (m/w/d)'],
  ],
  [
    ['J.P. Morgan', 'Analyst'],
    ['JPMorgan Chase & Co', 'Analyst'],
  ],
  [
    ['Get Your Guide', 'Data Engineer'],
    ['GetYourGuide', 'Data Engineer'],
  ],
  [
    ['Société Générale', 'Développeuse Java'],
    ['Societe Generale SA', 'Java Developer'],
  ],
])('saving and find_duplicates know one job by two spellings: %s, %s', async (...both) => {
  for (const [one, other] of [both, both.toReversed()]) {
    const { token } = await gateway().caller()
    const her = agent(gateway(), { token })
    await her.call('save_job', { company: one![0], role: one![1] })
    const saved = await her.call('save_job', { company: other![0], role: other![1] })
    expect(saved.text).toContain(one![0])
    expect((await her.call('find_duplicates')).structure.total).toBe(1)
    const word = other![0]!.split(/[ .]/)[0]
    if (/^M/.test(word!)) expect((await her.call('search_jobs', { query: word })).structure.total).toBe(2)
  }
})

test('find_duplicates knows a person by an umlaut and a title, and keeps what only begins alike apart', async () => {
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  for (const name of ['Katrin Luebeck', 'Katrin Lübeck', 'Prof. Dr. Urs Ammann', 'Urs Ammann', 'Urs Amman'])
    await her.call('add_contact', { name })
  for (const name of ['Joe Smith', 'Jo Smith', 'E. Smythe', 'Smythe']) await her.call('add_contact', { name })
  for (const company of ['Deutsche Bahn', 'Deutsche Bank', 'Meta', 'Metaphor'])
    await her.call('save_job', { company, role: 'Data Engineer' })
  const found = (await her.call('find_duplicates')).structure
  expect(found.pairs.map(({ why }: { why: string }) => why)).toEqual([
    'same name',
    'nearly the same name',
    'nearly the same name',
  ])
})

test('a mail goes to the job whose role it names in full, and one of twins is asked for by its name', async () => {
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  for (const role of ['Software Engineer', 'Software Engineer II', 'Software Engineer, Backend'])
    await her.call('save_job', { company: 'Initech', role, status: 'applied' })
  for (const location of ['Rome', 'Berlin'])
    await her.call('save_job', { company: 'Wonka', role: 'Baker', status: 'applied', location })
  const rejection = (role: string, company: string) =>
    her.call('read_mail', {
      from: `Jobs <jobs@${company.toLowerCase()}.example>`,
      subject: `${role} at ${company}`,
      text: `Unfortunately we will not move forward with your application for ${role} at ${company}.`,
    })
  for (const role of ['Software Engineer II', 'Software Engineer, Backend']) {
    const { proposals } = (await rejection(role, 'Initech')).structure
    expect(proposals[0].changes).toEqual(['rejected'])
    expect((await her.call('accept_inbox', { ids: [proposals[0].id] })).text).toContain(`Initech — ${role}`)
  }
  await rejection('Baker', 'Wonka')
  const { isError, text } = await her.call('accept_inbox', { ids: ['Baker'] })
  expect(isError).toBe(true)
  expect(text).toMatch(/Pass its id, with jobId.*Wonka — Baker, applied, Rome/s)
  expect(text).toContain('Berlin')
  const berlin = /\[(\w{8})\] Wonka — Baker, applied, Berlin/.exec(text)![1]
  expect((await her.call('accept_inbox', { ids: ['Baker'], jobId: berlin })).isError).toBe(false)
})

test('a pasted mail is read, with and without its headers', async () => {
  const text =
    'Thank you for applying. Unfortunately we have decided to move forward with other candidates for the Baker position.'
  const told = await me.call('read_mail', {
    text,
    from: 'Initech Careers <jobs@initech.example>',
    subject: 'Your application',
  })
  expect(told.structure.proposals).toHaveLength(1)
  const whole = `From: jobs@hooli.example\nSubject: Application received\nMessage-ID: <1@hooli.example>\n\nWe have received your application for the Waiter position.\n`
  expect((await me.call('read_mail', { text: whole })).structure.proposals).toHaveLength(1)
  expect((await me.call('read_mail', { text: whole })).text).toContain('read before')
})

test('a mail that proposed nothing is read again after its job is there', async () => {
  const her = agent(gateway(), await gateway().caller())
  const mail = {
    from: 'Dana Fox <dana@umbrella.example>',
    subject: 'Next steps',
    text: 'Date: Thu, 26 Nov 2026 10:00:00 +0000\nFrom: Dana Fox <dana@umbrella.example>\nSubject: Next steps\nMessage-ID: <2@umbrella.example>\n\nHi, unfortunately we have filled the Cook position at Umbrella.',
  }
  const early = await her.call('read_mail', {
    ...mail,
    text: mail.text.replace(/unfortunately.*/, 'more about the role soon.'),
  })
  expect(early.text).toContain('read it again')
  await her.call('save_job', { company: 'Umbrella', role: 'Cook', status: 'applied' })
  expect((await her.call('read_mail', mail)).structure.proposals).toHaveLength(1)
  expect((await her.call('read_mail', mail)).text).toContain('It was read before')
})

const REFUSED =
  'Thank you for applying. Unfortunately we have decided to move forward with other candidates for the Baker position.'

test.each([
  [
    'German',
    'Von: Initech Careers <jobs@initech.example>\nGesendet: Freitag, 20. November 2026 10:15\nAn: Anna Muster\nBetreff: Ihre Bewerbung',
  ],
  [
    'French',
    'De : Initech Careers <jobs@initech.example>\nEnvoyé : vendredi 20 novembre 2026 10:15\nÀ : Anna\nObjet : Votre candidature',
  ],
  [
    'Spanish',
    'De: Initech Careers <jobs@initech.example>\nEnviado el: viernes, 20 de noviembre de 2026 10:15\nPara: Anna\nAsunto: Tu candidatura',
  ],
  [
    'Italian',
    'Da: Initech Careers <jobs@initech.example>\nInviato: venerdì 20 novembre 2026 10:15\nA: Anna\nOggetto: La tua candidatura',
  ],
  [
    'Dutch',
    'Van: Initech Careers <jobs@initech.example>\nVerzonden: vrijdag 20 november 2026 10:15\nAan: Anna\nOnderwerp: Je sollicitatie',
  ],
  [
    'English, as Outlook has them',
    'From: Initech Careers <jobs@initech.example>\nSent: Friday, November 20, 2026 10:15 AM\nTo: Anna\nSubject: Your application',
  ],
  [
    'bold',
    '*Von:* Initech Careers <jobs@initech.example>\n*Datum:* 20.11.2026 10:15\n*Betreff:* Ihre Bewerbung',
  ],
  [
    'passed on',
    '-----Ursprüngliche Nachricht-----\nVon: Initech Careers <jobs@initech.example>\nGesendet: 20.11.2026 10:15\nBetreff: Ihre\n  Bewerbung',
  ],
])('the headers of a pasted mail tell sender, date and subject: %s', async (_, head) => {
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  const { structure, text } = await her.call('read_mail', {
    text: `${head}\n\n${REFUSED}`,
    from: 'Anna',
    subject: 'Fwd',
  })
  expect(structure.proposals, text).toHaveLength(1)
  expect(JSON.stringify(structure.proposals)).toContain('2026-11-20')
  expect(JSON.stringify(structure.proposals)).toContain('Initech')
})

test.each([
  'Initech: Hi, unfortunately',
  'Follow-up: unfortunately',
  'A: unfortunately',
  'From: unfortunately',
])('a first line that only looks like a header is text: %s', async (start) => {
  const { token } = await gateway().caller()
  const read = { text: `${start} we have rejected you.\n\n${REFUSED}`, from: 'jobs@initech.example' }
  const { structure, text } = await agent(gateway(), { token }).call('read_mail', read)
  expect(structure.proposals, text).toHaveLength(1)
})

test('a mail that could not be read is an error', async () => {
  const { token } = await gateway().caller()
  const parts = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(20_000)
  const text = `Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`
  const read = await agent(gateway(), { token }).call('read_mail', { text })
  expect([read.isError, read.text]).toEqual([true, expect.stringContaining('could not be read')])
})

test.each([
  ['tomorrow', 'tomorrow', ['Early', 'Late']],
  ['2026-11-27', '2026-11-27', ['Early', 'Late']],
  ['monday', 'friday', ['Next']],
  ['today', 'today', []],
])('events from %s to %s, in the zone of the call', async (from, to, titles) => {
  const timeZone = 'America/New_York'
  const { token } = await gateway().caller()
  const her = agent(gateway(), { token })
  for (const [title, startsAt] of [
    ['Early', '2026-11-27T00:30'],
    ['Late', '2026-11-27T23:30'],
    ['Next', '2026-12-01T10:00'],
  ])
    await her.call('add_event', { title, type: 'call', startsAt, timeZone })
  const { structure, text } = await her.call('list_events', { from, to, timeZone })
  const found = structure.events.map(({ title }: { title: string }) => title)
  expect(found).toEqual(titles)
  expect(text).toMatch(
    titles.length ? / events from (?:Fri 27|Mon 30) Nov 00:00 to / : /^No events from Thu 26 Nov/,
  )
})

test('a zone that there is not is refused, also where no date is given', async () => {
  const told = await me.call('list_events', { timeZone: 'Mars/Olympus' })
  expect([told.isError, told.meta.issues[0].path]).toEqual([true, 'timeZone'])
})

test('where none was accepted or dismissed, the list says that and not that no new posting fits', async () => {
  const { text } = await me.call('list_postings', { state: ['accepted', 'dismissed'] })
  expect(text).toContain('No posting is accepted or dismissed.')
})

test('a posting is found by its name among more than a hundred', async () => {
  const caller = await gateway().caller()
  const her = agent(gateway(), caller)
  const { sql } = gateway().core.services
  await sql`insert into watch_postings
      (user_id, id, board, external_id, company, role, places, url, why, digest, state, first_seen_at, updated_at)
    select ${caller.principal.userId}, gen_random_uuid(), 'greenhouse:acme', n, 'Acme', case n when 1 then 'Oldest Cook' else 'Chef ' || n end,
      '[]', 'https://boards.example/' || n, '[]', '', 'dismissed', now() + n * interval '1 s', now() from generate_series(1, 120) n`
  const told = await her.call('decide_posting', { id: 'oldest cook', decision: 'dismiss' })
  expect([told.isError, told.structure?.posting?.role]).toEqual([false, 'Oldest Cook'])
})
