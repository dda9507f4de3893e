// One record as a tool result, and helpers shared by the tools that write.
import { getContact } from '../../../core/contacts/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { OPEN_STATUSES } from '../../../core/jobs/fields.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { isOneOf, recordOf, must } from '../../../core/kernel/narrow.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { invalidInput, parse } from '../../../core/kernel/schema.ts'
import { ByVersion, requireVersion } from '../../../core/kernel/version.ts'
import type { Z } from '../../../core/kernel/zod.ts'
import { mergeNote, type Fields, type Noun as Declared } from '../../../core/kernel/record.ts'
import type { ToolContext, ToolOutput } from '../tool.ts'
import { named } from '../foreign-text.ts'
import { withNames, fieldsFor, ownFields, shown, type Row } from './record-fields.ts'
import { fieldLines, fieldText, jobName, lineOf } from './record-text.ts'

/** Names the records that a new one resembles; empty if there are none. */
export const duplicatesText = <Duplicate extends { id: string }>(
  duplicates: readonly Duplicate[] | undefined,
  nameOf: (duplicate: Duplicate) => string,
): string => {
  if (!duplicates?.length) return ''
  // Empty for a caller who may not read them.
  const known = duplicates.filter((duplicate) => Object.hasOwn(duplicate, 'id'))
  return known.length
    ? ` It may be there already: ${known.map((duplicate) => `[${shortId(duplicate.id)}] ${nameOf(duplicate)}`).join('; ')}.`
    : ' It may be there already.'
}

/** For a contact without a job: their only open job, with a sentence about it. None if there are several. */
export async function onlyJobOf(
  ctx: ToolContext,
  given: { jobId?: unknown; contactId?: string | undefined },
): Promise<{ job: { jobId?: string }; words: string }> {
  const none = { job: {}, words: '' }
  // An empty jobId states that there is no job.
  if ('jobId' in given || given.contactId === undefined || !ctx.allows('jobs:read')) return none
  const { name, jobIds } = await ctx.ask(getContact, { id: given.contactId })
  const jobs = await Promise.all(jobIds.map((id) => ctx.ask(getJob, { id })))
  const [only, second] = jobs.filter(({ status }) => isOneOf(OPEN_STATUSES, status))
  if (!only || second) return none
  return { job: { jobId: only.id }, words: ` Linked to ${jobName(only)}, the one open job of ${name}.` }
}

interface MergeRequest<Row extends object> {
  noun: Declared<Fields>
  /** The version of the entry that stays, if the caller named one. */
  expectedUpdatedAt: string | undefined
  nameOf(row: Row): string
  read: Operation<Z.ZodType<unknown, { id: string }>, Z.ZodType<Row>>
  merge: Operation<Z.ZodType<unknown, { id: string; from: string }>, Z.ZodType<Row>>
}

/** Merges an entry, if one is named, into another after the user agrees, and reports the changes. Until then, returns the question. */
export async function mergeAsked<Row extends { id: string; updatedAt: string }>(
  ctx: ToolContext,
  id: string,
  other: string | undefined,
  { noun, nameOf, read, merge, ...version }: MergeRequest<Row>,
) {
  if (!other) return {}
  const ids = [id, other] as const
  if (id === other) throw invalidInput([{ path: 'mergeFrom', message: 'is the same record' }])
  const { expectedUpdatedAt } = parse(ByVersion(), { id, ...version })
  let kept: Row | undefined
  let sentence = ''
  const held = await ctx.confirm(async () => {
    const [one, two] = await Promise.all([ctx.ask(read, { id }), ctx.ask(read, { id: other })])
    requireVersion(noun.noun, one, expectedUpdatedAt)
    kept = one
    sentence = mergeNote(noun, one, two)
    const [into, from] = [one, two].map((row, at) => entryText(nameOf(row), must(ids[at]), row))
    const question = `Fold ${from} into ${into}, which stays; [${shortId(other)}] is deleted.${sentence}`
    return { question, records: [two, one] }
  })
  if (held) return { held }
  const merged = await ctx.ask(merge, { id, from: other })
  const [was, is] = [statusOf(kept ?? merged), statusOf(merged)]
  const moved = was === is ? '' : ` Its status was ${was} and is ${is} now.`
  const [into, from] = ids.map((id) => `[${shortId(id)}]`)
  return { merged, words: `Merged ${from} into ${into}, ${nameOf(merged)}, which stays.${moved}${sentence}` }
}

const statusOf = (row: object): string => String(recordOf(row)['status'] ?? '')

/** `“Acme — Cook” [1a2b3c4d] (applied, “Ulm”)`: two entries of one name differ in what stands behind it. */
function entryText(name: string, id: string, row: object): string {
  const { location, email } = recordOf(row)
  const where = [location, email].flatMap((each) => (typeof each === 'string' ? named(each) : []))
  const more = [statusOf(row), ...where].filter(Boolean).join(', ')
  return `${named(name)} [${shortId(id)}]${more && ` (${more})`}`
}

const MAX_SHOWN_CHARACTERS = 60

/** Describes what a change did to the fields that its arguments name: `changed salary from “none” to “$90k”`. */
export function changeWords(
  { timeZone }: ToolContext,
  args: readonly string[],
  before: object,
  after: object,
): string {
  const fields = new Set(args.map((name) => (name === 'appendNotes' ? 'notes' : name)))
  const done = [...fields].flatMap((field) => {
    const [was, is] = [before, after].map((row) => {
      const value = recordOf(row)[field]
      return value === null || value === undefined ? 'none' : fieldText(field, value, timeZone)
    })
    if (was === is || was === undefined || is === undefined) return []
    return Math.max(was.length, is.length) > MAX_SHOWN_CHARACTERS
      ? [field]
      : [`${field} from “${was}” to “${is}”`]
  })
  return `changed ${done.join(', ') || 'nothing'}`
}

export const NAMES = {
  jobs: 'job',
  contacts: 'contact',
  activities: 'activity',
  events: 'event',
  offers: 'offer',
} as const

const offerText = (row: Row, timeZone: string): string => {
  const { id, jobId } = row
  // Absent for a caller who may not read jobs.
  const of = jobId ? ` of job ${shortId(String(jobId))}` : ''
  const terms = fieldLines(ownFields(row, ['jobId', 'company', 'role']), timeZone)
  return `[${shortId(String(id))}]${of}\n${terms}`
}

/** A sentence and the record. An offer is shown whole, because its terms matter most. */
export async function recordResult(
  ctx: ToolContext,
  sentence: string,
  noun: keyof typeof NAMES,
  record: object,
  timeZone = ctx.timeZone,
): Promise<ToolOutput> {
  const own = noun === 'jobs' || noun === 'contacts' ? record : must((await withNames(ctx, [record]))[0])
  const line = lineOf(noun, own, { now: ctx.now(), timeZone })
  const row = shown(own, noun === 'offers' ? undefined : fieldsFor(noun, {}))
  const words = noun === 'offers' ? offerText(row, timeZone) : line
  return {
    summary: sentence || line,
    words: [sentence, words].filter(Boolean).join('\n'),
    [NAMES[noun]]: row,
  }
}
