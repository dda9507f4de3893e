// What an agent is told of changes: every move, and the part of a change that is taken back.
import { expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './agent.ts'

const gateway = useGateway({}, unlimited)

const INVITATION = [
  'From: Dana Fox <dana@globex.example>',
  'Message-ID: <invited@globex.example>',
  'Subject: Interview: Cook',
  'Date: Tue, 01 Sep 2026 10:00:00 -0400',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=cut',
  '',
  '--cut',
  'Content-Type: text/plain',
  '',
  'Hi,\r\n\r\nYour interview for the Cook position at Globex is confirmed.\r\n\r\nDana Fox',
  '--cut',
  'Content-Type: text/calendar',
  '',
  ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:panel@globex.example', 'SEQUENCE:0'],
  ...['DTSTART:20300910T150000Z', 'DURATION:PT1H', 'SUMMARY:Interview', 'END:VEVENT', 'END:VCALENDAR'],
  '--cut--',
  '',
].join('\r\n')

test('the moves of a time are those of every job, whoever changed since', async () => {
  const caller = await gateway().caller()
  const me = agent(gateway(), caller)
  const rows = Array.from({ length: 130 }, (_, n) => ({ Company: `Corp ${n}`, Position: 'Cook' }))
  const imported = await me.call('import_jobs', { rows })
  const ids = (imported.structure.rows as { id: string }[]).map(({ id }) => id)
  for (const part of [ids.slice(0, 65), ids.slice(65)])
    await me.call('update_job_status', { ids: part, status: 'applied' })
  const { structure } = await me.call('list_changes', {})
  expect([structure.moves.length, structure.total]).toEqual([15, 130])
  expect(structure.summary).toMatch(/130 applied/)
  await me.call('update_job_status', { ids: ids.slice(10, 90), status: 'rejected' })
  const { structure: cut } = await me.call('list_changes', { limit: 100 })
  expect([cut.moves.length, cut.total]).toEqual([100, 210])
  expect(cut.summary).toMatch(/80 rejected.*of which the latest 100 are listed/)
})

test('one part of an accepted mail is taken back, and the rest later', async () => {
  const caller = await gateway().caller()
  const me = await agent(gateway(), caller).inSession()
  await me.call('save_job', { company: 'Globex', role: 'Cook', status: 'applied' })
  const read = await me.call('read_mail', { text: INVITATION })
  const [proposal] = read.structure.proposals
  const { structure } = await me.call('accept_inbox', { ids: [proposal.id] })
  const events = async () => (await me.call('list_events', {})).structure.total
  const status = async () => (await me.call('get_job', { id: 'globex' })).structure.job.status
  expect([await events(), await status()]).toEqual([1, 'interviewing'])
  const none = await me.call('undo', { changeId: structure.changeId, noun: 'offer' })
  expect(none.isError).toBe(true)
  const part = await me.call('undo', { changeId: structure.changeId, noun: 'event' })
  expect(part.text).toMatch(
    /event .*Interview.* removed[\s\S]*Only its part of kind event; the rest of that change stands/,
  )
  expect([await events(), await status()]).toEqual([0, 'interviewing'])
  expect((await me.call('undo', { changeId: structure.changeId })).isError).toBe(false)
  expect([await events(), await status()]).toEqual([0, 'applied'])
})

test('a change of many records is told in full when it is named', async () => {
  const me = await agent(gateway(), await gateway().caller()).inSession()
  const rows = Array.from({ length: 7 }, (_, n) => ({ Company: `Corp ${n}`, Position: 'Cook' }))
  await me.call('import_jobs', { rows })
  const { text } = await me.call('list_changes')
  expect(text).toContain('you made 1 change.')
  const [, changeId] = /and 2 more \(list_changes with changeId "(\w{8})"\)/.exec(text)!
  const whole = await me.call('list_changes', { changeId })
  for (const { Company } of rows) expect(whole.text).toContain(`job ${Company} — Cook created`)
  expect(whole.text).not.toContain('more')
})
