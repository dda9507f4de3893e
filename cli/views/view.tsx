// Shows a view: Ink on the alternate screen, redrawn on every resize, until the view ends.
import { render } from 'ink'
import { useEffect, useState, type ReactNode } from 'react'
import { Ended, INTERRUPTED } from '../interrupt.ts'
import { listenKeys, type Press } from './keyboard.ts'
import { enterScreen, type Screen, type Terminal } from './screen.ts'

export interface Size {
  columns: number
  rows: number
}

export interface Stage<Result> {
  size: Size
  /** A hook: calls the latest `heard` for each key. */
  useKeys(heard: (press: Press) => void): void
  handOver(work: () => void): void
  end(result: Result): void
}

interface ViewOptions {
  /** Returns true if Ctrl-C was handled otherwise, such as by stopping a response. */
  onInterrupt?: () => boolean
  terminal?: Terminal
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({
  columns: Math.max(20, columns || 80),
  rows: Math.max(5, rows || 24),
})

/**
 * Shows what `draw` returns until it calls `end`, and resolves with that result. Stdin and stdout must be a
 * terminal. Ctrl-Z suspends, Ctrl-C exits with 130, and the terminal is always restored.
 */
export async function renderView<Result>(
  draw: (stage: Stage<Result>) => ReactNode,
  { onInterrupt, terminal = process }: ViewOptions = {},
): Promise<Result> {
  const screen = enterScreen(terminal)
  const hearing: Hearing = { heard: null }
  let outcome: { result: Result } | undefined
  const view = (
    <Frame
      screen={screen}
      terminal={terminal}
      hearing={hearing}
      end={() => shown.unmount()}
      {...(onInterrupt && { onInterrupt })}
    >
      {(size) =>
        draw({
          size,
          useKeys(heard) {
            useEffect(() => void (hearing.heard = heard))
          },
          handOver: screen.handOver,
          end(result) {
            outcome = { result }
            shown.unmount()
          },
        })
      }
    </Frame>
  )
  const shown = render(view, {
    stdin: terminal.stdin,
    stdout: screen.stdout,
    exitOnCtrlC: false,
    patchConsole: false,
    // Makes Ink write whole frames immediately, for the painter (screen.ts).
    debug: true,
  })
  try {
    await shown.waitUntilExit()
  } finally {
    screen.leave()
  }
  if (!outcome) throw new Ended(INTERRUPTED)
  return outcome.result
}

/** The latest listener of the view. */
interface Hearing {
  heard: ((press: Press) => void) | null
}

interface FrameProps {
  screen: Screen
  terminal: Terminal
  hearing: Hearing
  end: () => void
  onInterrupt?: () => boolean
  children: (size: Size) => ReactNode
}

/** Tracks the size, and handles Ctrl-Z and Ctrl-C for every view. */
function Frame({ screen, terminal, hearing, end, onInterrupt, children }: FrameProps): ReactNode {
  const [size, setSize] = useState(() => sizeOf(terminal.stdout))
  useEffect(() => {
    const resized = () => {
      screen.painter.forget()
      setSize(sizeOf(terminal.stdout))
    }
    terminal.stdout.prependListener('resize', resized)
    return () => void terminal.stdout.removeListener('resize', resized)
  }, [])
  useEffect(
    () =>
      listenKeys(terminal.stdin, (press) => {
        if (press.press === 'ctrl-z') screen.suspend()
        else if (press.press !== 'ctrl-c') hearing.heard?.(press)
        else if (!onInterrupt?.()) end()
      }),
    [],
  )
  return children(size)
}
