// Renders the chat as lines of text: the wrapped and scrolled conversation, with the input or question below.
import { wrapped } from '../../ui/wrap.ts'
import { fit } from '../../ui/width.ts'
import type { Size } from '../view.tsx'
import { textOf } from '../text-line.ts'
import type { ChatMessage, State } from './state.ts'

const MARKS: Record<ChatMessage['who'], string> = { you: '› ', scout: '  ', tool: '· ', note: '! ' }
const COLORS: Record<ChatMessage['who'], string> = {
  you: '\u001b[1m',
  scout: '',
  tool: '\u001b[2m',
  note: '\u001b[33m',
}
const RESET = '\u001b[0m'

/** Rows below the conversation: a rule and the input line. */
const BELOW = 2

function linesOf({ who, text }: ChatMessage, width: number, color: boolean): string[] {
  const lines = text.split('\n').flatMap((line) => wrapped(line, width - 2))
  return lines.map((line, at) => {
    const shown = fit(`${at ? '  ' : MARKS[who]}${line}`, width)
    return color && COLORS[who] ? `${COLORS[who]}${shown}${RESET}` : shown
  })
}

const transcript = ({ said }: State, width: number, color: boolean): string[] =>
  said.flatMap((one, at) => [...(one.who === 'you' && at ? [''] : []), ...linesOf(one, width, color)])

export const mostUp = (state: State, { columns, rows }: Size): number =>
  Math.max(0, transcript(state, columns, false).length - (rows - BELOW))

const prompt = ({ question, isThinking, typed }: State): string => {
  if (question !== null) return `${question}  Do it? y/n `
  if (isThinking) return '… Ctrl-C stops'
  return `› ${textOf(typed)}▏`
}

/** The end of a line that is too long, so that the text being typed stays visible. */
function tail(text: string, width: number): string {
  const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  while (segments.length > 1 && fit(segments.join(''), width) !== segments.join('')) segments.shift()
  return segments.join('')
}

export function frameOf(state: State, { columns, rows }: Size, color: boolean): string[] {
  const lines = transcript(state, columns, color)
  const room = rows - BELOW
  const end = Math.max(room, lines.length - Math.min(state.up, Math.max(0, lines.length - room)))
  const shown = lines.slice(Math.max(0, end - room), end)
  const blank = Array.from({ length: room - shown.length }, () => '')
  return [...shown, ...blank, '─'.repeat(columns), tail(prompt(state), columns)]
}
