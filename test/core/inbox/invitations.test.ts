// Invitations in letters and calendar files: one reader, one event for each UID.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readIcs } from '../../../core/calendar/import/read-ics.ts'
import { importEvents, listEvents } from '../../../core/calendar/operations.ts'
import { acceptProposal, scanMessages } from '../../../core/inbox/operations.ts'
import { listProposals } from '../../../core/inbox/queries.ts'
import { insertMessages } from '../../../core/inbox/store.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { newId } from '../../../core/kernel/id.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const every = { from: '2020-01-01' }

test.each([
  ['customized', 'Havaro', '2026-12-10T13:00:00.000Z'],
  ['eastern-quoted', 'Hivaro', '2026-12-10T19:00:00.000Z'],
  ['eastern-unquoted', 'Hovaro', '2026-12-10T19:00:00.000Z'],
])('the zone that an invitation defines is its zone: %s', async (name, company, startsAt) => {
  const me = as(core(), await aUser(core()))
  await call(addJob, me, { company, role: 'Buyer', status: 'applied' })
  const source = readFileSync(new URL(`zones/${name}.eml`, import.meta.url), 'utf8')
  const { messages } = await call(scanMessages, me, { messages: [{ path: '1.eml', source }] })
  expect(messages[0]).toMatchObject({ status: 'interview', event: { startsAt } })
})

const calendar = (method: string, start: string, sequence: number) =>
  `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nUID:talk@globex.example\r\nSEQUENCE:${sequence}\r\nDTSTART:${start}\r\nSUMMARY:Interview\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const letter = (method: string, start: string, sequence: number) =>
  [
    'From: Dana Fox <dana@globex.example>',
    'To: mara.doe@example.com',
    'Subject: Interview: Cook at Globex',
    `Message-ID: <${method}-${sequence}@globex.example>`,
    `Date: Wed, 0${sequence + 2} Sep 2026 10:00:00 +0000`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b1',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    method === 'CANCEL'
      ? 'Your interview has been cancelled.'
      : 'Your interview for the Cook position is confirmed.',
    '--b1',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    '',
    calendar(method, start, sequence),
    '--b1--',
  ].join('\r\n')

test('a letter moves the interview of an imported file, and a file the interview of a letter', async () => {
  const me = as(core(), await aUser(core()))
  const job = await call(addJob, me, { company: 'Globex', role: 'Cook', status: 'applied' })
  const importFile = (text: string) =>
    call(importEvents, me, {
      rows: readIcs(text, 'UTC').rows.map(({ cells }) => ({ values: Object.fromEntries(cells) })),
    })
  const starts = async () =>
    (await call(listEvents, me, every)).events.map(({ startsAt }) => startsAt.slice(0, 16))
  await importFile(calendar('REQUEST', '20260910T150000Z', 0))
  await call(scanMessages, me, {
    messages: [{ path: '1.eml', source: letter('REQUEST', '20260911T160000Z', 1) }],
  })
  const { proposals } = await call(listProposals, me, {})
  await call(acceptProposal, me, { id: proposals[0]!.id })
  expect(await starts()).toEqual(['2026-09-11T16:00'])
  expect((await call(listEvents, me, every)).events[0]?.jobId).toBe(job.id)
  await importFile(calendar('REQUEST', '20260912T170000Z', 2))
  expect(await starts()).toEqual(['2026-09-12T17:00'])
  await importFile(calendar('CANCEL', '20260912T170000Z', 3))
  expect(await starts()).toEqual([])
})

test('each message attached to one proposes by itself, and what is not opened is said', async () => {
  const me = as(core(), await aUser(core()))
  for (const company of ['Globex', 'Initech'])
    await call(addJob, me, { company, role: 'Cook', status: 'applied' })
  const refusal = [
    'From: Initech Careers <careers@initech.example>',
    'Message-ID: <no@initech.example>',
    'Subject: Your application as Cook',
    'Date: Wed, 02 Sep 2026 10:00:00 +0000',
    '',
    'Unfortunately we have decided to move forward with other candidates for the Cook position.',
  ].join('\r\n')
  const source = [
    'From: Mara Doe <mara.doe@example.com>',
    'To: Mara Doe <mara.doe@example.com>',
    'Subject: Fwd: two messages',
    'Message-ID: <all@example.com>',
    'Date: Wed, 09 Sep 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=whole',
    ...[letter('REQUEST', '20260911T160000Z', 1), refusal, 'damaged'].flatMap((each) => [
      '',
      '--whole',
      'Content-Type: message/rfc822',
      '',
      each,
    ]),
    '--whole--',
  ].join('\r\n')
  const scanned = await call(scanMessages, me, { messages: [{ path: 'all.eml', source }] })
  expect(scanned).toMatchObject({ read: 2, skipped: 0, failed: 1 })
  const reason = expect.stringContaining('1 message attached')
  expect(scanned.refused).toEqual([{ path: 'all.eml', reason }])
  const { proposals } = await call(listProposals, me, {})
  expect(proposals.map(({ company, status, sentAt }) => [company, status, sentAt.slice(0, 10)])).toEqual([
    ['Initech', 'rejected', '2026-09-02'],
    ['Globex', 'interview', '2026-09-03'],
  ])
  expect(await call(scanMessages, me, { messages: [{ source }] })).toMatchObject({ read: 0, skipped: 2 })
})

test('a proposal keeps all that its message says of other times, and what was not read', async () => {
  const me = as(core(), await aUser(core()))
  await call(addJob, me, { company: 'Globex', role: 'Cook', status: 'applied' })
  const starts = [':20260910T150000Z', ':20260910T160000Z', ':20260910T170000Z', ';VALUE=DATE:20260911']
  const events = [...starts, ';VALUE=DATE:20260912', ';VALUE=DATE:20260913'].map((start, at) =>
    ['BEGIN:VEVENT', `UID:${at}`, `DTSTART${start}`, `SUMMARY:Interview ${at}`, 'END:VEVENT'].join('\r\n'),
  )
  const source = [
    'From: Dana Fox <dana@globex.example>',
    'Subject: Your onsite interview: Cook at Globex',
    'Date: Tue, 01 Sep 2026 10:00:00 -0400',
    'Message-ID: <onsite@globex.example>',
    'Content-Type: multipart/mixed; boundary=b',
    ...['', '--b', 'Content-Type: text/plain', ''],
    'We would like to invite you to an interview for the Cook position. Please confirm by September 8.',
    ...['--b', 'Content-Type: text/calendar', '', 'BEGIN:VCALENDAR', 'METHOD:REQUEST', ...events],
    ...['END:VCALENDAR', '--b', 'Content-Type: application/pdf; name="agenda.pdf"', '', 'x', '--b--'],
  ].join('\r\n')
  const { messages } = await call(scanMessages, me, { messages: [{ source }] })
  const [proposal] = (await call(listProposals, me, {})).proposals
  expect(proposal?.evidence.length).toBeGreaterThan(8)
  expect(proposal?.evidence).toEqual(messages[0]?.evidence)
  expect(proposal?.evidence.at(-1)?.quote).toBe('agenda.pdf')
})

test('a batch of messages with more attached to them than one statement can store is stored', async () => {
  const me = as(core(), await aUser(core()))
  const at = '2026-09-02T10:00:00.000Z'
  const rows = Array.from({ length: 2_000 }, () => ({
    ...{ id: newId(), state: 'pending' as const, status: 'applied' as const, confidence: 1, evidence: [] },
    ...{ senderName: 'Initech', senderAddress: 'careers@initech.example', subject: 'Received' },
    ...{ company: 'Initech', role: 'Cook', saidCompany: null, jobId: null, location: null },
    ...{ threadKey: null, deliveredTo: null },
    ...{ startsAt: null, endsAt: null, timeZone: null, eventUid: null, eventSequence: 0, replaces: null },
    ...{ ambiguous: false, cancels: false, asks: false, deadline: null, deadlineAt: null, pay: null },
    ...{ contactName: null, contactEmail: null, decidedAt: null, eventId: null },
    ...{ sentAt: at, createdAt: at, updatedAt: at },
  }))
  await insertMessages(me.sql, me.principal.userId, rows)
  expect((await call(listProposals, me, {})).total).toBe(rows.length)
})
