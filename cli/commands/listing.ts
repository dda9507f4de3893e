// Builds the `list` command of a noun from its filters, its columns and its sentence for an empty list.
import { folded } from '../../core/kernel/folded.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { flagName, optionName, type Command, type Option, type Run } from '../command.ts'
import type { Column } from '../ui/table.ts'
import { fieldsIn, type Flag } from './flags.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll, type Page } from './pages.ts'

export const WORDS = { name: 'words...?', about: 'Only with these words.' }

interface Listing<Noun extends string, Row extends object, I extends Z.ZodType> extends Pick<
  Command,
  'about' | 'examples'
> {
  /** It checks what flags said. */
  op: Operation<I, Z.ZodType<Page & Record<Noun, Row[]>>>
  noun: Noun
  /** What narrows it, by the fields of its operation. */
  flags?: readonly Flag[]
  /** The field that words are asked for in; or the texts of rows, in which they are looked for here. */
  words?: 'q' | ((rows: readonly Row[], call: Run) => string[] | Promise<string[]>)
  /** How much of it to show: `PAGE_OPTIONS` unless it is short. */
  limits?: Option[]
  columns: (rows: readonly Row[], call: Run) => Column<Row>[] | Promise<Column<Row>[]>
  ordered?: (rows: readonly Row[]) => Row[]
  /** Printed when there are no records. With filters it is “No … matches …”. */
  empty: string | ((asked: Record<string, unknown>) => string)
  one?: string
}

export const listing = <Noun extends string, Row extends object, I extends Z.ZodType>({
  op,
  noun,
  flags = [],
  words,
  limits = PAGE_OPTIONS,
  columns,
  ordered = (rows) => [...rows],
  empty,
  one,
  ...named
}: Listing<Noun, Row, I>): Command => ({
  ...{ name: 'list', operation: op.name, ...named, ...(words && { args: [WORDS] }) },
  options: [...flags, ...limits],
  async run(call) {
    const { rest, options, client, out } = call
    const asked = await fieldsIn(call, flags)
    if (words === 'q' && rest.length) asked['q'] = [asked['q'] ?? [], rest].flat().join(' ')
    const isSought = typeof words === 'function' && rest.length > 0
    const page = await everyPage(wantsAll(options) || isSought, noun, (more) =>
      client.call(op, { limit: limitOf(options), ...asked, ...more } as Z.input<I>),
    )
    const texts = isSought ? await words(page[noun], call) : []
    const found = isSought ? page[noun].filter((_, at) => hasWords(texts[at] ?? '', rest)) : page[noun]
    const shown = isSought ? { ...page, [noun]: found, total: found.length } : page
    const none = typeof empty === 'string' ? empty : empty(asked)
    const isNarrow = rest.length > 0 || (typeof empty === 'string' && Object.keys(asked).length > 0)
    const said = one && isNarrow ? `No ${one} ${askedText(rest, options, flags)}.` : none
    // Names of jobs are not read for JSON.
    const shape = out.json ? [] : await columns(found, call)
    out.list(shown, ordered(found), shape, said)
  },
})

function hasWords(text: string, asked: readonly string[]): boolean {
  const words = folded(text).split(/[^\p{L}\p{N}+#.]+/u)
  return asked
    .flatMap((each) => folded(each).split(/\s+/))
    .every((each) => words.some((word) => word.startsWith(each)))
}

/** Names the filters of an empty list: `has “stripe” with --status applied`. */
export function askedText(
  rest: readonly string[],
  options: Run['options'],
  flags: readonly Option[],
): string {
  const said = flags.flatMap(({ flags: names }) => {
    const value = options[optionName(names)]
    return value === undefined ? [] : [`--${flagName(names)} ${String(value)}`]
  })
  return [
    rest.length ? `has “${rest.join(' ')}”` : 'matches',
    ...(said.length ? [`with ${said.join(' ')}`] : []),
  ].join(' ')
}
