// Renders a form as lines of text, with the cursor in the active field.
import { clean, painted } from '../../ui/table.ts'
import { fit, padded, widthOf } from '../../ui/width.ts'
import type { Form } from './form.ts'
import { lookOf, windowed, type Drawing } from './drawing.ts'
import type { TextLine } from './text-line.ts'

/** The title and one line per field; if there is not enough room, only those around the active field. */
export function formLines({ title, fields, at, isSaving }: Form, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const look = lookOf(drawing)
  const labels = Math.max(...fields.map(({ label }) => widthOf(label)))
  const lines = fields.map(({ label, line, choices }, place) => {
    const isHere = place === at
    const start = `${isHere ? '›' : ' '} ${padded(label, labels)}  `
    const room = width - widthOf(start) - 1
    const value =
      isHere && !choices ? withCursor(line, room, drawing) : fit(clean(line.before + line.after), room)
    const shown = choices && isHere ? painted(`‹ ${value || '(none)'} ›`, 'inverse', look) : value
    return `${painted(start, isHere ? 'bold' : 'dim', look)}${shown}`
  })
  const head = painted(fit(`${clean(title)}${isSaving ? ' …' : ''}`, width), 'bold', look)
  return [head, '', ...windowed(lines, Math.max(0, at - (rows - 4)), rows - 3)]
}

/** The end of a text in `width` columns, starting with … if cut. */
function lastOf(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const kept = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  while (kept.length && widthOf(kept.join('')) > width - 1) kept.shift()
  return `…${kept.join('')}`
}

/** The part of the line around the cursor that fits. */
function withCursor({ before, after }: TextLine, room: number, drawing: Drawing): string {
  const left = lastOf(clean(before), room - 1)
  const [under = ' ', ...rest] = [...new Intl.Segmenter().segment(clean(after))].map(({ segment }) => segment)
  const space = room - widthOf(left) - widthOf(under)
  const cursor = drawing.color
    ? painted(under, 'inverse', lookOf(drawing))
    : under === ' '
      ? '▏'
      : `▏${under}`
  return `${left}${cursor}${space > 1 ? fit(rest.join(''), space - 1) : ''}`
}
