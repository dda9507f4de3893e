// A line of text being edited: the parts before and after the cursor.
import { inOneLine } from '../../core/kernel/plain-characters.ts'

export interface TextLine {
  readonly before: string
  readonly after: string
}

export const lineOf = (text: string): TextLine => ({ before: text, after: '' })

export const textOf = ({ before, after }: TextLine): string => before + after

const segments = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

/** The line after an editing key; undefined for any other key. */
export function edited(line: TextLine, press: string, typed: string): TextLine | undefined {
  const [before, after] = [segments(line.before), segments(line.after)]
  const at = (left: string[], right: string[]): TextLine => ({ before: left.join(''), after: right.join('') })
  if (press === 'backspace') return at(before.slice(0, -1), after)
  if (press === 'delete') return at(before, after.slice(1))
  if (press === 'left') return at(before.slice(0, -1), [...before.slice(-1), ...after])
  if (press === 'right') return at([...before, ...after.slice(0, 1)], after.slice(1))
  if (press === 'home' || press === 'ctrl-a') return at([], [...before, ...after])
  if (press === 'end' || press === 'ctrl-e') return at([...before, ...after], [])
  if (press === 'ctrl-u') return at([], after)
  if (press === 'ctrl-w') return { before: line.before.replace(/\S*\s*$/, ''), after: line.after }
  return typed ? { before: line.before + inOneLine(typed), after: line.after } : undefined
}
