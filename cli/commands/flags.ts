// Flags that set an operation's fields, and the readers of their texts.
import type { Field } from '../../core/kernel/field-kinds.ts'
import { first, recordOf } from '../../core/kernel/narrow.ts'
import { spokenOf, type Fields, type Noun } from '../../core/kernel/record.ts'
import type { Direction } from '../../core/reading/moments.ts'
import { flagName, listed, optionName, words, type Option, type Run } from '../command.ts'
import { dayOf } from '../ui/time.ts'
import { withScheme } from '../../core/kernel/addresses.ts'
import { isCleared, readDate, readDeadline, textField, type DateReading } from './inputs.ts'

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

export const list: Reader = (text) => words(text)

/** A text. `-` reads it from stdin, and an empty text clears the field. */
export const readNote: Reader = (text, { stdin }) => (stdin ? textField(text, stdin) : text || null)

export const day =
  (direction: Direction = 'ahead', reading: DateReading = {}): Reader =>
  (text, { out }, name) =>
    readDate(name, text, direction, { say: out?.note, ...reading })

const orNone =
  (read: Reader): Reader =>
  (text, call, name) =>
    isCleared(text) ? null : read(text, call, name)

/** Loads the finders here, because most command lines name no records. */
async function namedIds(noun: 'job' | 'contact', { client }: Reading, texts: readonly string[]) {
  const { findContact, findJob, idsOf } = await import('./references.ts')
  return idsOf(noun === 'job' ? findJob : findContact, client, texts)
}

const namedId =
  (noun: 'job' | 'contact'): Reader =>
  async (text, call) =>
    first(await namedIds(noun, call, [text]))

/** The reader of a field, by its kind. An empty text clears an optional field. */
function readerOf(name: string, { kind, fallback }: Field): Reader | undefined {
  const noun = name.startsWith('job') ? 'job' : 'contact'
  if (kind === 'tags') return list
  if (kind === 'deadline') return (text, { out }, flag) => readDeadline(flag, text, out?.note)
  if (kind === 'link') return orNone(withScheme)
  if (kind === 'instant') return orNone(day('behind'))
  if (kind === 'reference') return orNone(namedId(noun))
  if (kind === 'references') return (text, call) => namedIds(noun, call, words(text) ?? [])
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
