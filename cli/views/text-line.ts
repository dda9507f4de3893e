// A line of text being edited: the parts before and after the cursor.
import { counted } from '../../core/kernel/amounts.ts'
import { inOneLine, withoutControls } from '../../core/kernel/plain-characters.ts'
import { charactersOf } from '../ui/width.ts'

export interface TextLine {
  readonly before: string
  readonly after: string
}

export const lineOf = (text: string): TextLine => ({ before: text, after: '' })

export const textOf = ({ before, after }: TextLine): string => before + after

const MAX_LENGTH = 2_048

export interface Limits {
  readonly max?: number | undefined
  /** Whether to keep line ends of pasted text. */
  readonly isLong?: boolean | undefined
}

export interface RefusedText {
  readonly refused: string
}

/** The line after an editing key; undefined for any other key. Refuses a text that is too long as a whole. */
export function edited(
  line: TextLine,
  press: string,
  typed: string,
  { max = MAX_LENGTH, isLong }: Limits = {},
): TextLine | RefusedText | undefined {
  const { before, after } = line
  // For a long text, examines only the characters next to the cursor.
  const previous = [...charactersOf(before.slice(-64))].at(-1) ?? ''
  const right = charactersOf(after).next().value || ''
  const rest = { before: before.slice(0, before.length - previous.length), after: after.slice(right.length) }
  if (press === 'backspace') return { ...line, before: rest.before }
  if (press === 'delete') return { ...line, after: rest.after }
  if (press === 'left') return { before: rest.before, after: previous + after }
  if (press === 'right') return { before: before + right, after: rest.after }
  if (press === 'home' || press === 'ctrl-a') return { before: '', after: before + after }
  if (press === 'end' || press === 'ctrl-e') return lineOf(before + after)
  if (press === 'ctrl-u') return { ...line, before: '' }
  if (press === 'ctrl-w') return { ...line, before: before.replace(/\S*\s*$/, '') }
  if (!typed) return undefined
  const text = isLong ? withoutControls(typed) : inOneLine(typed)
  const length = before.length + text.length + after.length
  if (length <= max) return { before: before + text, after }
  return { refused: `Not added: this takes ${counted(max)} characters, and would have ${counted(length)}.` }
}
