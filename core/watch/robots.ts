// The rules of a host's robots.txt for this program, read once a day.
import robotsParser from 'robots-parser'
import { DAY_MS, isoOf, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { FetchError, fetchPublic, type FetchOptions } from '../outbound/fetch.ts'
import { BoardFault, fetchFault } from './fault.ts'
import * as store from './store/hosts.ts'

const ROBOT = 'crm'
const MAX_BYTES = 500_000
const MAX_DELAY_MS = 10 * SECOND_MS

/** Whether a robots.txt allows to read an address, and the pause between requests that it asks for. */
export function judgeRobots(url: string, robots: string) {
  // The package's types describe a default export, but Node imports the function itself.
  const parse: typeof robotsParser.default = robotsParser as never
  const rules = parse(new URL('/robots.txt', url).href, robots)
  const delay = rules.getCrawlDelay(ROBOT) ?? 0
  return {
    isAllowed: rules.isAllowed(url, ROBOT) ?? true,
    delayMs: Math.min(Math.max(0, delay * SECOND_MS), MAX_DELAY_MS),
  }
}

/** The robots.txt of a host, from the day's cache or read again. Throws BoardFault if it cannot be read. */
export async function robotsFor(services: Services, url: string, options: FetchOptions): Promise<string> {
  const { sql, clock } = services
  const { host } = new URL(url)
  const stored = await store.findHost(sql, host)
  const now = clock.now()
  if (stored?.robotsAt && stored.robots !== null && now - msOf(stored.robotsAt) < DAY_MS) return stored.robots
  const robots = await readRobots(url, options)
  await store.updateRobots(sql, host, robots, isoOf(now))
  return robots
}

async function readRobots(url: string, options: FetchOptions): Promise<string> {
  const { host } = new URL(url)
  try {
    const address = new URL('/robots.txt', url).href
    const answer = await fetchPublic(address, { ...options, mostBytes: MAX_BYTES, contentTypes: [] })
    if (answer.status >= 500 || answer.status === 429)
      throw new BoardFault(`The robots.txt of ${host} failed (HTTP ${answer.status}), so it was not asked.`)
    // A missing file, or an HTML page in its place, allows everything.
    const text = answer.status === 200 ? answer.body.toString('utf8').replaceAll('\0', '') : ''
    return /^\s*</.test(text) ? '' : text
  } catch (error) {
    throw error instanceof FetchError ? fetchFault(host, error) : error
  }
}
