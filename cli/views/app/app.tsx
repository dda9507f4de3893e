// The app as an Ink component: draws frames, handles keys and runs effects.
import { messageOf } from '../../../core/kernel/errors.ts'
import { Text } from 'ink'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Press } from '../keyboard.ts'
import { renderView, type Stage } from '../view.tsx'
import { cardsAround } from './board-frame.ts'
import type { Drawing } from './drawing.ts'
import { readAll, readStandings, runEffect, successText, type Change, type Doing } from './effects.ts'
import { frameOf, viewportOf } from './frame.ts'
import type { AppPort } from './port.ts'
import { following, reduce } from './reducer.ts'
import type { Effect } from './steps.ts'
import { firstState, withBoard, type State } from './state.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import type { Memory } from './records.ts'

/** The polling interval, which leaves half a second to read changes. */
const LOOK_MS = 1_500

interface Looking {
  port: Pick<AppPort, 'mark'>
  /** The mark of the data before the first read. */
  since(): string | undefined
  /** Whether our own change is running. A poll must not overtake it. */
  isBusy(): boolean
  /** Whether the screen may be old, because a read failed. */
  isAway(): boolean
  setAway(isAway: boolean): void
  catchUp(): Promise<void>
}

/** Polls until the returned function is called, and reads changes at once. */
export function lookForOthers({ port, since, isBusy, isAway, setAway, catchUp }: Looking): () => void {
  let known: string | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking || isBusy()) return
    isLooking = true
    try {
      known ??= since()
      const mark = await port.mark()
      if ((mark !== known || isAway()) && !isBusy()) {
        await catchUp()
        known = mark
      }
      setAway(false)
    } catch {
      setAway(true)
    }
    isLooking = false
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return () => clearInterval(timer)
}

interface AppOptions {
  port: AppPort
  memory: Memory
  /** The cards of the first frame, already requested. */
  first: Promise<Board>
  color: boolean
}

export const showApp = (options: AppOptions, terminal?: Parameters<typeof renderView>[1]): Promise<void> =>
  renderView((stage) => <App {...options} stage={stage} />, terminal)

/** How long the selection rests before its details are read. */
const REST_MS = 80
/** How long keys must rest before data for display only is read. */
const SETTLE_MS = 250

type Props = AppOptions & { stage: Stage }

function useEngine({ port, memory, color, stage }: Props) {
  const [state, setState] = useState(() => firstState(memory))
  // Keys can arrive faster than React renders, so the latest state is kept beside it.
  const now = useRef(state)
  const size = useRef(stage.size)
  size.current = stage.size
  const running = useRef(0)
  const queue = useRef(Promise.resolve())
  const resting = useRef<NodeJS.Timeout>(undefined)
  const early = useRef<Press[]>([])
  const settling = useRef<NodeJS.Timeout>(undefined)
  const drawing = (): Drawing => ({ ...port, size: size.current, color })
  const viewport = () => viewportOf(now.current, drawing(), new Date().toISOString())
  const show = (next: State) => {
    now.current = next
    setState(next)
  }
  const doing: Doing = {
    port,
    latest: () => now.current,
    columns: () => size.current.columns,
    handOver: stage.handOver,
    apply(change: Change) {
      const { state: next, effects } = following({ state: change(now.current), effects: [] }, viewport())
      show(next)
      start(effects)
    },
  }
  const enqueue = (effect: Effect) => {
    running.current += 1
    queue.current = queue.current.then(() => runEffect(effect, doing)).finally(() => (running.current -= 1))
  }
  const start = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.do === 'end') return stage.end()
      if (effect.do === 'look') {
        clearTimeout(resting.current)
        resting.current = setTimeout(() => enqueue(effect), REST_MS)
      } else if (effect.do === 'search' || effect.do === 'complete') {
        // Effects that only read must not delay the next key.
        void runEffect(effect, doing)
      } else enqueue(effect)
    }
  }
  const heard = (press: Press) => {
    // Keys typed before the first frame act on that frame.
    if (now.current.isLoading && press.press !== 'q') return void early.current.push(press)
    const { state: next, effects } = reduce(now.current, press, viewport())
    show(next)
    start(effects)
    settle()
  }
  /** Compares the pay of the cards on the screen, once the keys rest. */
  const settle = () => {
    clearTimeout(settling.current)
    if (now.current.view === 'board')
      settling.current = setTimeout(() => void readStandings(cardsAround(now.current), doing), SETTLE_MS)
  }
  return { state, now, doing, heard, settle, early, running, drawing }
}

function App(props: Props): ReactNode {
  const { port, first, stage } = props
  const { state, now, doing, heard, settle, early, running, drawing } = useEngine(props)
  const seen = useRef<string>(undefined)
  stage.useKeys(heard)
  useEffect(() => {
    const begin = async () => {
      // Shows the first cards quickly, then reads the rest.
      const board = await first
      doing.apply((before) => withBoard(before, board))
      early.current.splice(0).forEach(heard)
      seen.current = await port.mark()
      await readAll(doing)
      settle()
    }
    running.current += 1
    void begin()
      .catch((error: unknown) => {
        doing.apply((before) => ({
          ...successText(messageOf(error), true)(before),
          isLoading: false,
          isAway: true,
        }))
        early.current.splice(0).forEach(heard)
      })
      .finally(() => (running.current -= 1))
    return lookForOthers({
      port,
      since: () => seen.current,
      isBusy: () => running.current > 0,
      isAway: () => now.current.isAway,
      setAway: (isAway) => {
        if (now.current.isAway !== isAway) doing.apply((before) => ({ ...before, isAway }))
      },
      async catchUp() {
        await readAll(doing)
        settle()
      },
    })
  }, [])
  return <Text wrap="truncate">{frameOf(state, drawing()).join('\n')}</Text>
}
