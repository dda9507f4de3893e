// What commands say of a part, and what they ask for so that nothing is lost without a word.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { CrmError } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { buy, cancel, refund } from '../../cli/commands/billing-change.ts'
import { commands as chat } from '../../cli/commands/chat.ts'
import { commands as contacts } from '../../cli/commands/contacts.ts'
import { commands as inbox } from '../../cli/commands/inbox.ts'
import { scanCommand } from '../../cli/commands/inbox-scan.ts'
import { commands as jobs } from '../../cli/commands/jobs-change.ts'
import { commands as offers } from '../../cli/commands/offers.ts'
import { commands as read } from '../../cli/commands/offers-read.ts'
import { commands as webhooks } from '../../cli/commands/webhooks.ts'
import { named, runWith } from './fake-client.ts'

const id = '0190a1b2-0000-7000-8000-000000000001'
const proposal = { id, company: 'Acme', subject: 'Hi', changes: [], evidence: [], from: {} }

test('a proposal that was accepted is shown by its short id', async () => {
  const { run, asked } = runWith(
    {
      'inbox.list': ({ state }) => ({ proposals: state ? [proposal] : [], nextCursor: null, total: 0 }),
      'inbox.get': () => proposal,
    },
    { args: [shortId(id)] },
  )
  await named(inbox, 'show').run(run)
  expect(asked.at(-1)).toEqual(['inbox.get', { id }])
})

test.each([
  [200, 'Rejected 200. There may be more: crm inbox list'],
  [199, 'Rejected 199.'],
])('of all proposals one call rejects at most 200: %i', async (length, sentence) => {
  const { run, said } = runWith(
    { 'inbox.rejectMany': () => ({ proposals: Array.from({ length }, () => proposal), left: [] }) },
    { options: { all: true } },
  )
  await named(inbox, 'reject').run(run)
  expect(said).toEqual([sentence])
})

test('a dry run promises no more than one call accepts', async () => {
  const proposals = Array.from({ length: 201 }, () => ({ ...proposal, confidence: 1 }))
  const { run, said } = runWith(
    { 'inbox.list': () => ({ proposals, nextCursor: null, total: 201 }) },
    { options: { all: true, dryRun: true } },
  )
  await named(inbox, 'accept').run(run)
  expect(said.join()).toContain('Would accept 200 proposals as one change.')
})

test('a proposal that a newer one replaced is accepted by its short id, and an accepted one is not', async () => {
  const accept = async (held: string) => {
    const { run, asked } = runWith(
      {
        'inbox.list': ({ state }) => ({
          ...{ nextCursor: null, total: 0 },
          proposals: (state as string[] | undefined)?.includes(held) ? [proposal] : [],
        }),
        'inbox.acceptMany': () => ({ proposals: [proposal], left: [] }),
      },
      { rest: [shortId(id)] },
    )
    await Promise.allSettled([named(inbox, 'accept').run(run)])
    return asked.some(([name]) => name === 'inbox.acceptMany')
  }
  expect([await accept('superseded'), await accept('accepted')]).toEqual([true, false])
})

test('a dry run counts a replaced proposal that is named, as accepting it does', async () => {
  const { run, said } = runWith(
    { 'inbox.list': ({ state }) => ({ proposals: state ? [proposal] : [], nextCursor: null, total: 0 }) },
    { rest: [id], options: { dryRun: true } },
  )
  await named(inbox, 'accept').run(run)
  expect(said.join()).toContain('Would accept 1 proposal as one change.')
})

test('messages of an account that cannot be read are counted', async () => {
  const address = 'imaps://me@mail.example'
  const account = { account: { address }, read: 5, failed: 3, proposed: 0, error: null }
  const { run, said } = runWith({
    'inbox.accounts': () => ({ accounts: [account.account] }),
    'inbox.sync': () => ({ accounts: [account] }),
  })
  await named(inbox, 'sync').run(run)
  expect(said).toEqual(['5 read, 3 not readable. Nothing new is proposed.'])
})

test('a question of what was read before is as large as a gateway takes, however long the name of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-scan-'))
  const message = 'From a@b.example Tue Sep  1 10:00:00 2026\nSubject: x\n\nHello.\n\n'
  writeFileSync(join(folder, `${'a'.repeat(240)}.mbox`), message.repeat(5_000))
  const { run, asked } = runWith(
    {
      'inbox.seen': ({ places }) => ({ seen: (places as string[]).map((_, at) => at) }),
      'inbox.list': () => ({ proposals: [], total: 0 }),
    },
    { rest: [folder] },
  )
  await scanCommand.run(run)
  rmSync(folder, { recursive: true })
  const sizes = asked.flatMap(([name, input]) => (name === 'inbox.seen' ? JSON.stringify(input).length : []))
  expect(Math.max(...sizes)).toBeLessThan(1_048_576)
})

test('the command for what was left aside takes a path with a space', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm scan '))
  const path = join(folder, 'a.eml')
  writeFileSync(path, 'Subject: x\n\nHello.\n')
  const aside = { status: null, proposals: [], evidence: [] }
  const answer = { messages: [aside], read: 1, skipped: 0, failed: 0 }
  const answers = { 'inbox.seen': () => ({ seen: [] }), 'inbox.scan': () => answer }
  const { run, said } = runWith(answers, { rest: [path] })
  await scanCommand.run(run)
  rmSync(folder, { recursive: true })
  expect(said.join()).toContain(`crm inbox scan '${path}' --left`)
})

test('a message whose date cannot be read is not taken for an old one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-scan-'))
  for (const [name, date] of [
    ['new', '01 Nov 2026 10:00:00 +0000'],
    ['old', '01 Nov 2005 10:00:00 +0000'],
    ['odd', 'yesterday or so'],
  ])
    writeFileSync(join(folder, `${name}.eml`), `Date: ${date}\nSubject: ${name}\n\nHello.\n`)
  const { run, asked } = runWith(
    {
      'inbox.seen': () => ({ seen: [] }),
      'inbox.scan': () => ({ messages: [], read: 2, skipped: 0, failed: 0 }),
    },
    { rest: [folder], options: { since: '2026-10-01' } },
  )
  await scanCommand.run(run)
  rmSync(folder, { recursive: true })
  const [, { messages }] = asked.at(-1) as [string, { messages: { path: string }[] }]
  expect(messages.map(({ path }) => path.slice(-7)).sort()).toEqual(['new.eml', 'odd.eml'])
})

test('an edit that adds to a list is for the version that it read, and another is for any', async () => {
  const record = { id, company: 'Acme', role: 'Chef', name: 'Jane', tags: ['a'], jobIds: [], updatedAt: 'v1' }
  const edit = async (noun: 'jobs' | 'contacts', options: Record<string, string>) => {
    const found = { matches: [{ id, name: 'Acme' }], total: 1 }
    const { run, asked } = runWith(
      {
        ...{ 'references.jobs': () => found, 'references.contacts': () => found },
        ...{ [`${noun}.get`]: () => record, [`${noun}.update`]: () => record },
      },
      { args: [id], rest: [id], options },
    )
    await named(noun === 'jobs' ? jobs : contacts, 'edit').run(run)
    return asked.findLast(([name]) => name === `${noun}.update`)?.[1]
  }
  expect(await edit('jobs', { tags: '+b' })).toEqual({ id, tags: ['a', 'b'], expectedUpdatedAt: 'v1' })
  expect(await edit('jobs', { tags: 'b' })).toEqual({ id, tags: ['b'] })
  expect(await edit('contacts', { link: id })).toEqual({ id, jobIds: [id], expectedUpdatedAt: 'v1' })
  expect(await edit('contacts', { title: 'Boss' })).toEqual({ id, title: 'Boss' })
})

test('a comparison of the latest ten open offers says how many there are', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => ({ id: `o${at}` }))
  const { run, said } = runWith({
    'offers.list': () => ({ offers: rows, total: 12, nextCursor: 'more' }),
    'offers.compare': () => {
      throw new CrmError('failed', 'far enough')
    },
  })
  await expect(named(read, 'compare').run(run)).rejects.toThrow('far enough')
  expect(said).toEqual(['These are the latest 10 of 12 open offers. To compare others, name them.'])
})

test('a round in words without a period has that of the offer, and says so', async () => {
  const base = { amount: 20_000, currency: 'PLN', period: 'month' }
  const { run, said } = runWith(
    {
      'references.offers': () => ({ matches: [{ id, name: 'Acme' }], total: 1 }),
      'offers.get': () => ({ id, jobId: id, base }),
      'offers.read': () => ({
        terms: { base: { amount: 22_000, currency: 'PLN' } },
        ...{ assumed: [{ words: '22,000 PLN', why: 'names no period; a year was taken' }], unread: [] },
      }),
      'offers.round': () => ({ base: { ...base, amount: 22_000 } }),
    },
    { args: [id, 'them', '22,000 PLN'], options: { yes: true } },
  )
  await named(offers, 'round').run(run)
  expect(said[0]).toBe('“22,000 PLN” names no period; the offer’s, a month, was taken.')
  expect(said[1]).toContain('a month')
})

test('after two hundred messages a conversation goes on with the latest', async () => {
  const sizes: number[] = []
  vi.doMock('../../cli/commands/chat-stream.ts', () => ({
    async *streamFromServer(_: unknown, { messages }: { messages: { role: string }[] }) {
      sizes.push(messages[0]?.role === 'user' ? messages.length : 0)
      yield { event: 'delta', data: { text: 'Yes.' } }
    },
  }))
  const { run } = runWith({}, { config: { env: {} } as never })
  const stdin = () => Object.assign(Readable.from([]), { isTTY: true })
  let left = 102
  const ask = async () => (left-- ? 'And now?' : '')
  const out = { ...run.out, look: { ...run.out.look, isTerminal: true }, ask }
  await named(chat, 'chat').run({ ...run, out, stdin } as never)
  vi.doUnmock('../../cli/commands/chat-stream.ts')
  expect(sizes.slice(-4)).toEqual([197, 199, 199, 199])
})

test.each([
  ['active', '2026-12-01T12:00:00.000Z', 'Would cancel your subscription at the end', 'until 2026-12-01.'],
  ['past_due', null, 'Would end your subscription now', 'Your subscription has ended.'],
  ['incomplete', null, 'Would end your subscription now', 'Your subscription has ended.'],
])('cancelling a subscription that is %s says when it ends', async (status, end, would, sentence) => {
  const answers = {
    'billing.subscription': () => ({ subscription: { status } }),
    'billing.cancel': () => ({ cancelAtPeriodEnd: true, currentPeriodEnd: end }),
  }
  const plan = runWith(answers, { options: { dryRun: true } })
  await cancel.run(plan.run)
  expect(plan.said.join()).toContain(would)
  const { run, asked, said } = runWith(answers, { options: { yes: true } })
  await cancel.run(run)
  expect(asked.at(-1)).toEqual(['billing.cancel', {}])
  expect(said.join()).toContain(sentence)
})

test('what is sent again to a disabled webhook is said to wait', async () => {
  const webhook = { id, url: 'https://example.com/hook', disabledAt: '2026-11-01T00:00:00.000Z' }
  const answers = {
    'webhooks.list': () => ({ webhooks: [webhook], nextCursor: null, total: 1 }),
    'webhooks.replay': () => ({ id, replayed: 2 }),
    'deliveries.replay': () => ({ id, event: 'job.created', status: 'held' }),
  }
  const replay = async (args: string[], options: Record<string, string>) => {
    const { run, said } = runWith(answers, { args, options })
    await named(webhooks, 'replay').run(run)
    return said.join()
  }
  expect(await replay(['example.com'], { since: 'yesterday' })).toBe(
    '2 events are held until you enable https://example.com/hook.',
  )
  expect(await replay([id], {})).toBe(`job.created (${shortId(id)}) waits until its webhook is enabled.`)
})

test('a letter or two of its address remove no webhook', async () => {
  const webhook = { id, url: 'https://example.com/hook' }
  const remove = async (text: string) => {
    const { run, asked } = runWith(
      { 'webhooks.list': () => ({ webhooks: [webhook], nextCursor: null, total: 1 }) },
      { args: [text], options: { yes: true } },
    )
    await named(webhooks, 'rm').run(run)
    return asked.at(-1)
  }
  await expect(remove('ex')).rejects.toThrow('To delete https://example.com/hook, type more than “ex”.')
  expect(await remove('exam')).toEqual(['webhooks.delete', { id }])
})

test.each([
  [1, 'Charged $1.99: Cover letter.'],
  [0, 'Bought within the last day: nothing was charged again.'],
])('a purchase that delivers %i new item says whether it was charged', async (added, sentence) => {
  let items = 3
  const { run, said } = runWith(
    {
      'billing.subscription': () => ({ balance: { items } }),
      'billing.buy-cover-letter': () => ((items += added), { success: true }),
    },
    { args: ['cover-letter'], options: { yes: true } },
  )
  await buy.run(run)
  expect(said[0]).toBe(sentence)
})

test.each([
  ['pending', '$149.00 go back to your card: pending.'],
  ['failed', 'The refund of $149.00 failed: nothing goes back to your card.'],
])('a refund promises at most what is left, and says when it is %s', async (status, sentence) => {
  const invoice = { id: 'in_1', status: 'paid', amount_paid: 199_900, amount_refunded: 0, currency: 'usd' }
  const answers = {
    'billing.subscription': () => ({ invoices: [invoice] }),
    'billing.refund': () => ({ refundId: 're_1', amount: 14_900, status }),
  }
  const plan = runWith(answers, { options: { dryRun: true } })
  await refund.run(plan.run)
  expect(plan.said).toEqual(['Would refund up to $1,999.00 of in_1.'])
  const { run, said } = runWith(answers, { options: { yes: true } })
  await refund.run(run)
  expect(said).toEqual([sentence])
})

test('a purchase is shown although what was bought before cannot be looked up', async () => {
  const refused = () => {
    throw new CrmError('scope_missing', 'It lacks billing:read.')
  }
  const { run, said } = runWith(
    { 'billing.subscription': refused, 'billing.buy-cover-letter': () => ({ letter: 'Dear Globex' }) },
    { args: ['cover-letter'], options: { yes: true } },
  )
  await buy.run(run)
  expect(said.join('\n')).toMatch(/Charged \$1\.99: Cover letter\.\n[^]*Dear Globex/)
})
