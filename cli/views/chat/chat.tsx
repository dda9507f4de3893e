// The chat as an Ink component: streams responses and asks before each change.
import { messageOf } from '../../../core/kernel/thrown.ts'
import { Text } from 'ink'
import { useRef, useState, type ReactNode } from 'react'
import { edited, textOf } from '../text-line.ts'
import { renderView, type Stage } from '../view.tsx'
import { frameOf, mostUp } from './frame.ts'
import type { ChatPort } from './port.ts'
import { asked, callText, ended, FIRST, heard, type State } from './state.ts'

interface ChatOptions {
  port: ChatPort
  color: boolean
}

interface Running {
  stop: (() => void) | null
}

export function showChat(
  options: ChatOptions,
  terminal?: NonNullable<Parameters<typeof renderView>[1]>['terminal'],
): Promise<void> {
  const running: Running = { stop: null }
  const onInterrupt = (): boolean => {
    if (!running.stop) return false
    running.stop()
    return true
  }
  return renderView<void>((stage) => <Chat {...options} stage={stage} running={running} />, {
    onInterrupt,
    ...(terminal && { terminal }),
  })
}

type Change = (state: State) => State

function Chat({
  port,
  color,
  stage,
  running,
}: ChatOptions & { stage: Stage<void>; running: Running }): ReactNode {
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
    await readStream(port, latest.current, leaving.signal, {
      apply,
      approve: (call) =>
        new Promise((resolve) => {
          answer.current = resolve
          apply((now) => ({ ...now, question: callText(call) }))
        }),
    })
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
    else if (!now.isThinking) apply((was) => ({ ...was, typed: edited(was.typed, press, text) ?? was.typed }))
  })
  return <Text wrap="truncate">{frameOf(state, stage.size, color).join('\n')}</Text>
}

interface StreamHandlers {
  apply(change: Change): void
  approve: Parameters<ChatPort['talk']>[0]['approve']
}

/** Receives a turn to its end; errors are shown in the chat. */
async function readStream(
  port: ChatPort,
  { messages }: State,
  signal: AbortSignal,
  { apply, approve }: StreamHandlers,
): Promise<void> {
  try {
    for await (const event of port.talk({ messages, approve, signal })) {
      if (signal.aborted && event.event === 'error') throw new Error(event.data.error)
      apply((now) => heard(now, event))
    }
  } catch (error) {
    const text = signal.aborted ? 'Stopped.' : messageOf(error)
    apply((now) => ({ ...now, said: [...now.said, { who: 'note', text }] }))
  }
}
