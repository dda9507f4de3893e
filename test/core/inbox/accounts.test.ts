// Mail accounts over IMAP, against a server that speaks the protocol: read-only, resumed, and safe to kill anywhere.
import { afterEach, expect, test } from 'vitest'
import {
  addMailAccount,
  listMailAccounts,
  removeMailAccount,
  syncMail,
} from '../../../core/inbox/account-operations.ts'
import { answeredOnce } from '../../../core/database/idempotency.ts'
import { listProposals } from '../../../core/inbox/queries.ts'
import { claimAccounts, releaseAccount } from '../../../core/inbox/store-accounts.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { rowsOf } from '../../derived/world.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { PASSWORD, TOKEN, startImapServer, type ImapServer } from './imap-server.ts'

const core = useCore({ allowPrivateHosts: ['127.0.0.1'] })
const servers: ImapServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const message = (number: number): string =>
  [
    `From: Employer ${number} Careers <careers@employer${number}.example>`,
    'To: me@mailbox.example',
    'Subject: Application received',
    `Date: Tue, 01 Sep 2026 10:00:${String(number % 60).padStart(2, '0')} +0000`,
    `Message-ID: <m${number}@employer.example>`,
    '',
    `We have received your application for the Cook position.`,
    '',
  ].join('\r\n')

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => message(at + 1))

async function anAccount(sources: readonly string[]) {
  const server = await startImapServer(sources)
  servers.push(server)
  const me = as(core(), await aUser(core()))
  const address = `imap://me@127.0.0.1:${server.port}`
  const account = await call(addMailAccount, me, { address, secret: PASSWORD, insecureLocal: true })
  return { server, me, account, address }
}

const sync = async (me: Context, waitSeconds = 0) => (await call(syncMail, me, { waitSeconds })).accounts[0]!
const proposed = async (me: Context) => (await call(listProposals, me, {})).total

test('an account is read without changing anything in it, and resumed where it was left', async () => {
  const { server, me } = await anAccount(many(3))
  expect(await sync(me)).toMatchObject({ read: 3, proposed: 3, error: null })
  server.deliver(message(4))
  expect(await sync(me)).toMatchObject({ read: 1, skipped: 0 })
  expect(await sync(me)).toMatchObject({ read: 0, skipped: 0 })
  const said = server.commands.join('\n')
  expect(said).toMatch(/^EXAMINE /m)
  expect(said).not.toMatch(/^(?:SELECT|STORE|UID STORE|COPY|UID COPY|MOVE|APPEND|EXPUNGE)|BODY\[/im)
  expect(said).toMatch(/BODY\.PEEK\[/)
})

test('an account whose server does not say UIDNEXT is resumed where it was left', async () => {
  const { server, me } = await anAccount(many(3))
  server.saysUidNext = false
  expect(await sync(me)).toMatchObject({ read: 3, error: null })
  server.deliver(message(4))
  expect(await sync(me)).toMatchObject({ read: 1, skipped: 0, error: null })
  expect(await sync(me)).toMatchObject({ read: 0, skipped: 0, error: null })
})

test('a message that cannot be read is counted as failed, and the others are read', async () => {
  const { me } = await anAccount([message(1), '\u0000\u0001 no message', message(2)])
  expect(await sync(me)).toMatchObject({ read: 2, failed: 1, proposed: 2 })
})

test.each(['XOAUTH2', 'OAUTHBEARER'])(
  'an OAuth token signs in by %s, and never as a password',
  async (mechanism) => {
    const server = await startImapServer(many(2))
    servers.push(server)
    server.capabilities = `IMAP4rev1 IDLE SASL-IR AUTH=${mechanism}`
    const me = as(core(), await aUser(core()))
    const input = {
      address: `imap://me@127.0.0.1:${server.port}`,
      insecureLocal: true,
      auth: 'token' as const,
    }
    const other = as(core(), await aUser(core()))
    await call(addMailAccount, other, { ...input, secret: 'expired' })
    expect(await sync(other)).toMatchObject({
      read: 0,
      error: expect.stringMatching(/\S/),
      code: 'mail_sign_in_refused',
    })
    await call(addMailAccount, me, { ...input, secret: TOKEN })
    expect(await sync(me)).toMatchObject({ read: 2, error: null })
    const said = server.commands.join('\n')
    expect(said).toMatch(new RegExp(`^AUTHENTICATE ${mechanism} `, 'm'))
    expect(said).not.toMatch(/^LOGIN /m)
  },
)

test('with another UIDVALIDITY all is read again, and nothing is proposed twice', async () => {
  const { server, me } = await anAccount(many(3))
  await sync(me)
  server.uidValidity = 8
  server.messages = server.messages.map(({ source }, at) => ({ uid: at + 100, source }))
  expect(await sync(me)).toMatchObject({ read: 0, skipped: 3 })
  expect(await proposed(me)).toBe(3)
})

test('a large message is fetched alone, and its place marked before the next', async () => {
  const large = (number: number) => message(number) + 'Regards\r\n'.repeat(80_000)
  const { server, me } = await anAccount([message(1), message(2), large(3), large(4), message(5)])
  expect(await sync(me)).toMatchObject({ read: 5, error: null })
  const fetched = server.commands.flatMap((said) => /^UID FETCH (\S+).*BODY/i.exec(said)?.[1] ?? [])
  expect(fetched).toEqual(['1,2,3', '4,5'])
})

test('a connection that breaks at any point loses and repeats nothing', async () => {
  const { server, me } = await anAccount(many(60))
  for (let cut = 1; cut <= 20; cut += 1) {
    server.dieAfter = cut * 1_300
    await sync(me)
  }
  server.dieAfter = null
  await sync(me)
  expect(await proposed(me)).toBe(60)
})

test('a request that is repeated with its Idempotency-Key reads once, and every batch of it', async () => {
  const { server, me } = await anAccount(many(120))
  const keyed = (key: string): Context => ({
    ...me,
    report: {},
    operation: 'inbox.sync',
    idempotency: { key, fingerprint: Buffer.alloc(32, 1) },
  })
  const first = await sync(keyed('once'))
  expect(first).toMatchObject({ read: 120, proposed: 120, error: null })
  server.deliver(message(121))
  const retry = keyed('once')
  expect(await sync(retry)).toEqual(first)
  expect(retry.report.replayed).toBe(true)
  const requests = Array.from({ length: 20 }, () => keyed('twice'))
  const answers = await Promise.allSettled(requests.map((request) => sync(request)))
  expect(
    answers.filter((each, at) => each.status === 'fulfilled' && !requests[at]!.report.replayed),
  ).toHaveLength(1)
  for (const each of answers)
    if (each.status === 'fulfilled') expect(each.value).toMatchObject({ read: 1, proposed: 1 })
    else expect(each.reason).toMatchObject({ code: 'idempotency_running' })
})

test('waiting mail is read as it arrives', async () => {
  const { server, me } = await anAccount([])
  const waiting = sync(me, 20)
  await expect.poll(() => server.commands.some((command) => /^idle/i.test(command))).toBe(true)
  server.deliver(message(1))
  expect(await waiting).toMatchObject({ read: 1, proposed: 1 })
})

test('an account that has been read ends the wait of the others, and not their reading', async () => {
  const { me } = await anAccount([message(200)])
  const server = await startImapServer(many(120))
  servers.push(server)
  const address = `imap://me@127.0.0.1:${server.port}`
  await call(addMailAccount, me, { address, secret: PASSWORD, insecureLocal: true })
  const { accounts } = await call(syncMail, me, {})
  expect(accounts.map(({ read }) => read).sort((one, other) => one - other)).toEqual([1, 120])
})

/** Whether the worker would read the account. */
async function isClaimed(id: string): Promise<boolean> {
  const now = new Date().toISOString()
  return (await claimAccounts(core().services.sql, now, now, 1_000)).some((account) => account.id === id)
}

test('the account that was tried last waits for all others, also if it can never be read', async () => {
  const [one, two] = [await anAccount([]), await anAccount([])]
  const { sql } = core().services
  const at = (second: number) => `2026-09-01T00:00:0${second}.000Z`
  await releaseAccount(sql, one.me.principal.userId, one.account.id, at(2))
  await releaseAccount(sql, two.me.principal.userId, two.account.id, at(1))
  const ids = (await claimAccounts(sql, at(3), at(3), 1_000)).map(({ id }) => id)
  expect(ids.filter((id) => [one, two].some(({ account }) => account.id === id))).toEqual([
    two.account.id,
    one.account.id,
  ])
})

test('a wrong password is told and not tried again, and the right one is never shown', async () => {
  const { me, address, account } = await anAccount([])
  expect(await isClaimed(account.id)).toBe(true)
  await call(addMailAccount, me, { address, secret: 'wrong', insecureLocal: true })
  expect((await sync(me)).error).toContain('app password')
  expect(await isClaimed(account.id)).toBe(false)
  expect((await call(listMailAccounts, me, {})).accounts[0]).toMatchObject({
    id: account.id,
    problem: expect.stringContaining('refuses'),
  })
  await call(addMailAccount, me, { address, secret: PASSWORD, insecureLocal: true })
  expect(await isClaimed(account.id)).toBe(true)
  expect((await sync(me)).error).toBeNull()
  expect(JSON.stringify(await rowsOf(core(), me.principal.userId))).not.toContain(PASSWORD)
  await call(removeMailAccount, me, { id: account.id })
  expect((await call(listMailAccounts, me, {})).accounts).toEqual([])
})

test.each(['UNAVAILABLE', 'LIMIT'])(
  'an account whose server cannot check passwords for now (%s) is tried again',
  async (refusal) => {
    const { server, me, account } = await anAccount(many(2))
    server.refusal = refusal
    expect(await sync(me)).toMatchObject({
      code: 'mail_unreachable',
      error: expect.stringContaining('for now'),
    })
    expect(await isClaimed(account.id)).toBe(true)
    server.refusal = null
    expect(await sync(me)).toMatchObject({ read: 2, error: null })
  },
)

test.each([
  [
    'without TLS beyond this machine',
    { address: 'imap://me@mail.example.com', insecureLocal: true },
    /on this machine/,
  ],
  ['a password in the address', { address: 'imaps://me:secret@mail.example.com' }, /stdin/],
  ['no address', { address: 'mail.example.com' }, /imaps:/],
  [
    'a service that takes no password any more',
    { address: 'imaps://me%40outlook.com@outlook.office365.com' },
    /access token/,
  ],
])('%s is refused with what to do instead', async (_, input, reason) => {
  const me = as(core(), await aUser(core()))
  await expect(call(addMailAccount, me, { ...input, secret: 'x' })).rejects.toThrow(reason)
})

test('a claim of a key outlasts the time that a model may take', async () => {
  const me = as(core(), await aUser(core()))
  const now = Date.now()
  const after = (minutes: number): Context => ({
    ...{ ...me, report: {}, config: { ...me.config, aiTimeoutSeconds: 600 } },
    clock: { now: () => now + minutes * 60_000 },
    operation: 'inbox.sync',
    idempotency: { key: 'slow', fingerprint: Buffer.alloc(32, 1) },
  })
  let begun = 0
  let end = () => {}
  const first = answeredOnce(after(0), () => new Promise<void>((done) => ((begun += 1), (end = done))))
  await expect.poll(() => begun).toBe(1)
  const again = (minutes: number) => answeredOnce(after(minutes), () => Promise.resolve('again'))
  await expect(again(11)).rejects.toMatchObject({ code: 'idempotency_running' })
  expect(await again(13)).toBe('again')
  end()
  await first
})
