// Shows a view: Ink on the alternate screen, redrawn on every resize, until the view ends.
import { render } from 'ink'
import { useEffect, useState, type ReactNode } from 'react'
import { Ended, INTERRUPTED } from '../interrupt.ts'
import { listenKeys, type Press } from './keyboard.ts'
import { enterScreen, type Terminal } from './screen.ts'

export interface Size {
  columns: number
  rows: number
}

export interface Stage {
  size: Size
  /** A hook: calls the latest `heard` for each key. */
  useKeys(heard: (press: Press) => void): void
  handOver(work: () => void): void
  end(): void
}

interface ViewOptions {
  /** Returns true if Ctrl-C was handled otherwise, such as by stopping a response. */
  onInterrupt?: () => boolean
  terminal?: Terminal | undefined
}

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({
  columns: Math.max(20, columns || 80),
  rows: Math.max(5, rows || 24),
})

/**
 * Shows what `draw` returns until it calls `end`. Stdin and stdout must be a terminal. Ctrl-Z suspends and Ctrl-C exits
 * with 130. The terminal is always restored.
 */
export async function renderView(
  draw: (stage: Stage) => ReactNode,
  { onInterrupt, terminal = process }: ViewOptions = {},
): Promise<void> {
  const screen = enterScreen(terminal)
  let hears: ((press: Press) => void) | undefined
  let isOver = false
  /** Tracks the size, and handles Ctrl-Z and Ctrl-C for every view. */
  const Frame = (): ReactNode => {
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
          else if (press.press !== 'ctrl-c') hears?.(press)
          else if (!onInterrupt?.()) shown.unmount()
        }),
      [],
    )
    return draw({
      size,
      useKeys(heard) {
        useEffect(() => void (hears = heard))
      },
      handOver: screen.handOver,
      end() {
        isOver = true
        shown.unmount()
      },
    })
  }
  const shown = render(<Frame />, {
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
  if (!isOver) throw new Ended(INTERRUPTED)
}
