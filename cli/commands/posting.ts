// Reads a posting from a URL, file or stdin: by its markup, and by a model if one is configured.
import { hasModel } from '../../core/assistants/payer.ts'
import type { JobIn } from '../../core/jobs/fields.ts'
import { asCrmError, fail, quietly } from '../../core/kernel/errors.ts'
import { leftLines } from '../../core/scout/closing-day.ts'
import { readPostingMeta } from '../../core/scout/job-posting.ts'
import type { AnswerOf, Run } from '../command.ts'
import { ask, textOrNull, type Answer } from './ai-run.ts'
import { readDocument } from './document.ts'
import { terminalWords } from '../output.ts'
import { fetchJd } from '../../core/scout/fetch-posting.ts'
import { whileSaying } from '../ui/progress.ts'
import { parseUrl } from '../../core/kernel/url.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { cut } from '../../core/kernel/plain-characters.ts'

/** The company and the role that the user gives, by position or by flag. */
export type SaidJob = Partial<Pick<JobIn, 'company' | 'role'>>

/** The job fields found in a posting, and the posting's text, which is kept with the job. */
type PostingReading = { fields: Pick<JobIn, 'company' | 'role'> & Partial<JobIn>; posting: string }

const MAX_DESCRIPTION_CHARACTERS = 10_000

/** A model's result as job fields, within their limits; unknown fields are omitted. */
export function fieldsOf(answer: Answer): Partial<JobIn> {
  const part = (field: string, max: number) => cut(textOrNull(answer[field]) ?? '', max) || undefined
  const next = part('nextAction', 500)
  const notes = [part('notes', 4_000), next && `Next: ${next}`].filter(Boolean).join('\n')
  const { priority, tags } = answer
  const fields = {
    company: part('company', 200),
    role: part('role', 200),
    location: part('location', 200),
    salary: part('salary', 100),
    notes: notes || undefined,
    tags: Array.isArray(tags) && tags.length ? tags : undefined,
    priority: priority ?? undefined,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const deadlineOf = ({ deadline }: { deadline?: unknown }) =>
  typeof deadline === 'string' ? { deadline } : {}

/** The fields of a page, from its markup, and from the model if one is configured and answers. */
async function pageFields(run: Run, page: AnswerOf<typeof fetchJd>): Promise<Partial<JobIn>> {
  const leftNotes = leftLines(page.left)
  for (const line of leftNotes) run.out.note(line)
  const marked = {
    ...readPostingMeta(page.meta),
    ...deadlineOf(recordOf(page.meta['jobPosting'])),
    ...(leftNotes.length && { notes: cut(leftNotes.join('\n'), 4_000) }),
  }
  const read = { ...marked, description: cut(page.text, MAX_DESCRIPTION_CHARACTERS) }
  if (!hasModel(run.config)) return read
  try {
    return { ...fieldsOf(await ask(run, 'parse-jd', { ...page })), ...read }
  } catch (error) {
    run.out.note(`Read from its markup only: ${asCrmError(error).message}`)
    return read
  }
}

/** The least text of a page without posting markup. Empty app shells and sign-in walls have less. */
const WORTH_KEEPING = 600

/** Titles of pages that are not the posting: a sign-in wall, an error, a check for robots. */
const NO_POSTING =
  /^(?:sign ?in|log ?in|sign ?up|join |register|404|403|error|page not found|not found|access denied|forbidden|just a moment|attention required|are you a robot|untitled)\b/i

/** Company and role come from the user, else from the page. If both are missing, asks on a terminal; a script saves nothing. */
export async function postingAt(run: Run, url: string, given: SaidJob): Promise<PostingReading> {
  const { fields, text } = await readPage(run, url)
  const isPosting = fields.role
    ? !NO_POSTING.test(fields.role)
    : (fields.description?.length ?? 0) >= WORTH_KEEPING
  const known = { ...(isPosting ? fields : {}), ...given }
  const guess = guessFromUrl(url)
  const company = known.company ?? (await askFor(run, 'Company', guess.company))
  const role = known.role ?? (await askFor(run, 'Role', guess.role === UNTITLED ? undefined : guess.role))
  return { fields: { ...known, company, role, url }, posting: isPosting ? text : '' }
}

/** The fields and the text of a page; nothing with --no-fetch, or if it cannot be read, which is said. */
async function readPage(run: Run, url: string): Promise<{ fields: Partial<JobIn>; text: string }> {
  if (run.options['fetch'] === false) return { fields: {}, text: '' }
  try {
    const page = await fetchPage(run, url)
    return { fields: await pageFields(run, page), text: page.text }
  } catch (error) {
    const { kind, message, hint } = asCrmError(error)
    run.out.note(terminalWords(kind === 'forbidden' ? `The page was not read. ${hint ?? message}` : message))
    return { fields: {}, text: '' }
  }
}

/** Asks on a terminal. Throws in a script, because a guess must not be saved. */
async function askFor({ out }: Run, what: string, guess: string | undefined): Promise<string> {
  const answer = out.canAsk ? (await out.ask(`${what}${guess ? ` [${guess}]` : ''}:`)) || guess : undefined
  const hint = 'Say it: crm add URL --company "Acme" --role "Engineer"'
  return answer || fail('posting_unread', { what: what.toLowerCase() }, { hint })
}

const NEITHER = 'Name the company and role: crm add COMPANY ROLE. Or pipe a posting in.'

/** The model's answer. Without a model, says which field the text does not name, and how to add the posting without one. */
const asked = (run: Run, text: string, what: string): Promise<Answer> =>
  ask(run, 'parse-jd', { text }).catch((error: unknown) => {
    if (asCrmError(error).code !== 'ai_key_required') throw error
    const hint = `Say it: crm add - --company "Acme" --role "Engineer" < FILE. A model could read it, too: ${asCrmError(error).hint}`
    return fail('posting_unread', { what }, { hint })
  })

/** A first line of prose is not the title. */
const MAX_HEADING_CHARACTERS = 150
const SENTENCE_END = /\p{L}{5,}[.!?]\s/u

/**
 * Reads a posting from stdin. If `isUnasked`, no argument named stdin, so an empty input means that arguments are missing. The
 * first line and labels need no model; other fields need one.
 */
export async function postingOnStdin(run: Run, given: SaidJob, isUnasked: boolean): Promise<PostingReading> {
  const text = await readDocument('-', run.stdin, isUnasked ? NEITHER : undefined)
  const { clipPage } = await import('../../core/watch/operations.ts')
  const [line = ''] = text.split('\n')
  const title = line.length > MAX_HEADING_CHARACTERS || SENTENCE_END.test(line) ? '' : line
  const clip = await run.client.call(clipPage, { text, title })
  const { location, salary, notes } = clip
  if (notes) run.out.note(notes)
  const [company, role] = [given.company ?? clip.company, given.role ?? clip.role]
  const read = {
    ...(company && { company }),
    ...(role && { role }),
    ...(location && { location }),
    ...(salary && { salary }),
    ...(notes && { notes }),
    ...deadlineOf(clip),
  }
  const ofModel = company && role ? {} : fieldsOf(await asked(run, text, company ? 'role' : 'company'))
  const description = cut(clip.text, MAX_DESCRIPTION_CHARACTERS)
  return {
    fields: { company: 'Unknown company', role: UNTITLED, ...ofModel, ...read, description },
    posting: text,
  }
}

export const fetchPage = ({ client }: Pick<Run, 'client'>, url: string): Promise<AnswerOf<typeof fetchJd>> =>
  whileSaying(`Fetching ${parseUrl(url)?.host ?? url} …`, () => client.call(fetchJd, { url: url.trim() }))

/** Job boards with the company in the first part of the path, or of the host name. */
const BY_PATH =
  /(?:^|\.)(?:greenhouse\.io|lever\.co|ashbyhq\.com|smartrecruiters\.com|workable\.com|recruitee\.com)$/
const BY_HOST =
  /\.(?:bamboohr\.com|myworkdayjobs\.com|breezy\.hr|teamtailor\.com|personio\.(?:de|com)|recruitee\.com)$/
/** Path segments that are never a role. */
const NOISE =
  /^(?:jobs?|careers?|positions?|openings?|apply|view|o|j|en|en-us|details?|viewjob|posting|role|[0-9a-f-]{8,})$/i

const UNTITLED = 'Untitled role'

function guessFromUrl(address: string): { company: string; role: string } {
  const url = parseUrl(address)
  if (!url) return { company: address.slice(0, 200), role: UNTITLED }
  const host = url.hostname.replace(/^www\./, '')
  const parts = url.pathname
    .split('/')
    .map((part) => quietly(() => decodeURIComponent(part)) ?? part)
    .filter(Boolean)
  return { company: titled(companyOf(host, parts)), role: titled(roleOf(host, parts)) || UNTITLED }
}

function companyOf(host: string, parts: string[]): string {
  const labels = host.split('.')
  if (BY_PATH.test(host) && parts[0]) return parts[0]
  if (BY_HOST.test(host)) return labels[0] ?? host
  const isCountryPair = labels.length > 2 && /^(?:com?|org|net|ac|gov)$/.test(labels.at(-2) ?? '')
  return labels.at(isCountryPair ? -3 : -2) ?? host
}

function roleOf(host: string, parts: string[]): string {
  const own = BY_PATH.test(host) ? parts.slice(1) : parts
  const worded = own
    .filter((part) => !NOISE.test(part) && /[a-z]{3}.*[-_ ].*[a-z]{2}/i.test(part))
    .map((part) => part.replace(/[-_](?:[0-9a-f]{6,}|r?-?\d{3,})$/i, '').replace(/^\d+[-_]/, ''))
  return worded.sort((a, b) => b.length - a.length)[0] ?? ''
}

const titled = (slug: string): string =>
  slug
    .replace(/[-_+]+/g, ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .trim()
    .slice(0, 200)
