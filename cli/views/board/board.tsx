// The board as an Ink component: draws frames, handles keys and runs effects.
import { messageOf } from '../../../core/kernel/thrown.ts'
import { Text, useInput, type Key } from 'ink'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { renderView, type Stage } from '../view.tsx'
import type { Board as BoardAnswer } from '../../../core/pipeline/board.ts'
import { frameOf, lastTop, pageOf } from './frame.ts'
import { type Drawing } from './drawing.ts'
import type { BoardPort } from './port.ts'
import { reduce, type Press } from './reducer.ts'
import { catchUp, reading, runEffect, type Change } from './effects.ts'
import { lookForOthers } from './others.ts'
import { FIRST, type State } from './state.ts'

interface BoardOptions {
  port: BoardPort
  /** The cards of the first frame, already requested. */
  first: Promise<BoardAnswer>
  color: boolean
}

/** Shows the board until the user quits. */
export const showBoard = (
  options: BoardOptions,
  terminal?: Parameters<typeof renderView>[1],
): Promise<void> => renderView<void>((stage) => <Board {...options} stage={stage} />, terminal)

function Board({ port, first, color, stage }: BoardOptions & { stage: Stage<void> }): ReactNode {
  const { state, apply, latest } = useLatest()
  const drawing: Drawing = { size: stage.size, color, dateOf: port.dateOf, agoOf: port.agoOf }
  useEffect(() => {
    // Shows the first cards quickly, then loads the rest.
    void reading(port, first)
      .then(apply)
      .then(() => reading(port))
      .then(apply)
      .catch((error: unknown) => apply(failed(error)))
  }, [])
  const enqueue = useOthers(port, apply, latest)
  useInput((input, key) => {
    for (const press of pressesOf(input, key)) {
      const around = {
        page: pageOf(stage.size, latest()),
        lastTop: lastTop(latest(), drawing),
        now: new Date().toISOString(),
      }
      const { state: next, effect } = reduce(latest(), press, around)
      apply(() => next)
      if (effect?.do === 'end') return stage.end()
      if (effect) enqueue(() => runEffect(effect, port, apply))
    }
  })
  return <Text wrap="truncate">{frameOf(state, drawing).join('\n')}</Text>
}

/** Shows changes by others, except while an effect of ours runs; returns how to run one after the other. */
function useOthers(
  port: BoardPort,
  apply: (change: Change) => void,
  latest: () => State,
): (effect: () => Promise<void>) => void {
  const running = useRef(0)
  const queue = useRef(Promise.resolve())
  useEffect(
    () =>
      lookForOthers({
        port,
        isBusy: () => running.current > 0 || latest().isLoading,
        catchUp: () => catchUp(port, apply),
      }),
    [],
  )
  return (effect) => {
    running.current += 1
    queue.current = queue.current.then(effect).finally(() => (running.current -= 1))
  }
}

const failed =
  (error: unknown): Change =>
  (state) => ({ ...state, isLoading: false, message: { text: messageOf(error), isBad: true } })

/** The state, updated synchronously, because keys can arrive faster than React renders. */
function useLatest() {
  const [state, setState] = useState<State>(FIRST)
  const ref = useRef(state)
  return {
    state,
    latest: () => ref.current,
    apply(change: Change) {
      ref.current = change(ref.current)
      setState(ref.current)
    },
  }
}

const NAMES: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageDown', 'pageDown'],
  ['pageUp', 'pageUp'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  // Most keyboards send for backspace what Ink calls delete.
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
]

/** Converts Ink's input to key presses; there can be several characters in one input. */
export function pressesOf(input: string, key: Key): Press[] {
  const named = NAMES.find(([flag]) => key[flag])
  if (named) return [{ press: named[1], text: '' }]
  if (key.tab) return [{ press: key.shift ? 'shift-tab' : 'tab', text: '' }]
  if (key.ctrl) return [{ press: `ctrl-${input}`, text: '' }]
  if (key.meta) return []
  return [...new Intl.Segmenter().segment(input)].map(({ segment }) => keyOf(segment))
}

/** Pasted text, or text typed ahead on a slow terminal, may contain control keys. */
function keyOf(segment: string): Press {
  if (segment === '\r' || segment === '\n' || segment === '\r\n') return { press: 'enter', text: '' }
  if (segment === '\t') return { press: 'tab', text: '' }
  if (segment === '\u007f') return { press: 'backspace', text: '' }
  if (segment === '\u001b') return { press: 'esc', text: '' }
  if (segment < ' ') return { press: `ctrl-${String.fromCharCode(segment.charCodeAt(0) + 96)}`, text: '' }
  return { press: segment, text: segment >= ' ' ? segment : '' }
}
