// A lease on a host. While a gateway holds the lease, no other gateway of this installation sends requests to that host.
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS, isoOf, MINUTE_MS, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { readRetryAfter } from '../kernel/retry-after.ts'
import { FetchError, fetchPublic, type FetchedPage, type FetchOptions } from '../outbound/fetch.ts'
import { VERSION } from '../version.ts'
import { BoardFault, fetchFault } from './fault.ts'
import { judgeRobots, robotsFor } from './robots.ts'
import * as store from './store/hosts.ts'

/** A holder without requests for this long is presumed dead. One request takes at most a minute. */
const LEASE_MS = 90 * SECOND_MS
const POLL_MS = 100
const DEFAULT_PAUSE_MS = 15 * MINUTE_MS
const MAX_PAUSE_MS = DAY_MS
/** Ashby sometimes takes longer than ten seconds. */
const ANSWER_MS = 55 * SECOND_MS
/** After this many timeouts in a row the holder stops, because others wait for the host. */
const MAX_LATE = 3
/** A board of 700 postings with texts is 12 MB. */
const MAX_BYTES = 48 * 1024 * 1024

interface RequestOptions {
  accept: string
  headers?: Record<string, string>
  robotsExempt?: string | undefined
  mostRedirects?: number | undefined
}

export interface HostTurn {
  /** Sends a request. Throws BoardFault for 429, for 503 with Retry-After, and if there is no valid answer. */
  get(url: string, asked: RequestOptions): Promise<FetchedPage>
}

export class TurnLostError extends Error {
  override readonly name = 'TurnLostError'
}

/** `crm/1.2.0 (reads job boards for a person; me@example.com)`. */
const userAgent = (contact: string | null): string =>
  `crm/${VERSION} (reads job boards for a person${contact ? `; ${contact}` : ''})`

interface TurnOptions {
  patienceMs: number
  answerMs?: number
  signal?: AbortSignal
}

/** Runs `work` while holding the host. Returns null if others hold the host for longer than `patienceMs`. */
export async function inTurn<T>(
  services: Services,
  host: string,
  { patienceMs, answerMs = ANSWER_MS, signal }: TurnOptions,
  work: (turn: HostTurn) => Promise<T>,
): Promise<T | null> {
  const { sql, clock } = services
  const holder = newId()
  const until = () => isoOf(clock.now() + LEASE_MS)
  const claim = () => store.claimHost(sql, { host, holder, now: isoOf(clock.now()), until: until() })
  const polls = Math.ceil(patienceMs / POLL_MS)
  let isMine = await claim()
  for (let poll = 0; !isMine && poll < polls && !signal?.aborted; poll += 1) {
    await pause(POLL_MS)
    isMine = await claim()
  }
  if (!isMine) return null
  const prolong = async () => {
    if (!(await store.prolongHost(sql, { host, holder, until: until() }))) throw new TurnLostError(host)
  }
  try {
    return await work(openTurn(services, prolong, { wholeMs: answerMs, ...(signal && { signal }) }))
  } finally {
    await store.releaseHost(sql, { host, holder }).catch((error: unknown) => {
      services.log.warn({ error }, 'A turn at a host could not be given back; it expires by itself.')
    })
  }
}

function openTurn(
  services: Services,
  prolong: () => Promise<void>,
  limits: Pick<FetchOptions, 'wholeMs' | 'signal'>,
): HostTurn {
  const { config, clock } = services
  const options: FetchOptions = {
    allowPrivateHosts: config.allowPrivateHosts,
    hostMap: config.hostMap,
    ...{ ...limits, mostBytes: MAX_BYTES, contentTypes: [] },
    headers: { 'user-agent': userAgent(config.contact) },
  }
  let askedAt = -Infinity
  let late = 0
  const ask: HostTurn['get'] = async (url, { accept, headers, robotsExempt, mostRedirects = 2 }) => {
    const { host } = new URL(url)
    await prolong()
    const freeAt = (await store.findHost(services.sql, host))?.freeAt
    if (freeAt && isAhead(services, freeAt)) throw waitFault(host, freeAt)
    const robots = robotsExempt ? '' : await robotsFor(services, url, options)
    const { isAllowed, delayMs } = judgeRobots(url, robots)
    if (!isAllowed) throw new BoardFault(`The robots.txt of ${host} forbids to read it.`)
    const waitMs = askedAt + delayMs - clock.now()
    if (waitMs > 0) await pause(waitMs)
    // Prolongs the lease again, because fetching robots.txt may have taken as long as a whole request.
    await prolong()
    askedAt = clock.now()
    const answer = await fetchPublic(url, {
      ...{ ...options, mostRedirects },
      headers: { ...options.headers, accept, ...headers },
    }).catch((error: unknown) => {
      throw error instanceof FetchError ? fetchFault(host, error) : error
    })
    if (answer.status === 429 || (answer.status === 503 && answer.retryAfter))
      throw await pauseFault(services, host, answer)
    return answer
  }
  return {
    async get(url, asked) {
      if (late >= MAX_LATE) throw lateFault(services, new URL(url).host)
      try {
        const answer = await ask(url, asked)
        late = 0
        return answer
      } catch (error) {
        late = error instanceof BoardFault && error.isLate ? late + 1 : 0
        throw error
      }
    },
  }
}

export const isAhead = ({ clock }: Pick<Services, 'clock'>, at: string | null | undefined): boolean =>
  typeof at === 'string' && msOf(at) > clock.now()

const waitFault = (host: string, until: string): BoardFault =>
  new BoardFault(`${host} asks to be left alone until ${until.slice(0, 16).replace('T', ' ')} UTC.`, {
    until,
  })

const lateFault = ({ clock }: Services, host: string): BoardFault =>
  new BoardFault(`${host} did not answer in time ${MAX_LATE} times in a row, so this was not asked.`, {
    until: isoOf(clock.now() + DEFAULT_PAUSE_MS),
  })

/** Stores the pause that a host asks for; it applies to all users. */
async function pauseFault({ sql, clock }: Services, host: string, answer: FetchedPage): Promise<BoardFault> {
  const now = clock.now()
  const askedMs = readRetryAfter(answer.retryAfter, now) ?? DEFAULT_PAUSE_MS
  const until = isoOf(now + Math.min(Math.max(askedMs, SECOND_MS), MAX_PAUSE_MS))
  await store.pauseHost(sql, host, until)
  return waitFault(host, until)
}
