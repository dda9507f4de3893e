// Renders the new postings of watched boards: two lines for each, and the address of the selected one.
import { clean, painted } from '../../ui/table.ts'
import { fit, padded, widthOf } from '../../ui/width.ts'
import { lookOf, type Drawing } from './drawing.ts'
import type { NewPosting } from './port.ts'
import type { State } from './state.ts'
import { chosenPosting, type PostingsMode } from './postings.ts'

/** `3 new postings` */
export const newPostingsText = ({ newPostings }: Pick<State, 'newPostings'>): string =>
  `${newPostings} new ${newPostings === 1 ? 'posting' : 'postings'}`

/** The title, as many postings as fit around the selected one, and its address. */
export function postingLines(mode: PostingsMode, total: number, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const head = painted(fit(`New postings  ${total}`, width), 'bold', lookOf(drawing))
  if (!mode.found) return [head, '', 'Reading …']
  if (!mode.found.length) return [head, '', fit('  No new postings on the boards you watch.', width)]
  // The title, the address and the footer.
  const room = Math.max(1, Math.floor((rows - 3) / 2))
  const top = Math.max(0, Math.min(mode.at - Math.floor(room / 2), mode.found.length - room))
  const lines = mode.found
    .slice(top, top + room)
    .flatMap((posting, place) => linesOf(posting, top + place === mode.at, drawing))
  const filled = [...lines, ...Array.from({ length: room * 2 - lines.length }, () => '')]
  const url = painted(fit(clean(chosenPosting(mode)?.url ?? ''), width), 'dim', lookOf(drawing))
  return [head, ...filled, url]
}

function linesOf(
  { company, role, about, at }: NewPosting,
  isChosen: boolean,
  drawing: Drawing,
): [string, string] {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  const age = drawing.agoOf(at).replace(' ago', '').padStart(3)
  const room = width - widthOf(age) - 2
  const mark = isChosen ? '›' : ' '
  const first = `${mark}${padded(fit(clean(`${company} — ${role}`), room), room)} ${age}`
  const second = `${mark}${padded(fit(clean(about), width - 1), width - 1)}`
  return isChosen
    ? [painted(first, 'inverse', look), painted(second, 'inverse', look)]
    : [painted(first, 'bold', look), painted(second, 'dim', look)]
}
