// Flags that set an operation's fields, and the readers of their texts: dates, lists, notes, records.
import { dateOrder } from '../../core/config.ts'
import { isAhead, localZone } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Field } from '../../core/kernel/field-kinds.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { spokenOf, type Fields, type Noun } from '../../core/kernel/record.ts'
import type { Direction, Moment, MomentOptions } from '../../core/reading/moments.ts'
import { flagName, listed, misused, optionName, words, type Option, type Run } from '../command.ts'
import { dayOf } from '../ui/time.ts'
import { readUpload } from './upload.ts'
import { withScheme } from '../../core/kernel/addresses.ts'

/** How to read a date. The time zone defaults to this machine's. */
export interface DateReading extends Omit<MomentOptions, 'direction' | 'order'> {
  zone?: string
  /** Reports the reading of an ambiguous date: 3/4. */
  say?: ((sentence: string) => void) | undefined
  /** What to type for a date in the future. */
  hint?: string
}

/** A bare span such as “2w” counts from now, forward or back by the direction. */
const SPAN = /^\s*\d{1,4} ?[a-z]+\s*$/i

/**
 * Reads a date, with its end if it has one. Throws `usage` for any other text. "fri" and "mar 3" mean the next one, or the last
 * one if the direction is the past. 3/4/2026 is read in the order of the user's locale.
 */
export async function readMomentOf(
  flag: string,
  text: string,
  { zone = localZone(), say, ...reading }: DateReading & { direction?: Direction } = {},
): Promise<Moment> {
  const { readMoment } = await import('../../core/reading/moments.ts')
  const { direction = 'ahead' } = reading
  const read = (typed: string) => readMoment(typed, new Date(), zone, { ...reading, order: dateOrder() })
  const first = read(text)
  const { value } =
    first.value || !SPAN.test(text) ? first : read(`${direction === 'ahead' ? '+' : '-'}${text.trim()}`)
  if (value) {
    for (const doubt of first.doubts) if (doubt.includes(' was read ')) say?.(`${flag}: ${doubt}`)
    return value
  }
  const { respelt } = await import('../../core/reading/words.ts')
  const guess = respelt(text)
  const why = first.doubts[0] ?? 'is not a date'
  const isSlip = guess !== text && read(guess).value !== null
  return misused(
    `${flag}: “${text}” ${why}. Try: tomorrow 3pm, -7d, next fri, 2026-03-01T14:00`,
    isSlip ? { hint: `Did you mean “${guess}”?` } : {},
  )
}

/** The start of what `readMomentOf` reads. A future `--at` is refused for an event that already happened. */
export async function readDate(
  flag: string,
  text: string,
  direction: Direction = 'ahead',
  { hint, ...reading }: DateReading = {},
): Promise<string> {
  const { at, endsAt } = await readMomentOf(flag, text, { ...reading, direction })
  if (flag === '--at' && direction === 'behind' && isAhead(at, Date.now()))
    fail('invalid_input', { problems: '--at must not be in the future' }, hint ? { hint } : {})
  return endsAt === null ? at : misused(`${flag}: “${text}” is a start and an end. Say one of them.`)
}

export const readDateOption = async (
  flag: string,
  text: string | undefined,
  direction: Direction = 'ahead',
  reading: DateReading = {},
): Promise<string | undefined> => (text === undefined ? undefined : readDate(flag, text, direction, reading))

/** A text value; `-` reads stdin, an empty text clears the field. */
export async function textField(
  text: string | undefined,
  stdin: Run['stdin'],
): Promise<string | null | undefined> {
  if (text === '-') return readUpload('-', stdin)
  return text === '' ? null : text
}

/** The inputs of a reader. Forms and editors have no stdin. */
export type Reading = Pick<Run, 'options' | 'client'> & Partial<Pick<Run, 'stdin' | 'out'>>

type Reader = (text: string, call: Reading, flag: string) => unknown

export interface Flag extends Option {
  field: string
  read: Reader
}

/** Declares a flag. By default the field has the flag's name and takes the text unchanged. */
export const flag = (
  flags: string,
  about: string,
  read: Reader = (text) => text,
  field: string = optionName(flags),
): Flag => ({ flags, about, field, read })

/** A flag whose text is, unchanged, the value of a field of another name. */
export const flagFor = (field: string, flags: string, about: string): Flag =>
  flag(flags, about, undefined, field)

export const list: Reader = (text) => words(text)

/** A text. `-` reads it from stdin, and an empty text clears the field. */
export const readNote: Reader = (text, { stdin }) => (stdin ? textField(text, stdin) : text || null)

export const day =
  (direction: Direction = 'ahead', reading: DateReading = {}): Reader =>
  (text, { out }, name) =>
    readDate(name, text, direction, { say: out?.note, ...reading })

/** “none” and an empty text clear the field. */
const orNone =
  (read: Reader): Reader =>
  (text, call, name) =>
    /^(?:none)?$/i.test(text) ? null : read(text, call, name)

/** A deadline: a day without a time is the end of that day, and a text such as 12-15 is a date. An empty text clears it. */
export const readDeadline = orNone((text, call, name) =>
  day('ahead', { atEnd: true })(text.replace(/^(\d\d?)-(\d\d?)$/, '$1/$2'), call, name),
)

/** Loads the finders here, because most command lines name no records. */
const namedId =
  (noun: 'job' | 'contact'): Reader =>
  async (text, { client }) => {
    const { findContact, findJob } = await import('./references.ts')
    return (await (noun === 'job' ? findJob : findContact)(client, text)).id
  }

export const namedIds =
  (noun: 'job' | 'contact'): Reader =>
  async (text, { client }) =>
    (await import('./references.ts')).idsIn(noun, client, text)

/** The reader of a field, by its kind. An empty text clears an optional field. */
function readerOf(name: string, { kind, fallback }: Field): Reader | undefined {
  const noun = name.startsWith('job') ? 'job' : 'contact'
  if (kind === 'tags') return list
  if (kind === 'deadline') return readDeadline
  if (kind === 'link') return orNone(withScheme)
  if (kind === 'instant') return orNone(day('behind'))
  if (kind === 'reference') return orNone(namedId(noun))
  if (kind === 'references') return namedIds(noun)
  if (kind === 'choice') return fallback === undefined ? orNone((text) => text) : undefined
  return kind === 'name' ? undefined : readNote
}

const TAKES: Partial<Record<Field['kind'], string>> = {
  link: 'address',
  email: 'address',
  tags: 'list',
  references: 'list',
  deadline: 'date',
  instant: 'date',
}

function flagOf(name: string, field: Field): Flag {
  const { kind, of, flag: flags, help, about } = field
  const words = spokenOf(name)
  const takes = kind === 'choice' ? name : kind === 'reference' ? words : (TAKES[kind] ?? 'text')
  const plain = kind === 'reference' ? `The ${words} it belongs to.` : `The ${words}.`
  const usual =
    kind === 'notes' ? 'Your notes; - reads stdin.' : kind === 'tags' ? 'Labels: remote,rust.' : about
  return flag(
    flags ?? `--${words.replaceAll(' ', '-')} <${takes}>`,
    help ?? (of ? `${listed(of)}.` : (usual ?? plain)),
    readerOf(name, field),
    name,
  )
}

/** The flags of a record's fields, except `but`. Commands declare the flags of fields without a standard kind. */
export const fieldFlags = ({ fields }: Noun<Fields>, but: readonly string[] = []): Flag[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.settable === 'never' || field.kind === 'own' || but.includes(name) ? [] : [flagOf(name, field)],
  )

/** The fields with these flags as people type them: in an editor, in a form. Links have none, because they are ids. */
export const typedFields = ({ fields }: Noun<Fields>, flags: readonly Flag[], record: object) =>
  flags.flatMap(({ flags: names, field: id }) => {
    const field = fields[id]
    const value = recordOf(record)[id]
    if (!field || field.kind === 'reference' || field.kind === 'references') return []
    const isTime = field.kind === 'deadline' || field.kind === 'instant'
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
    return [{ id, field, name: flagName(names), text: isTime && text ? dayOf(text) : text }]
  })

export const sortFlag = ({ fields }: Noun<Fields>, also: readonly string[] = []): Flag => {
  const names = [...Object.keys(fields).filter((name) => fields[name]?.sort), ...also]
  return flag('--sort <field>', `${names.join(', ')}; - reverses.`, (text) =>
    text.replace(/^(-?)pay$/, '$1salary'),
  )
}

export const jobFlag = (about: string, flags = '--job <job>'): Flag =>
  flag(flags, about, namedId('job'), 'jobId')

export const contactFlag = (about: string): Flag =>
  flag('--contact <contact>', about, namedId('contact'), 'contactId')

export async function fieldsIn(call: Reading, flags: readonly Flag[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const { flags: names, field, read } of flags) {
    const value = call.options[optionName(names)]
    if (value === undefined) continue
    fields[field] = typeof value === 'string' ? await read(value, call, `--${flagName(names)}`) : value
  }
  return fields
}
