// Helpers to draw lines, and to select the visible part of a list.
import { clean, painted, type Paint } from '../../ui/table.ts'
import { fit, padded, widthOf } from '../../ui/width.ts'
import type { AppPort } from './records.ts'

export interface Size {
  columns: number
  rows: number
}

export interface Drawing extends Pick<AppPort, 'dateOf' | 'whenOf' | 'agoOf'> {
  size: Size
  color: boolean
}

export const within = (drawing: Drawing, columns: number, rows: number): Drawing => ({
  ...drawing,
  size: { columns, rows },
})

export function windowed(lines: readonly string[], top: number, room: number): string[] {
  const from = Math.max(0, Math.min(top, lines.length - room))
  return lines.slice(from, from + room)
}

/** The visible range of entries with these heights. The selected entry is centred if both sides overflow. */
export function windowOf(heights: readonly number[], at: number, room: number): { from: number; to: number } {
  let [from, to] = [at, at]
  let roomLeft = room
  const grow = (place: number): boolean => {
    const height = heights[place]
    if (height === undefined || height > roomLeft) return false
    roomLeft -= height
    return true
  }
  if (grow(to)) to += 1
  while (roomLeft > room / 2 && grow(from - 1)) from -= 1
  while (grow(to)) to += 1
  while (grow(from - 1)) from -= 1
  return { from, to: Math.max(to, Math.min(at + 1, heights.length)) }
}

export type Piece = readonly [text: string, paint?: Paint | undefined]

/** Joins pieces to one line of exactly this width. A selected line has one colour. */
export function lineOf(pieces: readonly Piece[], width: number, isChosen: boolean, drawing: Drawing): string {
  if (isChosen) {
    const text = pieces.map(([piece]) => piece).join('')
    return painted(padded(fit(text, width), width), 'inverse', drawing)
  }
  let line = ''
  let widthLeft = width
  for (const [text, paint] of pieces) {
    const shown = fit(text, widthLeft)
    widthLeft -= widthOf(shown)
    line += shown.trim() ? painted(shown, paint, drawing) : shown
    if (widthLeft <= 0) break
  }
  return line + ' '.repeat(Math.max(0, widthLeft))
}

export const cell = (text: string, width: number, align?: 'right'): string =>
  width <= 0 ? '' : padded(fit(clean(text), width), width, align)
