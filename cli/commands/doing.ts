// Commands that make one call: declared by their operation, the record they are about, their flags, and what they say. One with
// an `act` deletes or ends something, so it asks first.
import { recordOf } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import type { Client, Command, Option, Run } from '../command.ts'
import { isAgreed, isDryRun } from './agreement.ts'
import { fieldsIn, type Flag } from './flags.ts'
import { everyPage, type Page } from './pages.ts'
import { oneOf, type ListedNoun } from './references.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'

type Named = Pick<Command, 'name' | 'about' | 'args' | 'examples' | 'hidden' | 'dryRun'>

interface Action<A extends object, Found> extends Named {
  op: Operation<Z.ZodType, Z.ZodType<A>>
  find?: (client: Client, text: string, how: ResolveOptions, call: Run) => Promise<Found>
  flags?: readonly Flag[]
  /** Options that `input` reads itself. */
  options?: readonly Option[]
  /** The call's input beside the id of the record, if it is more than what the flags say. */
  input?: (call: Run, found: Found, said: Record<string, unknown>) => object | Promise<object>
  /** The sentence of `--dry-run`, which the command then takes. */
  would?: (input: Record<string, unknown>, found: Found) => string
  /** The action, as it follows “would”, and the participle of a refusal: see `isAgreed`. */
  act?: (found: Found) => string
  nothing?: string
  /** The data that `--dry-run` of an act prints, if not the whole record. */
  shown?: (found: Found, call: Run) => object | Promise<object>
  /** Said before on stderr. */
  before?: (answer: A, found: Found) => string
  /** The sentence about the answer. Without it, `after` prints the answer. */
  said?: (answer: A, found: Found, given: Record<string, unknown>) => string
  /** What follows on stderr, or the exit code of a negative result. */
  after?: (answer: A, found: Found, call: Run) => void | false | number | Promise<void>
}

export const doing = <A extends object, Found extends object = Record<never, never>>({
  op,
  find,
  flags = [],
  options = [],
  input,
  would,
  act,
  nothing = 'changed',
  shown = (found) => found,
  before,
  said: sentence,
  after,
  ...named
}: Action<A, Found>): Command => ({
  ...{ ...named, operation: op.name, options: [...flags, ...options], ...(would && { dryRun: true }) },
  // With `dryRun` of its own, the command declares --yes too.
  ...(act && !named.dryRun && { destructive: true }),
  async run(call) {
    const { args, client, out } = call
    const how = { deletes: act !== undefined }
    // Without `find` there is nothing to find.
    const found = ((await find?.(client, args[0] ?? '', how, call)) ?? {}) as Found
    const { id } = recordOf(found)
    const said = await fieldsIn(call, flags)
    const given: Record<string, unknown> = input ? { ...(await input(call, found, said)) } : said
    const fields = { ...(id !== undefined && { id }), ...given }
    if (would && isDryRun(call.options, op, fields)) return out.done(given, would(given, found))
    const preview = async () => shown(found, call)
    if (act && !(await isAgreed(call, { act: act(found), shown: preview, nothing }))) return
    const answer = await client.call(op, fields)
    if (before) out.note(before(answer, found))
    if (sentence) out.done(answer, sentence(answer, found, given))
    return after?.(answer, found, call) || 0
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
  <Name extends string, Row extends { id: string }>(kind: Kind<Name, Row>) =>
  async (client: Client, text: string, how?: ResolveOptions): Promise<Row> => {
    const { op, rows, noun, list, namesOf, input, isOffered = () => true } = kind
    const page = await everyPage(true, rows, (more) => client.call(op, { ...input, ...more }))
    return oneOf(text, page[rows].filter(isOffered), namesOf, noun, list, how)
  }
