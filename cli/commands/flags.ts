// Flags that set a field of an operation, and how the text of each is read.
import { fail } from '../../core/kernel/errors.ts'
import type { Field } from '../../core/kernel/field-kinds.ts'
import { first, must } from '../../core/kernel/must.ts'
import type { Fields, Noun } from '../../core/kernel/record.ts'
import type { Direction } from '../../core/reading/moments.ts'
import { flagName, optionName, words, type Option, type Run } from '../command.ts'
import { readDate, readDeadline, textField, type DateReading } from './inputs.ts'

/** What a flag is read with. */
/** A form and an editor have no stdin. */
type Reading = Pick<Run, 'options' | 'client'> & Partial<Pick<Run, 'stdin' | 'out'>>

type Reader = (text: string, call: Reading, flag: string) => unknown

export interface Flag extends Option {
  field: string
  read: Reader
}

/** A flag whose field has its name, unless `field` says another; its text is taken as it is. */
export const flag = (
  flags: string,
  about: string,
  read: Reader = (text) => text,
  field: string = optionName(flags),
): Flag => ({ flags, about, field, read })

export const list: Reader = (text) => words(text)

/** A text that `-` reads from stdin, and an empty one clears. */
export const noted: Reader = (text, { stdin }) => (stdin ? textField(text, stdin) : text || null)

export const day =
  (direction: Direction = 'ahead', reading: DateReading = {}): Reader =>
  (text, { out }, name) =>
    readDate(name, text, direction, { say: out?.note, ...reading })

const orNone =
  (read: Reader): Reader =>
  (text, call, name) =>
    text === '' ? null : read(text, call, name)

/** The ids of records that a flag names in words. The finders are loaded here, because most command lines have no such flag. */
async function namedIds(noun: 'job' | 'contact', { client }: Reading, texts: readonly string[]) {
  const { findContact, findJob, idsOf } = await import('./references.ts')
  return idsOf(noun === 'job' ? findJob : findContact, client, texts)
}

const namedId =
  (noun: 'job' | 'contact'): Reader =>
  async (text, call) =>
    first(await namedIds(noun, call, [text]))

/** The reader of a field, by its kind. An empty text clears what may be empty. */
function readerOf(name: string, { kind, fallback }: Field): Reader | undefined {
  const noun = name.startsWith('job') ? 'job' : 'contact'
  if (kind === 'tags') return list
  if (kind === 'deadline') return (text, { out }, flag) => readDeadline(flag, text, out?.note)
  if (kind === 'instant') return orNone(day('behind'))
  if (kind === 'reference') return orNone(namedId(noun))
  if (kind === 'references') return (text, call) => namedIds(noun, call, words(text) ?? [])
  if (kind === 'choice') return fallback === undefined ? orNone((text) => text) : undefined
  return kind === 'name' ? undefined : noted
}

/** The flags that set fields of a record. A field whose flag has another name is named too. */
export const fieldFlags = (
  { fields }: Noun<Fields>,
  flags: readonly (readonly [flags: string, about: string, field?: string])[],
): Flag[] =>
  flags.map(([names, about, field = optionName(names)]) =>
    flag(names, about, readerOf(field, must(fields[field])), field),
  )

export const jobFlag = (about: string, flags = '--job <job>'): Flag =>
  flag(flags, about, namedId('job'), 'jobId')

export const contactFlag = (about: string): Flag =>
  flag('--contact <contact>', about, namedId('contact'), 'contactId')

/** The fields that flags set, which the operation checks; those that were not given are left out. */
export async function fieldsIn(call: Reading, flags: readonly Flag[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const { flags: names, field, read } of flags) {
    const value = call.options[optionName(names)]
    if (value === undefined) continue
    fields[field] = typeof value === 'string' ? await read(value, call, `--${flagName(names)}`) : value
  }
  return fields
}

/** The same for an edit, which has to change something. */
export async function changesIn(
  call: Reading,
  flags: readonly Flag[],
  example: string,
): Promise<Record<string, unknown>> {
  const change = await fieldsIn(call, flags)
  return Object.keys(change).length
    ? change
    : fail('usage', { problem: `Name the fields to change: crm ${example} … (see --help).` })
}
