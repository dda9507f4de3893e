// Flags that set a field of an operation, and how the text of each is read.
import { fail } from '../../core/kernel/errors.ts'
import type { Direction } from '../../core/reading/moments.ts'
import { flagName, optionName, words, type Option, type Run } from '../command.ts'
import { readDate, textField, type DateReading } from './inputs.ts'
import { findContact, findJob } from './references.ts'

export type Reader = (text: string, call: Run, flag: string) => unknown

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
export const noted: Reader = (text, { stdin }) => textField(text, stdin)

export const day =
  (direction: Direction = 'ahead', reading: DateReading = {}): Reader =>
  (text, _, name) =>
    readDate(name, text, direction, reading)

/** The reader of a link; an empty value unlinks it. */
const linkTo =
  (find: typeof findJob): Reader =>
  async (text, { client }) =>
    text === '' ? null : (await find(client, text)).id

export const jobLink = (about: string): Flag => flag('--job <job>', about, linkTo(findJob), 'jobId')

export const contactLink = (about: string): Flag =>
  flag('--contact <contact>', about, linkTo(findContact), 'contactId')

export const jobFlag = (about: string, flags = '--job <job>'): Flag =>
  flag(flags, about, async (text, { client }) => (await findJob(client, text)).id, 'jobId')

export const contactFlag = (about: string): Flag =>
  flag(
    '--contact <contact>',
    about,
    async (text, { client }) => (await findContact(client, text)).id,
    'contactId',
  )

/** The fields that flags set, which the operation checks; those that were not given are left out. */
export async function fieldsIn(call: Run, flags: readonly Flag[]): Promise<Record<string, unknown>> {
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
  call: Run,
  flags: readonly Flag[],
  example: string,
): Promise<Record<string, unknown>> {
  const change = await fieldsIn(call, flags)
  return Object.keys(change).length
    ? change
    : fail('usage', { problem: `Name the fields to change: crm ${example} … (see --help).` })
}
