// What every part of the board is drawn with.
import type { Look } from '../../ui/table.ts'
import type { Size } from '../view.tsx'
import type { BoardPort } from './port.ts'

export interface Drawing {
  size: Size
  color: boolean
  dateOf: BoardPort['dateOf']
  agoOf: BoardPort['agoOf']
}

export const lookOf = ({ size, color }: Drawing): Look => ({ isTerminal: true, width: size.columns, color })

/** The lines visible from `top`, without scrolling past the end. */
export function windowed(lines: readonly string[], top: number, room: number): string[] {
  const from = Math.max(0, Math.min(top, lines.length - room))
  return lines.slice(from, from + room)
}
