// The app on the screen: each state is drawn as a frame.
import { render, Text } from 'ink'
import { enterScreen } from '../screen.ts'
import type { Size } from './drawing.ts'
import { runApp, type AppOptions } from './engine.ts'
import { frameOf } from './frame.ts'
import { firstState } from './state.ts'
import type { Step } from './steps.ts'

const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({
  columns: Math.max(20, columns || 80),
  rows: Math.max(5, rows || 24),
})

/**
 * Stdin and stdout must be a terminal. Its screen is always restored. A frame is one text, so that Ink lays out one node.
 */
export async function showApp({ color, ...options }: AppOptions & { color: boolean }): Promise<void> {
  const { stdin, stdout } = process
  const screen = enterScreen(process)
  const drawing = () => ({ ...options.port, size: sizeOf(stdout), color })
  let state = firstState(options.memory)
  let isDue = false
  const frame = () => <Text wrap="truncate">{frameOf(state, drawing()).join('\n')}</Text>
  const ink = render(frame(), {
    ...{ stdin, stdout: screen.stdout, exitOnCtrlC: false, patchConsole: false },
    // Makes Ink write whole frames immediately, for the painter (screen.ts).
    debug: true,
  })
  /** States that follow each other at once are drawn as one frame. */
  const draw = () => {
    if (!isDue) setImmediate(() => ((isDue = false), ink.rerender(frame())))
    isDue = true
  }
  const resized = () => {
    screen.painter.forget()
    draw()
  }
  const show = (step: Step) => {
    state = step.state
    draw()
  }
  stdout.prependListener('resize', resized)
  const { suspend, handOver } = screen
  await runApp(options, stdin, { drawing, show, suspend, handOver }).finally(() => {
    stdout.removeListener('resize', resized)
    ink.unmount()
    screen.leave()
  })
}
