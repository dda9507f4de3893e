// The app: hears keys, runs effects, and shows each state, on the alternate screen or as text that is read aloud.
import { messageOf } from '../../../core/kernel/errors.ts'
import { Ended, INTERRUPTED } from '../../interrupt.ts'
import { listenKeys, type Press } from '../keyboard.ts'
import { cardsAround } from './board-frame.ts'
import type { Drawing } from './drawing.ts'
import { readAll, readStandings, runEffect, successText, type EffectContext } from './effects.ts'
import { viewportOf } from './frame.ts'
import { following, reduce } from './reducer.ts'
import type { Effect, Step } from './steps.ts'
import { firstState, withBoard, type State } from './state.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import type { AppPort, Memory } from './records.ts'

/** The polling interval, which leaves half a second to read changes. */
const LOOK_MS = 1_500

interface PollOptions {
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
export function lookForOthers({ port, since, isBusy, isAway, setAway, catchUp }: PollOptions): () => void {
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

export interface AppOptions {
  port: AppPort
  memory: Memory
  /** The cards of the first frame, already requested. */
  first: Promise<Board>
}

interface Stage {
  drawing(): Drawing
  /** Called for each state, with the one before it and the key that led to it. */
  show(step: Step, before: State, press?: Press): void
  suspend?(): void
  handOver(work: () => void): void
}

/** How long the selection rests before its details are read. */
const REST_MS = 80

/** How long keys must rest before data for display only is read. */
const SETTLE_MS = 250

function createEngine({ port, memory }: AppOptions, stage: Stage, end: () => void) {
  let state = firstState(memory)
  let running = 0
  let queue = Promise.resolve()
  let resting: NodeJS.Timeout | undefined
  let settling: NodeJS.Timeout | undefined
  const early: Press[] = []
  const viewport = () => viewportOf(state, stage.drawing(), new Date().toISOString())
  const doing: EffectContext = {
    port,
    latest: () => state,
    columns: () => stage.drawing().size.columns,
    handOver: stage.handOver,
    apply: (change) => take(following({ state: change(state), effects: [] }, viewport())),
  }
  const busyWith = (work: Promise<void>): Promise<void> => {
    running += 1
    return work.finally(() => (running -= 1))
  }
  const enqueue = (effect: Effect) => void (queue = busyWith(queue.then(() => runEffect(effect, doing))))
  const start = (effect: Effect) => {
    if (effect.do === 'end') return end()
    // Effects that only read must not delay the next key.
    if (effect.do === 'search' || effect.do === 'complete') return void runEffect(effect, doing)
    if (effect.do !== 'look') return enqueue(effect)
    clearTimeout(resting)
    resting = setTimeout(() => enqueue(effect), REST_MS)
  }
  const take = (step: Step, press?: Press) => {
    const before = state
    state = step.state
    stage.show(step, before, press)
    step.effects.forEach(start)
  }
  const hear = (press: Press) => {
    // Keys typed before the first frame act on that frame.
    if (state.isLoading && press.press !== 'q') return void early.push(press)
    take(reduce(state, press, viewport()), press)
    settle()
  }
  /** Compares the pay of the cards on the screen, once the keys rest. */
  const settle = () => {
    clearTimeout(settling)
    if (state.view === 'board')
      settling = setTimeout(() => void readStandings(cardsAround(state), doing), SETTLE_MS)
  }
  const hearEarly = () => early.splice(0).forEach(hear)
  return { doing, busyWith, isBusy: () => running > 0, hear, hearEarly, settle }
}

/** Runs the app on a stage until it ends. Ctrl-C exits with 130. */
export async function runApp(options: AppOptions, stdin: NodeJS.ReadStream, stage: Stage): Promise<void> {
  const { port, first } = options
  let stops: (() => void)[] = []
  let seen: string | undefined
  await new Promise<void>((resolve, reject) => {
    const { doing, busyWith, isBusy, hear, hearEarly, settle } = createEngine(options, stage, resolve)
    const readEverything = async () => {
      await readAll(doing)
      settle()
    }
    const begin = async () => {
      // Shows the first cards quickly, then reads the rest.
      const board = await first
      doing.apply((before) => withBoard(before, board))
      hearEarly()
      seen = await port.mark()
      await readEverything()
    }
    void busyWith(
      begin().catch((error: unknown) => {
        const failed = successText(messageOf(error), true)
        doing.apply((before) => ({ ...failed(before), isLoading: false, isAway: true }))
        hearEarly()
      }),
    )
    const looking = lookForOthers({
      ...{ port, since: () => seen, isBusy, catchUp: readEverything },
      isAway: () => doing.latest().isAway,
      setAway: (isAway) => {
        if (doing.latest().isAway !== isAway) doing.apply((before) => ({ ...before, isAway }))
      },
    })
    const listening = listenKeys(stdin, (press) => {
      if (press.press === 'ctrl-c') reject(new Ended(INTERRUPTED))
      else if (press.press === 'ctrl-z') stage.suspend?.()
      else hear(press)
    })
    stops = [looking, listening]
  }).finally(() => stops.forEach((stop) => stop()))
}
