// A mail account: its address, its public record and its secret.
import { recordChange, transaction, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { Id, Instant, instantIn, words, invalidInput, type Parsed, objectSchema } from '../kernel/schema.ts'
import { isId, newId } from '../kernel/id.ts'
import { decoded } from '../kernel/url.ts'
import * as store from './store-accounts.ts'
import { isIP } from 'node:net'

export const Account = objectSchema((z) => ({
  id: Id(),
  address: z.string().describe('imaps://user@host:port/folder, without the password.'),
  since: Instant().nullable().describe('Older mail is not read.'),
  syncedAt: Instant().nullable(),
  problem: z.string().nullable().describe('Why it cannot be read at the moment.'),
  createdAt: Instant(),
}))
export type Account = Parsed<typeof Account>

export const AccountIn = objectSchema((z) => ({
  address: words(z, 1_000).describe('imaps://USER@HOST[:PORT][/FOLDER]; imap:// means STARTTLS.'),
  secret: words(z, 10_000).describe('The password, or the OAuth access token.'),
  auth: z.enum(['password', 'token']).optional().describe('Default password.'),
  since: instantIn(z).optional(),
  insecureLocal: z.boolean().optional().describe('Without TLS; only for a server on this machine.'),
}))
export type AccountIn = Parsed<typeof AccountIn>

type MailboxAddress = Pick<store.AccountRow, 'host' | 'port' | 'security' | 'username' | 'folder'>

/** Domains of mail services that no longer accept passwords from mail programs. */
const NO_PASSWORD =
  /(?:^|\.)(?:outlook\.(?:com|[a-z]{2})|hotmail\.[a-z.]+|live\.[a-z.]+|msn\.com|office365\.com|outlook\.office\.com)$/

const refuse = (path: string, message: string) => invalidInput([{ path, message }])

/** Parses an account's address. Throws `invalid_input` with the reason. */
function readMailboxAddress({ address, auth, insecureLocal }: AccountIn): MailboxAddress {
  const found = /^(imaps?):\/\/(.+)@(\[[\da-f:.]+\]|[^@/:]+)(?::(\d{1,5}))?(?:\/(.*))?$/i.exec(address.trim())
  if (!found) throw refuse('address', 'is not imaps://USER@HOST[:PORT][/FOLDER]')
  const [, scheme = '', user = '', named = '', port, folder = ''] = found
  const host = named.toLowerCase().replace(/^\[|\]$/g, '')
  const username = decoded(user)
  if (/[\x00-\x1f\x7f]/.test(username + folder)) throw refuse('address', 'contains a control character')
  if (username.includes(':')) throw refuse('address', 'contains a password: give it on stdin instead')
  const isTls = scheme.toLowerCase() === 'imaps'
  if (insecureLocal && !isLoopbackHost(host))
    throw refuse('insecureLocal', 'is only for a server on this machine: use imaps://')
  const domain = username.split('@')[1]?.toLowerCase() ?? ''
  if (auth !== 'token' && (NO_PASSWORD.test(host) || NO_PASSWORD.test(domain)))
    throw refuse(
      'address',
      'is at Outlook.com, which takes no password from mail programs since 2024: give an OAuth access token (--token), or save messages as .eml and use crm inbox scan',
    )
  return {
    host,
    port: port === undefined ? (isTls ? 993 : 143) : Number(port),
    security: insecureLocal && !isTls ? 'none' : isTls ? 'tls' : 'starttls',
    username,
    folder: decoded(folder) || 'INBOX',
  }
}

const addressOf = ({ host, port, security, username, folder }: MailboxAddress): string => {
  const name = host.includes(':') ? `[${host}]` : host
  return `${security === 'tls' ? 'imaps' : 'imap'}://${encodeURIComponent(username).replace('%40', '@')}@${name}:${port}/${folder}`
}

export const accountOf = (row: store.AccountRow): Account => {
  const { id, since, syncedAt, problem, createdAt } = row
  return { id, address: addressOf(row), since, syncedAt, problem, createdAt }
}

const sealContext = (id: string): string => `inbox account ${id}`

export const secretOf = ({ vault }: Pick<Context, 'vault'>, { id, sealedSecret }: store.AccountRow): string =>
  vault.open(sealedSecret, sealContext(id))

/** Whether the server must have a public address. Anybody but the local owner could spy on a private network. */
const isGuarded = ({ principal, config }: Transaction, { host }: MailboxAddress): boolean =>
  principal.credential.kind !== 'local' && !config.allowPrivateHosts.includes(host)

/** Adds an account. If the address has one, replaces its secret and settings; reading continues where it stopped. */
export const addAccount = (ctx: Context, input: AccountIn): Promise<Account> =>
  transaction(ctx, async (tx) => {
    const place = readMailboxAddress(input)
    const userId = tx.principal.userId
    const known = await store.findAccountAt(tx.sql, userId, place)
    const id = known?.id ?? newId()
    const unread = { uidValidity: null, lastUid: 0, syncedAt: null, createdAt: isoOf(tx.clock.now()) }
    const row: store.AccountRow = {
      ...(known ?? unread),
      ...place,
      id,
      auth: input.auth ?? 'password',
      sealedSecret: tx.vault.seal(input.secret, sealContext(id)),
      guarded: isGuarded(tx, place),
      since: input.since ?? known?.since ?? null,
      problem: null,
    }
    await store.putAccount(tx.sql, userId, row)
    const account = accountOf(row)
    recordChange(tx, 'mail-account', id, known ? accountOf(known) : null, account)
    return account
  })

/** Removes an account and its secret. crm still remembers which messages it has read. */
export const removeAccount = (ctx: Context, id: string): Promise<{ deleted: true; id: string }> =>
  transaction(ctx, async (tx) => {
    const removed = isId(id) ? await store.removeAccount(tx.sql, tx.principal.userId, id) : undefined
    if (!removed) return fail('account_not_found', { id })
    recordChange(tx, 'mail-account', removed.id, accountOf(removed), null)
    return { deleted: true, id: removed.id }
  })

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
