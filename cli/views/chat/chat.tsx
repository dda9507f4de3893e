// The chat as an Ink component: streams responses and asks before each change.
import { messageOf } from '../../../core/kernel/errors.ts'
import type { ToolCall } from '../../../core/scout/tools.ts'
import { Text } from 'ink'
import { useRef, useState, type ReactNode } from 'react'
import { edited, textOf } from '../text-line.ts'
import type { Terminal } from '../screen.ts'
import { renderView, type Stage, type Size } from '../view.tsx'
import {
  asked,
  callText,
  ended,
  FIRST,
  heard,
  type State,
  type ChatMessage,
  type ChatPort,
  wrote,
} from './state.ts'
import { wrapped } from '../../ui/wrap.ts'
import { fit, tailOf } from '../../ui/width.ts'

// Renders the chat as lines of text: the wrapped and scrolled conversation, with the input or question below.
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

const transcript = ({ conversation }: State, width: number, color: boolean): string[] =>
  conversation.flatMap((one, at) => [...(one.who === 'you' && at ? [''] : []), ...linesOf(one, width, color)])

export const mostUp = (state: State, { columns, rows }: Size): number =>
  Math.max(0, transcript(state, columns, false).length - (rows - BELOW))

const MAX_TYPED = 20_000

const prompt = ({ question, isThinking, typed }: State): string => {
  if (question !== null) return `${question}  Do it? y/n `
  if (isThinking) return '… Ctrl-C stops'
  return `› ${textOf(typed)}▏`
}

export function frameOf(state: State, { columns, rows }: Size, color: boolean): string[] {
  const lines = transcript(state, columns, color)
  const room = rows - BELOW
  const end = Math.max(room, lines.length - Math.min(state.up, Math.max(0, lines.length - room)))
  const shown = lines.slice(Math.max(0, end - room), end)
  const blank = Array.from({ length: room - shown.length }, () => '')
  return [...shown, ...blank, '─'.repeat(columns), tailOf(prompt(state), columns)]
}

interface ChatOptions {
  port: ChatPort
  color: boolean
}

interface Running {
  stop: (() => void) | null
}

export function showChat(options: ChatOptions, terminal?: Terminal): Promise<void> {
  const running: Running = { stop: null }
  const onInterrupt = (): boolean => {
    if (!running.stop) return false
    running.stop()
    return true
  }
  return renderView((stage) => <Chat {...options} stage={stage} running={running} />, {
    onInterrupt,
    terminal,
  })
}

type Change = (state: State) => State

function Chat({ port, color, stage, running }: ChatOptions & { stage: Stage; running: Running }): ReactNode {
  const [state, setState] = useState<State>(FIRST)
  const latest = useRef(state)
  const answer = useRef<((yes: boolean) => void) | null>(null)
  const apply = (change: Change) => {
    latest.current = change(latest.current)
    setState(latest.current)
  }
  const decide = (yes: boolean) => {
    apply((now) => ({ ...now, question: null }))
    answer.current?.(yes)
    answer.current = null
  }
  const send = async (text: string) => {
    const leaving = new AbortController()
    running.stop = () => {
      leaving.abort()
      decide(false)
    }
    apply((now) => asked(now, text))
    const approve = (call: ToolCall) =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve
        apply((now) => ({ ...now, question: callText(call) }))
      })
    await readStream(port, { messages: latest.current.messages, approve, signal: leaving.signal }, apply)
    running.stop = null
    apply(ended)
  }
  stage.useKeys(({ press, text }) => {
    const now = latest.current
    if (now.question !== null) {
      if (/^[yn]$/i.test(text) || press === 'esc') decide(/^y$/i.test(text))
    } else if (press === 'pageUp' || press === 'up') {
      apply((was) => ({
        ...was,
        up: Math.min(was.up + (press === 'up' ? 1 : 10), mostUp(was, stage.size)),
      }))
    } else if (press === 'pageDown' || press === 'down') {
      apply((was) => ({ ...was, up: Math.max(0, was.up - (press === 'down' ? 1 : 10)) }))
    } else if (press === 'esc' && !now.isThinking) return stage.end()
    else if (press === 'enter' && !now.isThinking && textOf(now.typed).trim())
      void send(textOf(now.typed).trim())
    else if (!now.isThinking) apply((was) => wrote(was, edited(was.typed, press, text, { max: MAX_TYPED })))
  })
  return <Text wrap="truncate">{frameOf(state, stage.size, color).join('\n')}</Text>
}

async function readStream(
  port: ChatPort,
  talk: Parameters<ChatPort['talk']>[0],
  apply: (change: Change) => void,
): Promise<void> {
  const { signal } = talk
  try {
    for await (const event of port.talk(talk)) {
      if (signal.aborted && event.event === 'error') throw new Error(event.data.error)
      apply((now) => heard(now, event))
    }
  } catch (error) {
    const text = signal.aborted ? 'Stopped.' : messageOf(error)
    apply((now) => ({ ...now, conversation: [...now.conversation, { who: 'note', text }] }))
  }
}
