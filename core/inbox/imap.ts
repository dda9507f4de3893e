// Reads a mailbox over IMAP. It opens the folder with EXAMINE and fetches with PEEK, so no message is marked as read.
import { fail, problem } from '../kernel/errors.ts'
import { recordOf, first, last } from '../kernel/narrow.ts'
import { unreached } from '../kernel/system-causes.ts'
import type { ImapFlow } from 'imapflow'
import { isIP } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import { resolvePublic } from '../outbound/address.ts'
import { MAX_MESSAGE_BYTES } from './reading/mail.ts'
import type { AccountRow } from './store-accounts.ts'

const CONNECT_MS = 15 * SECOND_MS
const SILENCE_MS = 5 * MINUTE_MS
/** Servers may end an IDLE after 30 minutes, and some do after 10. */
const IDLE_MS = 8 * MINUTE_MS
/** Bytes per fetch. A larger message is fetched alone, so that its failure affects no other. */
const MAX_FETCH_BYTES = 1_048_576
const MAX_FETCH = 50

export type Mailbox = ReturnType<typeof mailboxOn>

/** The host to connect to. A guarded account connects to its resolved address, so that DNS cannot redirect it later. */
async function resolvedHost({ host, guarded }: AccountRow): Promise<string> {
  if (!guarded) return host
  const found = await resolvePublic(host, false)
  if (typeof found === 'object') return first(found.addresses)
  const why = found === 'private' ? 'is not on the public internet' : 'has no address'
  return fail('failed', { problem: `The mail server ${host} ${why}.` })
}

export async function openMailbox(account: AccountRow, secret: string): Promise<Mailbox> {
  const { ImapFlow: Client } = await import('imapflow')
  const { host, port, security, username, auth, folder } = account
  const client = new Client({
    host: await resolvedHost(account),
    port,
    secure: security === 'tls',
    ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
    ...(isIP(host) === 0 && { servername: host }),
    auth: auth === 'token' ? { user: username, accessToken: secret } : { user: username, pass: secret },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS + IDLE_MS,
    maxIdleTime: IDLE_MS,
  })
  // A broken connection rejects the pending calls. Without a listener, its error event would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const box = await client.mailboxOpen(folder, { readOnly: true })
    // A server need not say UIDNEXT.
    return mailboxOn(client, Number(box.uidValidity), Number(box.uidNext) || 1)
  } catch (error) {
    client.close()
    throw asProblem(error, account)
  }
}

function asProblem(error: unknown, { host, folder }: AccountRow) {
  const { authenticationFailed, responseStatus, serverResponseCode } = recordOf(error)
  const extras = { cause: error }
  const mayPass = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG)$/.test(String(serverResponseCode))
  if (authenticationFailed && !mayPass) return problem('mail_sign_in_refused', {}, extras)
  if (responseStatus === 'NO' && !mayPass) return problem('mail_folder_not_found', { folder }, extras)
  const reason = mayPass ? 'it has a problem of its own for now' : unreached(error)
  return problem('mail_unreachable', { host, reason }, extras)
}

/** The open mailbox. `uidNext` is the number that the server gives to the next message, read before the first fetch. */
function mailboxOn(client: ImapFlow, uidValidity: number, uidNext: number) {
  const fetched = (uids: readonly number[], what: { size?: true; source?: true }) =>
    client.fetch(uids.join(','), { uid: true, ...what }, { uid: true })
  return {
    uidValidity,
    uidNext,
    /** The numbers of the messages from `uid` on, ascending. If `since` is given, only of those that arrived since that day. */
    async numbersFrom(uid: number, since: string | null): Promise<number[]> {
      const found = await client.search({ uid: `${uid}:*`, ...(since !== null && { since }) }, { uid: true })
      // `n:*` always includes the last message, even if its number is below n.
      return (found || []).filter((each) => each >= uid).sort((one, other) => one - other)
    },
    /** The messages in batches that fit in memory. Messages that are too large are skipped and counted. */
    async *batches(uids: readonly number[]) {
      for (let from = 0; from < uids.length; from += MAX_FETCH) {
        const group = uids.slice(from, from + MAX_FETCH)
        const sizes = new Map<number, number>()
        for await (const { uid, size } of fetched(group, { size: true })) sizes.set(uid, size ?? 0)
        const small = group.filter((uid) => (sizes.get(uid) ?? Infinity) <= MAX_MESSAGE_BYTES)
        for (const part of parts(small, sizes)) {
          const messages: { uid: number; bytes: Buffer }[] = []
          for await (const { uid, source } of fetched(part, { source: true }))
            if (source) messages.push({ uid, bytes: source })
          yield { last: last(part), messages, tooLarge: 0 }
        }
        const tooLarge = group.filter((uid) => (sizes.get(uid) ?? 0) > MAX_MESSAGE_BYTES).length
        yield { last: last(group), messages: [], tooLarge }
      }
    },
    /** Waits until a message arrives, the time has passed, or the signal aborts. */
    arrival: (waitMs: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          client.off('exists', end)
          client.off('close', end)
          resolve()
        }
        const timer = setTimeout(end, waitMs)
        signal.addEventListener('abort', end)
        client.on('exists', end)
        client.on('close', end)
        if (signal.aborted) return end()
        void client.idle().catch(end)
      }),
    close: () => client.logout().catch(() => client.close()),
  }
}

function* parts(uids: readonly number[], sizes: ReadonlyMap<number, number>): Generator<number[]> {
  let [group, bytes]: [number[], number] = [[], 0]
  for (const uid of uids) {
    const size = sizes.get(uid) ?? 0
    if (group.length && bytes + size > MAX_FETCH_BYTES) {
      yield group
      ;[group, bytes] = [[], 0]
    }
    group.push(uid)
    bytes += size
  }
  if (group.length) yield group
}
