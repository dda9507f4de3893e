// What an agent that knew only the tools met in its errands: each fault is a test.
import { expect, test } from 'vitest'
import { tokensOf } from '../../../tokens.ts'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './agent.ts'

// A Friday.
const clock = { now: () => Date.parse('2026-11-27T09:00:00Z') }
const gateway = useGateway({}, (services) => ({ ...unlimited(services), clock }))
const someone = async () => agent(gateway(), await gateway().caller()).inSession()

const mail = (subject: string, text: string, domain: string, date: string): string =>
  [
    `From: Talent <jobs@${domain}>`,
    `Message-ID: <${subject.replaceAll(' ', '')}@${domain}>`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    '',
    text,
    '',
  ].join('\r\n')

const rejection = (company: string, role: string) =>
  mail(
    `${company} application`,
    `Thank you for applying to ${company}. Unfortunately we have decided to move forward with other candidates for the ${role} position.`,
    `${company.toLowerCase()}.example`,
    'Wed, 25 Nov 2026 10:00:00 +0000',
  )

/** Several changes are undone once the person agrees to all of them. */
async function undoneTogether(her: Awaited<ReturnType<typeof someone>>, changeId: string) {
  const asked = await her.call('undo', { changeId })
  expect(asked.text).toContain('Take back 2 changes: ')
  return her.call('undo', { changeId, confirmation: asked.structure.confirmation.token })
}

test('mail that nobody decided is said before a follow-up, wherever the job is shown', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  await her.call('update_job_status', { id: 'initech', status: 'applied', at: '-40d' })
  const before = await her.call('list_suggestions')
  expect(before.text).toContain('Follow up with Initech')
  await her.call('read_mail', { text: rejection('Initech', 'Baker') })
  const { text, structure } = await her.call('list_suggestions')
  expect(text).not.toContain('Follow up with Initech')
  expect(structure.suggestions).toMatchObject([{ kind: 'mail', action: { tool: 'list_inbox' } }])
  expect(text).toContain('says: rejected')
  const pipeline = await her.call('get_pipeline')
  expect(pipeline.text).toContain('Mail proposes 1 change')
  expect(pipeline.text).toContain('Initech — Baker: Decide on the mail.')
  expect((await her.call('get_job', { id: 'initech' })).text).toContain('Mail that nobody decided')
  const accepted = await her.call('accept_inbox', { ids: 'initech' })
  expect(accepted.text).toMatch(/job Initech — Baker \(status applied → rejected\)/)
  expect((await her.call('get_job', { id: 'initech' })).text).toContain('Rejected by the employer:')
})

test('a proposal is accepted by the eight digits that its line shows, and says when', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Globex', role: 'Cook', status: 'applied' })
  const invitation = mail(
    'Interview',
    'Hi,\r\n\r\nWe would like to invite you to an interview for the Cook position at Globex on Friday, December 4, 2026 at 10:00 am ET.',
    'globex.example',
    'Thu, 26 Nov 2026 10:00:00 -0500',
  )
  const read = await her.call('read_mail', { text: invitation })
  expect(read.text).toMatch(/add the interview · at Fri 2026-12-04 10:00/)
  const [, short] = /\[([0-9a-f]{8})\]/.exec((await her.call('list_inbox')).text)!
  const { isError, text } = await her.call('accept_inbox', { ids: [short] })
  expect([isError, text]).toEqual([false, expect.stringContaining('event Interview: Globex, Cook created')])
})

test('a job shows its offers and who else is known there, and an offer its company', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Bluefin Health', role: 'Chef', status: 'interviewing' })
  await her.call('add_contact', { name: 'Leah Stone', company: 'Bluefin Health', type: 'hiring manager' })
  const base = { amount: 90_000, currency: 'USD' }
  const added = await her.call('add_offer', { jobId: 'bluefin', base, deadline: 'next friday' })
  expect(added.text).toContain('The job is still interviewing: update_job_status')
  expect(added.structure.offer.deadline).toBe('2026-12-04T23:59:59.999Z')
  const { text } = await her.call('get_job', { id: 'bluefin' })
  expect(text).toMatch(/Offers:[\s\S]*90,000 USD a year/)
  expect(text).toMatch(/not linked to this job:[\s\S]*Leah Stone/)
  expect((await her.call('list_offers')).text).toContain('Bluefin Health — Chef')
  await her.call('update_job_status', { id: 'bluefin', status: 'offer' })
  const { structure } = await her.call('list_suggestions')
  expect(structure.suggestions[0]).toMatchObject({ kind: 'decide' })
  const compared = await her.call('compare_offers')
  expect(compared.structure.offers).toHaveLength(1)
  await her.call('add_offer', { jobId: 'bluefin', base: { amount: 80_000, currency: 'EUR' } })
  const two = await her.call('compare_offers', { assumptions: { rates: { EURUSD: '1.08' } } })
  expect(two.structure?.offers, two.text).toHaveLength(2)
})

test('taking the calendar’s part back keeps the event of a deadline that the offer still has, and says so', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Moss', role: 'Chef' })
  const base = { amount: 90_000, currency: 'EUR' }
  await her.call('add_offer', { jobId: 'moss', base, deadline: '2026-12-20' })
  for (const title of ['Onsite', 'Panel'])
    await her.call('add_event', { title, startsAt: '2026-12-02 10:00', jobId: 'moss' })
  const asked = await her.call('undo', { noun: 'event', session: true })
  expect(asked.text).toMatch(/Take back \d changes: .*2 events removed \(“Panel”, “Onsite”\)/)
  const done = await her.call('undo', {
    noun: 'event',
    session: true,
    confirmation: asked.structure.confirmation.token,
  })
  expect(done.text).toContain('it is the deadline of an offer that stays')
  expect((await her.call('list_events')).structure.total).toBe(1)
})

test('two events of one name are two, and one that is named twice is one', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Moss', role: 'Chef' })
  for (const day of ['2026-12-02', '2026-12-03'])
    await her.call('add_event', { title: 'Interview', startsAt: `${day} 10:00`, jobId: 'moss' })
  const asked = await her.call('undo', { noun: 'event', session: true })
  expect(asked.text).toContain('2 events removed (“Interview”)')
  await her.call('add_event', { title: 'Onsite', startsAt: '2026-12-09 10:00' })
  const { structure, text } = await her.call('update_event', { ids: ['onsite', 'Onsite'], startsAt: '+1d' })
  expect(structure.event?.startsAt, text).toMatch(/^2026-12-10T/)
})

test('commas part only what is not there: several jobs of one name are asked about', async () => {
  const her = await someone()
  for (const role of ['Cook', 'Baker']) await her.call('save_job', { company: 'Acme, Berlin', role })
  await her.call('save_job', { company: 'Acme', role: 'Chef' })
  await her.call('save_job', { company: 'Berlin', role: 'Guide' })
  const { isError, text } = await her.call('update_job_status', { ids: ['Acme, Berlin'], status: 'applied' })
  expect([isError, text]).toEqual([true, expect.stringContaining('Baker')])
})

test('who works at a company with a longer name is not said to be there', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Meta', role: 'Chef' })
  await her.call('add_contact', { name: 'Al Metaphor', company: 'Metaphor Ltd' })
  expect((await her.call('get_job', { id: 'meta' })).text).not.toContain('Al Metaphor')
})

test('what is deleted is named whole, and comes back whole', async () => {
  const her = await someone()
  const title = 'A title of an event that goes on until it is longer than it should be'
  await her.call('add_event', { title: title.slice(0, 55), startsAt: '2026-12-02 10:00' })
  const asked = await her.call('delete_record', { noun: 'event', ids: [title.slice(0, 10)] })
  expect(asked.text).toContain(title.slice(0, 55))
  for (const company of ['Wavelength', 'Umbra']) {
    await her.call('save_job', { company, role: 'Cook' })
    await her.call('add_contact', { name: `Person of ${company}` })
  }
  for (const [noun, ids] of [
    ['job', ['wavelength', 'umbra']],
    ['contact', ['person of wavelength', 'person of umbra']],
  ]) {
    const { structure } = await her.call('delete_record', { noun, ids })
    const token = structure.confirmation.token
    const { text } = await her.call('delete_record', { noun, ids, confirmation: token })
    const [, changeId] = /undo with changeId "([^"]+)"/.exec(text) ?? []
    const undone = changeId ? await undoneTogether(her, changeId) : await her.call('undo')
    expect(undone.isError, undone.text).toBe(false)
  }
  const found = await Promise.all(['search_jobs', 'search_contacts'].map((name) => her.call(name)))
  expect(found.map(({ structure }) => structure.total)).toEqual([2, 2])
})

test('changes say from what to what, in pages', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Acme', role: 'Cook' })
  for (const nextStep of ['Call', 'Write', 'Wait'])
    await her.call('update_job', { id: 'acme', nextStep, priority: nextStep === 'Wait' ? 'high' : 'low' })
  const first = await her.call('list_changes', { limit: 2 })
  expect(first.text).toContain('nextStep Write → Wait')
  expect(first.text).toContain('priority low → high')
  const { structure } = await her.call('list_changes', { limit: 2, cursor: first.structure.nextCursor })
  expect([first.structure.own.length, structure.own.length]).toEqual([2, 2])
  const blank = await her.call('update_job', { id: 'acme', nextStep: '  ', appendNotes: 'Panel moved' })
  expect(blank.text).toContain('changed nextStep from “Wait” to “none”, notes from “none” to “Panel moved”')
  expect((await her.call('update_job', { id: 'acme', nextStep: '  ' })).text).toContain('changed nothing')
})

test('the answers about a search of forty jobs are short', async () => {
  const her = await someone()
  const rows = Array.from({ length: 40 }, (_, n) => ({
    Company: `Company Number ${n}`,
    Position: 'Senior Software Engineer',
    Status: 'Applied',
    Applied: '2026-11-10',
    Pay: '$180k-210k',
    City: 'New York',
  }))
  const imported = await her.call('import_jobs', { rows })
  const ids = (imported.structure.rows as { id: string }[]).map(({ id }) => id)
  for (let n = 0; n < 20; n += 1)
    await her.call('update_job', { id: ids[n], priority: 'high', nextStep: `Step ${n}` })
  await her.call('add_offer', { jobId: ids[3], base: { amount: 192_000, currency: 'USD' } })
  for (const [name, args] of [
    ['get_pipeline', {}],
    ['list_suggestions', {}],
    ['list_changes', {}],
    ['counter_offer', { id: ids[3], goal: '205k' }],
  ] as const) {
    const { text, isError } = await her.call(name, args)
    expect(isError, text).toBe(false)
    expect(tokensOf(text), `${name}\n${text}`).toBeLessThan(1_500)
  }
  const { text, structure } = await her.call('list_suggestions', { limit: 30 })
  expect(structure.total, text).toBe(60)
  const [, id] = /\[(follow-up:[0-9a-f]{8})\]/.exec(text)!
  const snoozed = await her.call('snooze_suggestion', { suggestionId: id, days: 3 })
  expect(snoozed.isError, snoozed.text).toBe(false)
  expect((await her.call('get_pipeline')).text).toMatch(/Needs attention \(5 of 59/)
})

test('records are found as they are printed, several in one text, and a slip names who was meant', async () => {
  const her = await someone()
  const saved = await her.call('save_job', {
    company: 'Vantage Cloud',
    role: 'Data Engineer',
    location: 'Chicago',
  })
  const digits = saved.structure.job.id.slice(-8)
  for (const id of [`[${digits}]`, `#${digits}`, `crm://jobs/${digits}`, 'vantage-cloud'])
    expect((await her.call('get_job', { id })).isError, id).toBe(false)
  await her.call('save_job', { company: 'Xenith', role: 'Cook', url: 'xenith.example/jobs/1' })
  const moved = await her.call('update_job_status', { ids: 'vantage, xenith', status: 'Withdrew' })
  expect(moved.structure?.jobs, moved.text).toHaveLength(2)
  const slip = await her.call('get_job', { id: 'vantage clud' })
  expect([slip.isError, slip.text]).toEqual([true, expect.stringContaining(`[${digits}] Vantage Cloud`)])
  const status = await her.call('update_job', { id: 'xenith', status: 'screening' })
  expect(status.text).toContain('Try update_job_status {"id":"xenith","status":"screening"}')
  await her.call('add_contact', { name: 'Jane O’Neil', type: 'Hiring Manager', lastContactedAt: 'yesterday' })
  const known = await her.call('get_contact', { id: 'jane oneil' })
  expect(known.structure.contact.lastContactedAt).toMatch(/^2026-11-26T/)
  const linked = await her.call('save_job', { company: 'Firefly', role: 'Cook', contactIds: 'jane' })
  expect(linked.isError, linked.text).toBe(false)
  expect((await her.call('get_job', { id: 'firefly' })).text).toMatch(/Contacts:[\s\S]*Jane O’Neil/)
})

test('a search that finds nothing says what is nearly so called', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Vantage Cloud', role: 'Data Engineer', location: 'Chicago' })
  await her.call('add_contact', { name: 'Maria Gonzalez', company: 'Vantage Cloud' })
  for (const args of [
    { query: 'vantage clud' },
    { query: 'data jobs in chicago' },
    { company: 'Vantage Cloud Inc' },
  ])
    expect((await her.call('search_jobs', args)).text, JSON.stringify(args)).toContain('Vantage Cloud')
  expect((await her.call('search_contacts', { query: 'Maria Gonzales' })).text).toContain('Maria Gonzalez')
})

test('amounts, kinds and dates are read as they are said, or the error shows how', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Ivory', role: 'Cook', salary: '$60k' })
  const offer = await her.call('add_offer', {
    jobId: 'ivory',
    base: '62k',
    signing: '20k',
    retirementMatchPercent: '10%',
  })
  expect(offer.structure?.offer, offer.text).toMatchObject({
    base: { amount: 62_000, currency: 'USD' },
    signing: 20_000,
    retirementMatchPercent: 10,
  })
  const event = await her.call('add_event', {
    title: 'Chat',
    type: 'Phone call',
    startsAt: '2026-12-01 14:00',
  })
  expect(event.structure?.event, event.text).toMatchObject({ type: 'call' })
  for (const [later, earlier] of [
    ['a day later', 'a day earlier'],
    ['1 hour later', 'an hour earlier'],
  ]) {
    await her.call('update_event', { id: 'chat', startsAt: later })
    expect((await her.call('update_event', { id: 'chat', startsAt: earlier })).isError, earlier).toBe(false)
  }
  expect((await her.call('list_changes', { from: 'last seven days' })).text).toContain('20 Nov')
  const moved = await her.call('update_event', { id: 'chat', startsAt: 'a day later' })
  expect(moved.structure?.event, moved.text).toMatchObject({ startsAt: '2026-12-02T14:00:00.000Z' })
  const unsure = await her.call('update_event', { id: 'chat', startsAt: '12/10' })
  expect(unsure.text).toContain('is a day and a month in either order')
  expect((await her.call('log_activity', { type: 'e-mail', title: 'Sent' })).isError).toBe(false)
  expect((await her.call('list_events', { type: 'Interviews' })).isError).toBe(false)
  expect((await her.call('search_contacts', { type: 'Hiring Manager', limit: null })).isError).toBe(false)
  const place = await her.call('analyze_compensation', { role: 'cook', city: 'Qzxwv' })
  expect(place.text).toContain('Try discover_roles_and_cities')
  expect(place.text).not.toMatch(/crm salary|GET \//)
  const paid = await her.call('analyze_compensation', { role: 'cook', city: 'Chicago', offered_base: '35k' })
  expect(paid.isError, paid.text).toBe(false)
})

test('two entries of one person are a pair by their phone, and a pair says what tells them apart', async () => {
  const her = await someone()
  await her.call('add_contact', { name: 'Maria Gonzalez', company: 'Vantage', phone: '+1 (312) 555-0142' })
  await her.call('add_contact', { name: 'M. Gonzalez', company: 'Vantage', phone: '312.555.0142' })
  await her.call('add_contact', { name: 'Mario Gonzalez', company: 'Other' })
  await her.call('save_job', { company: 'Acme', role: 'Cook', status: 'applied', salary: '$50k' })
  await her.call('save_job', { company: 'ACME', role: 'Cook' })
  const { text, structure } = await her.call('find_duplicates')
  expect(structure.total, text).toBe(2)
  expect(text).toMatch(/saved \(today\) and .*applied \(today\) · \$50k/)
  expect(text).toContain('same phone')
})

test('several events move by a day in one call, each keeping its time, and come back together', async () => {
  const her = await someone()
  for (const [title, startsAt] of [
    ['Panel', '2026-12-01 10:00'],
    ['System design', '2026-12-02 11:30'],
  ])
    await her.call('add_event', { title, type: 'interview', startsAt })
  const moved = await her.call('update_event', { ids: ['panel', 'system design'], startsAt: '+1d' })
  const starts = async () =>
    (await her.call('list_events')).structure.events.map(({ startsAt }: { startsAt: string }) => startsAt)
  expect(await starts(), moved.text).toEqual(['2026-12-02T10:00:00.000Z', '2026-12-03T11:30:00.000Z'])
  const undone = await undoneTogether(her, moved.structure.changeIds.join(', '))
  expect(undone.structure.rows.map(({ name }: { name: string }) => name)).toEqual(['System design', 'Panel'])
  expect(await starts()).toEqual(['2026-12-01T10:00:00.000Z', '2026-12-02T11:30:00.000Z'])
})

test('a next step that is due is suggested with a call that takes it off the job', async () => {
  const her = await someone()
  await her.call('save_job', {
    company: 'Hooli',
    role: 'Chef',
    nextStep: 'Send the task',
    deadline: '2026-11-30',
  })
  const [suggestion] = (await her.call('list_suggestions')).structure.suggestions
  expect(suggestion).toMatchObject({ kind: 'step', title: 'Send the task, for Chef at Hooli' })
  const done = await her.call(suggestion.action.tool, suggestion.action.arguments)
  expect(done.text).toContain('nextStep from “Send the task” to “none”')
  expect((await her.call('list_suggestions')).structure.suggestions).toEqual([])
})

test('what is logged or planned belongs to the one open job of the person who is named, which is said, or to none', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Clerk' })
  await her.call('save_job', { company: 'Vandelay', role: 'Clerk' })
  await her.call('add_contact', { name: 'Bill Lumbergh', jobIds: ['initech'] })
  const clerk = (await her.call('get_job', { id: 'initech' })).structure.job.id
  const day = { contactId: 'lumbergh', startsAt: '2033-01-08 10:00', timeZone: 'Europe/Berlin' }
  const logged = await her.call('log_activity', { type: 'call', title: 'Spoke', contactId: 'lumbergh' })
  expect(logged.structure.activity.jobId).toBe(clerk)
  expect(logged.text).toContain('Linked to Initech — Clerk, the one open job of Bill Lumbergh.')
  const alone = await her.call('log_activity', {
    type: 'note',
    title: 'x',
    contactId: 'lumbergh',
    jobId: '',
  })
  expect(alone.structure.activity.jobId).toBeUndefined()
  const none = await her.call('update_event', { jobId: 'initech', startsAt: '+1d' })
  expect(none.text).toContain('the job has no coming event')
  const planned = await her.call('add_event', { ...day, title: 'Review', type: 'interview' })
  expect(planned.structure.event.jobId).toBe(clerk)
  expect(planned.text).toContain('Linked to Initech — Clerk')
  const moved = await her.call('update_event', { jobId: 'initech', startsAt: '+1d' })
  expect(moved.structure.event).toMatchObject({ jobId: clerk, startsAt: '2033-01-09T09:00:00.000Z' })
  await her.call('add_event', { ...day, title: 'Second', jobId: 'initech' })
  const unsure = await her.call('update_event', { jobId: 'initech', startsAt: '+1d' })
  expect(unsure.text).toContain('the job has 2 coming events')
  await her.call('update_contact', { id: 'lumbergh', jobIds: ['initech', 'vandelay'] })
  const both = await her.call('add_event', { ...day, title: 'Third', startsAt: '2033-01-11 10:00' })
  expect([both.structure.event.jobId, both.text]).toEqual([undefined, expect.not.stringContaining('Linked')])
  await her.call('update_job_status', { id: 'vandelay', status: 'withdrawn' })
  const again = await her.call('log_activity', { type: 'note', title: 'y', contactId: 'lumbergh' })
  expect(again.structure.activity.jobId).toBe(clerk)
})
