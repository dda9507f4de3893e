// Commands that make one call: declared by their operation, the record they are about, their flags and their sentence.
import { recordOf } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import type { Client } from '../client.ts'
import type { Command, Option, Run } from '../command.ts'
import { isDryRun } from './agreement.ts'
import { fieldsIn, type Flag } from './flags.ts'
import { everyPage, type Page } from './pages.ts'
import { oneOf, type ListedNoun } from './references.ts'

type Named = Pick<Command, 'name' | 'about' | 'args' | 'examples' | 'hidden'>

interface Action<A extends object, Found> extends Named {
  op: Operation<Z.ZodType, Z.ZodType<A>>
  find?: (client: Client, text: string) => Promise<Found>
  flags?: readonly Flag[]
  /** Options that `input` reads itself. */
  options?: readonly Option[]
  /** The call's input, if it is not the id of the record with the fields of the flags. */
  input?: (call: Run, found: Found) => object | Promise<object>
  /** The sentence of `--dry-run`, which the command then takes. */
  would?: (input: Record<string, unknown>, found: Found) => string
  /** Said before and after on stderr. */
  before?: (answer: A, found: Found) => string
  after?: (answer: A, found: Found) => string | false
  said: (answer: A, found: Found) => string
}

export const doing = <A extends object, Found extends object = Record<never, never>>({
  op,
  find,
  flags = [],
  options = [],
  input,
  would,
  before,
  after,
  said,
  ...named
}: Action<A, Found>): Command => ({
  ...{ ...named, operation: op.name, options: [...flags, ...options], ...(would && { dryRun: true }) },
  async run(call) {
    const { args, client, out } = call
    // Without `find` there is nothing to find.
    const found = ((await find?.(client, args[0] ?? '')) ?? {}) as Found
    const { id } = recordOf(found)
    const fields = {
      ...(id !== undefined && { id }),
      ...(await input?.(call, found)),
      ...(await fieldsIn(call, flags)),
    }
    if (would && isDryRun(call.options, op, fields)) return out.done(fields, would(fields, found))
    const answer = await client.call(op, fields)
    if (before) out.note(before(answer, found))
    out.done(answer, said(answer, found))
    const more = after?.(answer, found)
    if (more) out.note(more)
  },
})

interface Kind<Name extends string, Row> {
  op: Operation<Z.ZodType, Z.ZodType<Page & Record<Name, Row[]>>>
  rows: Name
  noun: ListedNoun
  list: string
  namesOf: (row: Row) => readonly [name: string, ...also: (string | null)[]]
  input?: object
  isOffered?: (row: Row) => boolean
}

export const finderOf =
  <Name extends string, Row extends { id: string }>({
    op,
    rows,
    noun,
    list,
    namesOf,
    input,
    isOffered,
  }: Kind<Name, Row>) =>
  async (client: Client, text: string): Promise<Row> => {
    const page = await everyPage(true, rows, (more) => client.call(op, { ...input, ...more }))
    return oneOf(text, isOffered ? page[rows].filter(isOffered) : page[rows], namesOf, noun, list)
  }
