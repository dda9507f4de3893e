// Checks whether postings of tracked jobs are still online. crm suggests closing a job if its posting was missing on two days.
import { first, listIn, must } from '../kernel/narrow.ts'
import { logActivity } from '../activities/changes.ts'
import { transaction } from '../database/transaction.ts'
import { requisitionId, urlKeyOf } from '../jobs/canonical-url.ts'
import { keepPosting } from '../jobs/kept-posting.ts'
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { boardAt, boardName, boardNamed, hostOf, type Board } from './board.ts'
import { BoardFault } from './fault.ts'
import type { FoundPosting } from './found-posting.ts'
import { inTurn, type HostTurn } from './host-turn.ts'
import { detailOf } from './posting-detail.ts'
import { readBoard, type BoardReading } from './reading.ts'
import { payText } from '../reading/compensation.ts'
import { endInData } from '../scout/closing-day.ts'
import * as store from './store/liveness.ts'
import { parseUrl } from '../kernel/url.ts'
import type { CheckedJob } from './watch.ts'

type Signal = { state: 'here' | 'absent' | 'unclear'; why: string }

/** The lookbehind skips a condition: “until the position is filled”, “bis die Stelle besetzt ist”. */
const CLOSED =
  /\b(?<!\b(?:until|till|once|when|whenever|if|unless|before|after|bis|sobald|wenn|falls|une fois|si)(?: [\p{L}']{1,20}){0,3} )(?:no longer (?:accepting|open|available|active|taking)|(?:job|position|role|posting|vacancy) (?:has been |is |was )?(?:closed|filled|expired|removed|no longer)|applications? (?:are |is )?(?:now )?closed|this (?:job|position|role) (?:has )?expired|nicht mehr (?:verfügbar|online|aktiv|ausgeschrieben|offen)|stelle (?:ist |wurde )?(?:bereits )?(?:besetzt|vergeben)|n'est plus (?:disponible|en ligne|ouvert)|offre (?:est )?(?:pourvue|expirée)|poste (?:est |a été )?pourvu)/iu

/** The zone where days end last. A day that is over there is over everywhere. */
const LATEST_ZONE = 'Etc/GMT+12'

/** The day in a stated end; the whole text if it is written in words, such as “December 31, 2026”. */
const dayIn = (text: string): string => /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? text.slice(0, 40)

interface PageAnswer {
  status: number
  askedUrl: string
  url: string
  text: string
  validThrough: string | null
}

const idsIn = (url: string): string[] =>
  url.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4,}|(?<=\/j\/)\w{6,}/gi) ?? []

/** Decides from a page whether its posting is online. In doubt, the state is `unclear`, which suggests closing nothing. */
export function pageSignalOf({ status, askedUrl, url, text, validThrough }: PageAnswer, now: number): Signal {
  if (status === 404 || status === 410) return { state: 'absent', why: `its page is gone (HTTP ${status})` }
  if (status !== 200) return { state: 'unclear', why: `its page answers with HTTP ${status}` }
  if (/[?&]error=true\b/.test(url)) return { state: 'absent', why: 'its page leads back to the list' }
  const leadsElsewhere = idsIn(askedUrl).some((id) => !url.includes(id))
  if (leadsElsewhere) return { state: 'unclear', why: 'its page leads to another one' }
  const closed = CLOSED.exec(text.slice(0, 20_000).replace(/[’‘]/g, "'"))?.[0]
  if (closed) return { state: 'absent', why: `its page says “${closed}”` }
  const until = endInData(validThrough, now, LATEST_ZONE).at
  if (until !== null && msOf(until) < now)
    return { state: 'absent', why: `it was open until ${dayIn(must(validThrough))}` }
  return { state: 'here', why: 'its page is there' }
}

/** Sites that list other employers' postings and do not want automated readers. */
const PORTALS =
  /(?:^|\.)(?:linkedin\.com|indeed\.[a-z.]+|glassdoor\.[a-z.]+|ziprecruiter\.[a-z.]+|xing\.com|stepstone\.[a-z.]+)$/
const PATIENCE_MS = 20_000
const MAX_PAGE_TEXT = 200_000

type Observation = Signal & { posting?: FoundPosting }

export async function checkJobs(ctx: Context, jobs: readonly store.TrackedPosting[]): Promise<CheckedJob[]> {
  const groups = new Map<string, store.TrackedPosting[]>()
  for (const job of jobs) {
    const board = boardOfJob(job)
    listIn(groups, board ? boardName(board) : job.id).push(job)
  }
  const checked: CheckedJob[] = []
  for (const groupJobs of groups.values()) {
    if (ctx.signal().aborted) break
    const board = boardOfJob(first(groupJobs))
    const seen = board ? await onBoard(ctx, board, groupJobs) : await onPage(ctx, first(groupJobs))
    for (const job of groupJobs) checked.push(await remember(ctx, job, seen(job)))
  }
  return checked
}

/** The board that lists a job's posting: the watched board, else the one that the URL names. No feeds: they drop old postings. */
export function boardOfJob({ board, url }: store.TrackedPosting): Board | undefined {
  const found = board === null ? undefined : boardNamed(board)
  if (found && !found.system.isPartial) return found
  const address = parseUrl(url)
  return address ? boardAt(address) : undefined
}

type Observer = (job: store.TrackedPosting) => Observation

const unclear =
  (why: string): Observer =>
  () => ({ state: 'unclear', why })

async function lookAt(ctx: Context, host: string, work: (turn: HostTurn) => Promise<Observer>) {
  try {
    const done = await inTurn(ctx, host, { patienceMs: PATIENCE_MS, signal: ctx.signal() }, work)
    return done ?? unclear(`${host} is being read by another process`)
  } catch (error) {
    if (error instanceof BoardFault) return unclear(error.message)
    ctx.log.warn({ error, host }, 'A posting could not be checked.')
    return unclear('it could not be read')
  }
}

/** Checks postings by their board's list. On systems with unlisted postings, the page decides about a posting not listed. */
async function onBoard(ctx: Context, board: Board, jobs: readonly store.TrackedPosting[]): Promise<Observer> {
  const seen = await lookAt(ctx, hostOf(board), async (turn) => {
    const reading = await readBoard(turn, board, null)
    const listed = reading ? observe(reading, boardName(board)) : unclear('its board did not answer')
    return board.system.detailOf ? withDetails(turn, board, jobs, listed) : listed
  })
  if (!board.system.hasUnlisted) return seen
  const pages = new Map<string, Observation>()
  for (const job of jobs) if (seen(job).state === 'absent') pages.set(job.id, (await onPage(ctx, job))(job))
  return (job) => pages.get(job.id) ?? seen(job)
}

async function withDetails(
  turn: HostTurn,
  { system, token }: Board,
  jobs: readonly store.TrackedPosting[],
  listed: Observer,
): Promise<Observer> {
  const details = new Map<string, Observation>()
  for (const job of jobs) {
    const seen = listed(job)
    const detail = seen.posting && (await detailOf(turn, system, token, seen.posting.externalId))
    if (seen.posting && detail) details.set(job.id, { ...seen, posting: { ...seen.posting, ...detail } })
  }
  return (job) => details.get(job.id) ?? listed(job)
}

export const observe =
  ({ postings, isComplete }: BoardReading, board: string): Observer =>
  (job) => {
    const posting =
      postings.find(({ externalId }) => job.board === board && externalId === job.externalId) ??
      postings.find(({ url }) => isSame(url, job.url))
    if (posting) return { state: 'here', why: 'its board lists it', posting }
    return isComplete
      ? { state: 'absent', why: 'its board no longer lists it' }
      : { state: 'unclear', why: 'its board was not read whole' }
  }

function isSame(one: string, other: string): boolean {
  const [id, otherId] = [requisitionId(one), requisitionId(other)]
  if (id !== null && id === otherId) return true
  const [key, otherKey] = [urlKeyOf(one), urlKeyOf(other)]
  return key !== null && otherKey !== null && key.equals(otherKey)
}

function onPage(ctx: Context, { url }: store.TrackedPosting): Promise<Observer> | Observer {
  const { host, hostname } = parseUrl(url) ?? { host: '', hostname: '' }
  if (!host) return unclear('its address cannot be read')
  if (PORTALS.test(hostname)) return unclear(`${hostname} does not want to be read by programs`)
  return lookAt(ctx, host, async (turn) => {
    const signal = await pageSignal(ctx, turn, url)
    return () => signal
  })
}

async function pageSignal({ clock }: Context, turn: HostTurn, url: string): Promise<Signal> {
  const answer = await turn.get(url, { accept: 'text/html' })
  const { readPage } = await import('../scout/page.ts')
  const contentType = `text/html; ${answer.contentType}`
  const page = answer.status === 200 ? await readPage({ ...answer, contentType }) : null
  const stated = page?.meta.jobPosting?.['validThrough']
  const validThrough = typeof stated === 'string' ? stated : null
  const text = page?.text.slice(0, MAX_PAGE_TEXT) ?? ''
  const seen = { status: answer.status, askedUrl: url, url: answer.url, text, validThrough }
  return pageSignalOf(seen, clock.now())
}

export async function remember(
  ctx: Context,
  job: store.TrackedPosting,
  seen: Observation,
): Promise<CheckedJob> {
  const now = ctx.clock.now()
  const checkedAt = isoOf(now)
  const missingAt =
    seen.state === 'here' ? null : seen.state === 'absent' ? (job.missingAt ?? checkedAt) : job.missingAt
  const isConfirmed =
    missingAt !== null && seen.state === 'absent' && missingAt.slice(0, 10) < checkedAt.slice(0, 10)
  const goneAt = seen.state === 'here' ? null : (job.goneAt ?? (isConfirmed ? checkedAt : null))
  const { posting } = seen
  // A list without texts also omits pay, so the pay stated before is kept.
  const knownPay = posting?.text === null ? (job.facts?.pay ?? null) : null
  const facts = posting ? { role: posting.role, pay: posting.pay ?? knownPay } : null
  const problem = seen.state === 'unclear' ? seen.why : null
  const note = facts && job.facts && changeText(job.facts, facts)
  const dueAt = isoOf(now + DAY_MS * (0.9 + 0.2 * Math.random()))
  await transaction({ ...ctx, idempotency: undefined }, async (tx) => {
    await store.saveSeen(tx.sql, job, { checkedAt, dueAt, missingAt, goneAt, problem, facts })
    if (note) await logActivity(tx, { jobId: job.id, type: 'note', title: note.slice(0, 200), body: note })
    if (posting?.text)
      await keepPosting(tx, job.id, { text: posting.text, url: posting.url, origin: 'board' })
  })
  const state =
    seen.state === 'here' ? 'open' : goneAt ? 'gone' : seen.state === 'absent' ? 'missing' : 'unclear'
  const { id, company, role, url } = job
  return { id, company, role, url, state, since: missingAt, why: note || seen.why }
}

/** `The posting changed: title “Clerk” → “Senior Clerk”.`; empty if nothing changed. */
function changeText(before: store.StatedFacts, after: store.StatedFacts): string {
  const pay = (facts: store.StatedFacts) => (facts.pay ? payText(facts.pay) : 'none stated')
  const changes = [
    before.role !== after.role && `title “${before.role}” → “${after.role}”`,
    pay(before) !== pay(after) && `pay ${pay(before)} → ${pay(after)}`,
  ].filter(Boolean)
  return changes.length ? `The posting changed: ${changes.join('; ')}.` : ''
}
