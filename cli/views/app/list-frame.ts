// Draws a list: one line for each entry, two on a narrow screen, under the headings of its sections.
import { clean, painted } from '../../ui/table.ts'
import { fit, widthOf } from '../../ui/width.ts'
import { cell, lineOf, windowOf, type Drawing, type Piece } from './drawing.ts'
import { keyOf, type List } from './state.ts'
import type { Item } from './records.ts'

/** Below this width an entry takes two lines. */
const NARROW = 60

export const entriesIn = ({ columns, rows }: Drawing['size']): number =>
  Math.max(1, columns < NARROW ? Math.floor(rows / 2) : rows)

const widest = (items: readonly Item[], of: (item: Item) => string, most: number): number =>
  Math.min(most, Math.max(0, ...items.map((item) => widthOf(of(item)))))

export function listLines({ shown, at }: List, marked: ReadonlySet<string>, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const isNarrow = width < NARROW
  const opens = shown.map(({ section }, place) => section !== '' && section !== shown[place - 1]?.section)
  const heights = opens.map((isNew, place) => (isNarrow ? 2 : 1) + (isNew ? (place ? 2 : 1) : 0))
  const { from, to } = windowOf(heights, at, rows)
  const visible = shown.slice(from, to)
  const [lead, tail] = [widest(shown, (item) => item.lead, 16), widest(shown, (item) => item.tail, 12)]
  const room = width - 2 - (lead ? lead + 2 : 0) - (tail ? tail + 2 : 0)
  const longest = widest(shown, (item) => item.title, width)
  const title = Math.min(longest, Math.floor(room * 0.62))
  const lines = visible.flatMap((item, place) => {
    const isChosen = from + place === at
    const mark = `${isChosen ? '›' : ' '}${marked.has(keyOf(item)) ? '●' : ' '}`
    const heading = opens[from + place] ? [painted(fit(clean(item.section), width), 'bold', drawing)] : []
    const space = opens[from + place] && place > 0 ? [''] : []
    const start = item.lead && item.about ? `${item.lead}  ` : item.lead
    const narrow: Piece[][] = [
      [[mark], [cell(item.title, width - 3 - widthOf(item.tail)), 'bold'], [' '], [item.tail, 'dim']],
      [
        [mark.replace('●', ' ')],
        [start, item.paint ?? 'dim'],
        [cell(item.about, width - 2 - widthOf(start)), 'dim'],
      ],
    ]
    const wide: Piece[] = [
      [mark],
      ...(lead ? ([[cell(item.lead, lead), item.paint], ['  ']] as const) : []),
      [cell(item.title, title), 'bold'],
      ['  '],
      [cell(item.about, room - title - 2), 'dim'],
      ...(tail ? ([['  '], [cell(item.tail, tail, 'right'), 'dim']] as const) : []),
    ]
    const drawn = (isNarrow ? narrow : [wide]).map((pieces) => lineOf(pieces, width, isChosen, drawing))
    return [...space, ...heading, ...drawn]
  })
  return lines.slice(0, rows)
}
