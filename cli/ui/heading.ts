// A heading with an aside, such as a step and its source.
import { painted, type Look } from './table.ts'
import { wrapped } from './wrap.ts'

/** The lines of a heading: the aside is dim, unless the heading has to be wrapped. */
export function headingOf(title: string, aside: string, look: Look): string[] {
  const lines = wrapped(`${title} ${aside}`, look.width)
  if (lines.length > 1) return lines.map((line) => painted(line, 'bold', look))
  return [`${painted(title, 'bold', look)} ${painted(aside, 'dim', look)}`]
}
