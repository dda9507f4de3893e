// Renders what waits for a decision: two lines for each, and the address of the selected one.
import { clean, painted } from '../../ui/table.ts'
import { fit, padded, widthOf } from '../../ui/width.ts'
import { lookOf, type Drawing } from './drawing.ts'
import type { Waiting, WaitingCounts } from './port.ts'
import { chosenWaiting, type WaitingMode } from './waiting.ts'

/** `2 from your inbox, 3 new postings` */
export const waitingText = ({ proposals, postings }: WaitingCounts): string =>
  [
    ...(proposals ? [`${proposals} from your inbox`] : []),
    ...(postings ? [`${postings} new ${postings === 1 ? 'posting' : 'postings'}`] : []),
  ].join(', ')

const titleOf = ({ proposals, postings }: WaitingCounts): string =>
  [
    ...(proposals ? [`From your inbox  ${proposals}`] : []),
    ...(postings || !proposals ? [`New postings  ${postings}`] : []),
  ].join('  ')

/** The title, as many as fit around the selected one, and its address. */
export function waitingLines(mode: WaitingMode, counts: WaitingCounts, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const head = painted(fit(titleOf(counts), width), 'bold', lookOf(drawing))
  if (!mode.found) return [head, '', 'Reading …']
  if (!mode.found.length)
    return [head, '', fit('  No new postings on the boards you watch, and nothing from your inbox.', width)]
  // The title, the address and the footer.
  const room = Math.max(1, Math.floor((rows - 3) / 2))
  const top = Math.max(0, Math.min(mode.at - Math.floor(room / 2), mode.found.length - room))
  const lines = mode.found
    .slice(top, top + room)
    .flatMap((one, place) => linesOf(one, top + place === mode.at, drawing))
  const filled = [...lines, ...Array.from({ length: room * 2 - lines.length }, () => '')]
  const url = painted(fit(clean(chosenWaiting(mode)?.url ?? ''), width), 'dim', lookOf(drawing))
  return [head, ...filled, url]
}

function linesOf(
  { company, role, about, at }: Waiting,
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
