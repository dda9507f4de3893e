// Builds the `list` command of a noun from its filters, its columns and its sentence for an empty list.
import { folded } from '../../core/kernel/folded.ts'
import { nearest } from '../../core/kernel/nearest.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { labelOf, type Fields, type Noun } from '../../core/kernel/record.ts'
import type { Z } from '../../core/kernel/zod.ts'
import {
  flagName,
  isOn,
  optionName,
  textOf,
  wordsOf,
  type Command,
  type Option,
  type Run,
  misused,
} from '../command.ts'
import type { Column } from '../ui/table.ts'
import { furtherColumns } from '../ui/columns.ts'
import { fieldsIn, type Flag } from './flags.ts'
import { everyPage, limitOf, PAGE_OPTIONS, type Page } from './pages.ts'

export const WORDS = { name: 'words...?', about: 'Only entries with these words.' }

export type ListInput = Record<string, unknown>

interface Listing<Name extends string, Row extends object, I extends Z.ZodType>
  extends Pick<Command, 'about' | 'examples'>, Partial<Pick<Command, 'name' | 'args' | 'hidden'>> {
  /** The list operation, which validates the flags. */
  op: Operation<I, Z.ZodType<Page & Record<Name, Row[]>>>
  noun: Name
  /** The filter flags, by fields of the operation, and the input from arguments. */
  flags?: readonly Flag[]
  input?: (call: Run) => Promise<ListInput>
  /** The input field for search words. Or a function that returns each row's text, to search the rows here. */
  words?: 'q' | ((rows: readonly Row[], call: Run) => string[] | Promise<string[]>)
  limits?: Option[]
  columns: (rows: readonly Row[], call: Run) => Column<Row>[] | Promise<Column<Row>[]>
  /** The record whose other fields are also available as columns. */
  record?: Noun<Fields>
  further?: readonly Column<Row>[]
  optionsOf?: (call: Run) => Run['options']
  first?: readonly Option[]
  more?: readonly Option[]
  /** An option for filters that the operation does not support. */
  selection?: {
    option: Option
    page(text: string, call: Run, asked: ListInput): Promise<Page & Record<Name, Row[]>>
  }
  /** Does something else if the arguments or a flag ask for it. */
  instead?: (call: Run) => Promise<void> | undefined
  hint?: (rest: readonly string[]) => string
  ordered?: (rows: readonly Row[]) => Row[]
  /** Printed when there are no records. With filters, “No … matches …” is printed instead. */
  empty: string | ((asked: ListInput) => string)
  one?: string
}

export const listing = <Name extends string, Row extends object, I extends Z.ZodType>({
  op,
  noun,
  flags = [],
  input = async () => ({}),
  words,
  limits = PAGE_OPTIONS,
  columns,
  record,
  further = [],
  optionsOf = ({ options }) => options,
  first = [],
  more = [],
  selection,
  instead,
  hint = () => '',
  ordered = (rows) => [...rows],
  empty,
  one,
  ...about
}: Listing<Name, Row, I>): Command => ({
  ...{ name: 'list', operation: op.name, ...about, ...(words && !about.args && { args: [WORDS] }) },
  options: [
    ...first,
    ...flags,
    ...(selection ? [selection.option] : []),
    ...more,
    ...(record ? [COLUMNS] : []),
    ...limits,
  ],
  async run(call) {
    const other = instead?.(call)
    if (other) return other
    const { rest, client, out } = call
    const options = optionsOf(call)
    const narrowed = { ...call, options }
    const asked: ListInput = { ...(await input(call)), ...(await fieldsIn(narrowed, flags)) }
    if (words === 'q' && rest.length) asked['q'] = [asked['q'] ?? [], rest].flat().join(' ')
    const isSought = typeof words === 'function' && rest.length > 0
    const selects = selection && textOf(options, optionName(selection.option.flags))
    const page =
      selection && selects !== undefined
        ? await selection.page(selects, narrowed, asked)
        : await everyPage(isOn(options, 'all') || isSought, noun, (more) =>
            client.call(op, { limit: limitOf(options), ...asked, ...more } as Z.input<I>),
          )
    const fitting = isSought ? withWords(page[noun], await words(page[noun], call), rest) : page[noun]
    const found = isSought && !isOn(options, 'all') ? fitting.slice(0, limitOf(options)) : fitting
    const shown = isSought ? { ...page, [noun]: found, total: fitting.length } : page
    const none = typeof empty === 'string' ? empty : empty(asked)
    const isNarrow =
      rest.length > 0 || selects !== undefined || (typeof empty === 'string' && Object.keys(asked).length > 0)
    const filters = selection ? [...flags, selection.option] : flags
    const sentence = one && isNarrow ? `No ${one} ${askedText(rest, options, filters)}${hint(rest)}.` : none
    const usual = out.json ? [] : await columns(found, narrowed) // JSON needs no names of jobs.
    const names = wordsOf(options, 'columns')
    const shape = out.json || !names || !record ? usual : named(names, record, [...usual, ...further])
    out.list(shown, ordered(found), shape, sentence)
  },
})

const COLUMNS: Option = { flags: '--columns <list>', about: 'Only these columns: any field by its name.' }

function named<Row extends object>(
  names: readonly string[],
  record: Noun<Fields>,
  usual: readonly Column<Row>[],
): Column<Row>[] {
  const all = [...usual, ...furtherColumns(record, usual)]
  const titles = all.map(({ title }) => title.toLowerCase())
  return names.map((name) => {
    const title = record.fields[name] ? labelOf(record, name) : name.toLowerCase()
    const found = all[titles.indexOf(title)]
    if (found) return found
    const guess = nearest(name, titles)
    const problem = `--columns: there is no column ${name}. There are: ${titles.join(', ')}`
    return misused(problem, guess ? { hint: `Did you mean ${guess}?` } : {})
  })
}

const withWords = <Row>(rows: readonly Row[], texts: readonly string[], asked: readonly string[]): Row[] =>
  rows.filter((_, at) => hasWords(texts[at] ?? '', asked))

function hasWords(text: string, asked: readonly string[]): boolean {
  const words = folded(text).split(/[^\p{L}\p{N}+#.]+/u)
  return asked
    .flatMap((each) => folded(each).split(/\s+/))
    .every((each) => words.some((word) => word.startsWith(each)))
}

/** Names the filters of an empty list: `has “stripe” with --status applied`. */
export function askedText(rest: readonly string[], options: Run['options'], flags: readonly Option[]) {
  const given = flags.flatMap(({ flags: names }) => {
    const value = options[optionName(names)]
    return value === undefined ? [] : [`--${flagName(names)} ${String(value)}`]
  })
  return [
    rest.length ? `has “${rest.join(' ')}”` : 'matches',
    ...(given.length ? [`with ${given.join(' ')}`] : []),
  ].join(' ')
}
