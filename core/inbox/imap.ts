// A mailbox over IMAP, read-only by protocol: opened with EXAMINE and fetched with PEEK, so that no flag changes.
import { systemCodeOf } from '../kernel/thrown.ts'
import { recordOf } from '../kernel/narrow.ts'
import { first, last } from '../kernel/must.ts'
import type { ImapFlow } from 'imapflow'
import { isIP } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import { fail, problem } from '../kernel/errors.ts'
import { resolvePublic } from '../outbound/address.ts'
import { MAX_MESSAGE_BYTES } from './reading/mail.ts'
import type { AccountRow } from './store-accounts.ts'

const CONNECT_MS = 15 * SECOND_MS
const SILENCE_MS = 5 * MINUTE_MS
/** Servers may end an IDLE after half an hour, and some do after ten minutes. */
const IDLE_MS = 8 * MINUTE_MS
/** Bytes fetched at once: a large message is a batch of its own, so that its failure is no other's. */
const MAX_FETCH_BYTES = 1_048_576
const MAX_FETCH = 50

export interface Mailbox {
  uidValidity: number
  /** The number that the next message will get, read before any is fetched. */
  uidNext: number
  /** Numbers from this one on, ascending, of messages that came since. */
  numbersFrom(uid: number, since: string | null): Promise<number[]>
  /** The messages in batches that fit in memory; one that is too large is left out and counted. */
  batches(
    uids: readonly number[],
  ): AsyncGenerator<{ last: number; messages: { uid: number; bytes: Buffer }[]; tooLarge: number }>
  /** Waits until a message arrives, the time has passed, or the signal aborts. */
  arrival(waitMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Where to connect: for a guarded account the resolved address, so that the name cannot come to mean another. */
async function targetOf({ host, guarded }: AccountRow): Promise<string> {
  if (!guarded) return host
  const found = await resolvePublic(host, false)
  if (typeof found === 'object') return first(found.addresses)
  return fail('failed', {
    problem: `The mail server ${host} ${found === 'private' ? 'is not on the public internet' : 'has no address'}.`,
  })
}

/** Opens a mailbox; throws `failed` with what a person can do. */
export async function openMailbox(account: AccountRow, secret: string): Promise<Mailbox> {
  const { ImapFlow: Client } = await import('imapflow')
  const { host, port, security, username, auth, folder } = account
  const client = new Client({
    host: await targetOf(account),
    port,
    secure: security === 'tls',
    ...(security === 'starttls' && { doSTARTTLS: true }),
    ...(security === 'none' && { doSTARTTLS: false }),
    ...(isIP(host) === 0 && { servername: host }),
    auth: auth === 'token' ? { user: username, accessToken: secret } : { user: username, pass: secret },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS + IDLE_MS,
    maxIdleTime: IDLE_MS,
  })
  // A connection that breaks rejects what waits on it; without a listener it would end the process too.
  client.on('error', () => {})
  try {
    await client.connect()
    const box = await client.mailboxOpen(folder, { readOnly: true })
    return mailboxOn(client, Number(box.uidValidity), box.uidNext)
  } catch (error) {
    client.close()
    throw asProblem(error, account)
  }
}

function asProblem(error: unknown, { host, folder }: AccountRow) {
  const { authenticationFailed, responseStatus } = recordOf(error)
  const extras = { cause: error }
  if (authenticationFailed) return problem('mail_sign_in_refused', {}, extras)
  if (responseStatus === 'NO') return problem('mail_folder_not_found', { folder }, extras)
  return problem('mail_unreachable', { host, cause: systemCodeOf(error) ?? 'error' }, extras)
}

function mailboxOn(client: ImapFlow, uidValidity: number, uidNext: number): Mailbox {
  return {
    uidValidity,
    uidNext,
    async numbersFrom(uid, since) {
      const found = await client.search({ uid: `${uid}:*`, ...(since !== null && { since }) }, { uid: true })
      // `n:*` always names the last message, even one before n.
      return (found || []).filter((each) => each >= uid).sort((one, other) => one - other)
    },
    async *batches(uids) {
      for (let from = 0; from < uids.length; from += MAX_FETCH) {
        const group = uids.slice(from, from + MAX_FETCH)
        const sizes = new Map<number, number>()
        for await (const { uid, size } of client.fetch(
          group.join(','),
          { uid: true, size: true },
          { uid: true },
        ))
          sizes.set(uid, size ?? 0)
        const small = group.filter((uid) => (sizes.get(uid) ?? Infinity) <= MAX_MESSAGE_BYTES)
        for (const part of parts(small, sizes)) {
          const messages: { uid: number; bytes: Buffer }[] = []
          for await (const { uid, source } of client.fetch(
            part.join(','),
            { uid: true, source: true },
            { uid: true },
          ))
            if (source) messages.push({ uid, bytes: source })
          yield { last: last(part), messages, tooLarge: 0 }
        }
        yield {
          last: last(group),
          messages: [],
          tooLarge: group.filter((uid) => (sizes.get(uid) ?? 0) > MAX_MESSAGE_BYTES).length,
        }
      }
    },
    arrival: (waitMs, signal) =>
      new Promise((resolve) => {
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
