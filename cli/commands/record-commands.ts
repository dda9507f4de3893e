// The commands that all declared records share: show, edit and merge. A noun's file has its special options.
import { JOB, type JobWithHistory } from '../../core/jobs/fields.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { shortId } from '../../core/kernel/id.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { mergeNote, ofKind, type Fields, type Noun } from '../../core/kernel/record.ts'
import { retagged } from '../../core/kernel/schema.ts'
import type { Z } from '../../core/kernel/zod.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'
import { isOn, optionName, type Argument, type Command, type Option, type Run, misused } from '../command.ts'
import type { Client } from '../client.ts'
import { isAgreed, isDryRun } from './agreement.ts'
import { changedText } from './changed-fields.ts'
import { recordLines, type ValueFormat } from '../ui/columns.ts'
import type { Line, Names } from '../ui/table.ts'
import { fieldsIn, type Flag, type Reading } from './flags.ts'
import { momentText } from '../ui/time.ts'
import { contactNames, findJob, fullNameOf, nameOf, namesFor, TO_DELETE } from './references.ts'

type Row = Pick<JobWithHistory, 'id' | 'updatedAt'>

export interface RecordKind<R extends Row> {
  noun: Noun<Fields>
  group: string
  ref: Argument
  find(client: Client, text: string, how?: ResolveOptions): Promise<{ id: string }>
  get: Operation<Z.ZodType, Z.ZodType<R>>
  nameOf(record: R): string
}

export const JOBS: RecordKind<JobWithHistory> = {
  ...{ noun: JOB, group: 'jobs', find: findJob, get: getJob, nameOf },
  ref: { name: 'job', about: 'Id, short id, or part of company and role.' },
}

/** Finds a record, and reads it. */
export async function findAndRead<R extends Row>(
  { find, get }: RecordKind<R>,
  client: Client,
  text: string,
  how?: ResolveOptions,
): Promise<R> {
  return client.call(get, { id: (await find(client, text, how)).id })
}

const NO_NAMES: Names = new Map<string, string>()

async function contactNamed(client: Client, id: string): Promise<Names> {
  const { getContact } = await import('../../core/contacts/operations.ts')
  return new Map([[id, fullNameOf(await client.call(getContact, { id }))]])
}

/** The names of the records to which this one refers. Empty if the credential may not read them. */
async function namesIn(client: Client, record: Row): Promise<Names> {
  const { jobId, jobIds, contactId, contactIds } = recordOf(record)
  const jobs = [jobId ?? [], jobIds ?? []].flat().map((id) => ({ jobId: String(id) }))
  const [ofJobs, ofPeople] = await Promise.all([
    jobs.length ? namesFor(client, jobs).catch(() => NO_NAMES) : NO_NAMES,
    Array.isArray(contactIds) && contactIds.length
      ? contactNames(client, record.id).catch(() => NO_NAMES)
      : contactId
        ? contactNamed(client, String(contactId)).catch(() => NO_NAMES)
        : NO_NAMES,
  ])
  return new Map([...ofJobs, ...ofPeople])
}

async function shownFor(client: Client, { look }: Run['out'], record: Row): Promise<ValueFormat> {
  if (!look.isTerminal) return { when: (iso) => iso, nameOf: () => undefined }
  const names = await namesIn(client, record)
  const { timeZone } = recordOf(record)
  const zone = typeof timeZone === 'string' ? timeZone : undefined
  const style = timeZone === undefined ? undefined : 'long'
  return { when: (iso) => momentText(iso, style, zone), nameOf: (id) => names.get(id) }
}

/** A line for each stored field, with `more` before the long ones. */
function linesOf(noun: Noun<Fields>, record: Row, shown: ValueFormat, more: readonly Line[]): Line[] {
  const names = noun.shown.filter((name) => noun.fields[name]?.place !== 'computed')
  const long = ofKind(noun, 'text', 'notes')
  const lines = (isLong: boolean) => {
    const some = names.filter((name) => long.includes(name) === isLong)
    return recordLines(noun, record, some, shown)
  }
  return [...lines(false), ...more, ...lines(true)]
}

interface ShowDeclaration<R> extends Pick<Command, 'about' | 'examples' | 'options'> {
  instead?(call: Run, id: string): Promise<void> | undefined
  more?(client: Client, record: R, shown: ValueFormat): Line[] | Promise<Line[]>
}

export const showOf = <R extends Row>(
  { noun, ref, find, get }: RecordKind<R>,
  { instead, more, ...named }: ShowDeclaration<R>,
): Command => ({
  ...{ name: 'show', operation: get.name, args: [ref], ...named },
  async run(call) {
    const { args, client, out } = call
    const { id } = await find(client, args[0] ?? '')
    const other = instead?.(call, id)
    if (other) return other
    const record = await client.call(get, { id })
    if (out.json) return out.record(record, [])
    const shown = await shownFor(client, out, record)
    out.record(record, linesOf(noun, record, shown, (await more?.(client, record, shown)) ?? []))
  },
})

/** Fields as the flags give them. */
type Said = Record<string, unknown>

interface EditDeclaration<R> {
  op: Operation<Z.ZodType, Z.ZodType<R>>
  flags: readonly Flag[]
  /** Flags that the noun's command reads itself, and their lines in an editor. */
  special?: readonly Option[]
  lines?: Readonly<Record<string, (before: R) => string>>
  changeOf?(said: Said, before: R, call: Reading): Said | Promise<Said>
  /** Whether `changeOf` adds to the list that was read, so that a change in between must not be lost. */
  isRelative?(said: Said): boolean
  changed?(call: Run, after: R, change: Said): Promise<void> | void
}

export const EDITOR: Option = {
  flags: '--editor',
  about: 'Edit the fields and the notes in $VISUAL or $EDITOR.',
}

export const isTagChange = (tag: string): boolean => /^[+-]./.test(tag)

/** Tags written `x` or `+x` are added, and those written `-x` removed. */
export const tagChanges = (changes: readonly string[]) => ({
  addTags: changes.filter((tag) => !/^-./.test(tag)).map((tag) => tag.replace(/^\+(?=.)/, '')),
  removeTags: changes.filter((tag) => /^-./.test(tag)).map((tag) => tag.slice(1)),
})

/** The tags of a new record, which has none to remove. */
export function newTags(fields: object): string[] {
  const { addTags, removeTags } = tagChanges(tagsIn(fields))
  if (removeTags.length) misused(`--tags: a new record has no label “${removeTags.join(', ')}” to remove.`)
  return [...new Set(addTags)]
}

const tagsIn = (record: object): string[] => [recordOf(record)['tags'] ?? []].flat().map(String)

/** Changes one record as its flags say. */
async function edit<R extends Row>(
  call: Run,
  { nameOf }: RecordKind<R>,
  { op, flags, changeOf, isRelative, changed }: EditDeclaration<R>,
  { before, reading, isWhole }: { before: R; reading: Reading; isWhole?: boolean },
): Promise<void> {
  const { options, client, out } = call
  const fields = await fieldsIn(reading, flags)
  const said = changeOf ? await changeOf(fields, before, reading) : fields
  const isTagged = tagsIn(said).some(isTagChange)
  const { addTags, removeTags } = tagChanges(tagsIn(said))
  const change = { ...said, ...(isTagged && { tags: retagged(tagsIn(before), addTags, removeTags) }) }
  // The new values depend on the old ones. If the record has changed since crm read it, the change fails.
  const isBound = isWhole === true || isTagged || isRelative?.(fields)
  const input = { id: before.id, ...change, ...(isBound && { expectedUpdatedAt: before.updatedAt }) }
  if (isDryRun(options, op, input))
    return out.done(change, `Would change ${Object.keys(change).join(', ')} of ${nameOf(before)}.`)
  const after = await client.call(op, input)
  const what = `${nameOf(after)} (${shortId(after.id)})`
  const isSame = after.updatedAt === before.updatedAt
  out.done(after, isSame ? `Nothing to change: ${what}.` : `Changed ${what}: ${changedText(change, after)}.`)
  await changed?.(call, after, change)
}

export async function editOne<R extends Row>(
  call: Run,
  id: string,
  kept: RecordKind<R>,
  editing: EditDeclaration<R>,
): Promise<void> {
  const { options, client, out } = call
  const { special = [], flags, lines = {} } = editing
  const before = await client.call(kept.get, { id })
  const isSaid = [...flags, ...special].some((each) => options[optionName(each.flags)] !== undefined)
  if (!isOn(options, 'editor') && isSaid) return edit(call, kept, editing, { before, reading: call })
  if (!isOn(options, 'editor') && !out.canAsk)
    misused(
      `Name the fields to change: crm ${kept.group} edit ${kept.ref.name.replace(/\W/g, '').toUpperCase()} … (see --help).`,
    )
  const { changedInEditor } = await import('./record-editor.ts')
  await changedInEditor(call, { noun: kept.noun, flags, lines }, before, (options) =>
    edit(call, kept, editing, { before, reading: { client, options: { ...options } }, isWhole: true }),
  )
}

export const editOf = <R extends Row>(
  kept: RecordKind<R>,
  editing: EditDeclaration<R> & Pick<Command, 'about' | 'examples'>,
): Command => ({
  ...{ name: 'edit', about: editing.about, operation: editing.op.name, args: [kept.ref] },
  options: [...(editing.special ?? []), ...editing.flags, EDITOR],
  dryRun: true,
  ...(editing.examples && { examples: editing.examples }),
  async run(call) {
    const { id } = await kept.find(call.client, call.args[0] ?? '')
    return editOne(call, id, kept, editing)
  },
})

interface MergeDeclaration<R> extends Pick<Command, 'about' | 'args' | 'examples'> {
  op: Operation<Z.ZodType, Z.ZodType<R>>
}

export const mergeOf = <R extends Row>(
  kind: RecordKind<R>,
  { op, ...named }: MergeDeclaration<R>,
): Command => ({
  ...{ name: 'merge', operation: op.name, ...named },
  destructive: true,
  async run(call) {
    const { args, client, out } = call
    const into = await findAndRead(kind, client, args[0] ?? '')
    const gone = await findAndRead(kind, client, args[1] ?? '', TO_DELETE)
    const [from, kept] = [gone, into].map((row) => `${kind.nameOf(row)} (${shortId(row.id)})`)
    const what = `${from} into ${kept}`
    const shown = { kept: into, from: gone }
    if (!(await isAgreed(call, { act: `merge ${what}`, shown, nothing: 'changed' }))) return
    const merged = await client.call(op, { id: into.id, from: gone.id })
    const [was, is] = [into, merged].map((row) => recordOf(row)['status'])
    const moved = was === is ? '' : ` It was ${String(was)} and is ${String(is)} now.`
    const note = mergeNote(kind.noun, into, gone)
    out.done(merged, `Merged ${what}.${moved}${note} crm undo separates them again.`)
  },
})

export function noteDuplicates<Duplicate extends { id: string }>(
  { out }: Run,
  { group }: Pick<RecordKind<never>, 'group'>,
  { id, possibleDuplicates = [] }: { id?: string; possibleDuplicates?: readonly Duplicate[] | undefined },
  nameOf: (duplicate: Duplicate) => string,
): void {
  for (const duplicate of possibleDuplicates)
    out.note(
      `It may be there already: ${nameOf(duplicate)}.${id ? ` Merge them: crm ${group} merge ${shortId(duplicate.id)} ${shortId(id)}` : ''}`,
    )
}
