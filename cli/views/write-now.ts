// Writes to a terminal before returning, because asynchronous writes may be lost when the process is about to exit.
import { writeSync } from 'node:fs'

/** A terminal that takes nothing for so many pauses is given up: it is stopped (Ctrl-S), or its window is gone. */
const [PAUSE_MS, PAUSES] = [5, 400]

const pause = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms)

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EINTR')

/** Writes the whole text to a stream's file descriptor: a slow terminal takes it in parts, or not at once. */
export function writeNow(
  stdout: NodeJS.WriteStream,
  text: string,
  write: typeof writeSync = writeSync,
): void {
  const { fd } = stdout as { fd?: number } // A substitute in tests has none.
  if (fd === undefined) return void stdout.write(text)
  let rest = Buffer.from(text)
  for (let pauses = 0; rest.length && pauses < PAUSES;) {
    try {
      rest = rest.subarray(write(fd, rest))
      pauses = 0
    } catch (error) {
      // Any other error means that the terminal is gone, so there is nothing to draw on.
      if (!isFull(error)) return
      pauses += 1
      pause(PAUSE_MS)
    }
  }
}
