// A progress line on stderr: only on a terminal, only after a second, and removed when the work is done.
import { stderr } from '../interrupt.ts'

const DELAY_MS = 1_000

/** Overwrites the line with spaces instead of erasing it, because terminals without colour get no escape codes. */
export function createProgress(stream: NodeJS.WriteStream = stderr()) {
  const began = Date.now()
  let shown = 0
  const blank = () => `\r${' '.repeat(shown)}\r`
  return {
    update(sentence: string): void {
      if (!stream.isTTY || Date.now() - began < DELAY_MS) return
      // A line that wraps could not be overwritten.
      const line = sentence.slice(0, (stream.columns || 80) - 1)
      stream.write(`${shown > 0 ? blank() : '\r'}${line}`)
      shown = line.length
    },
    end(): void {
      if (shown > 0) stream.write(blank())
      shown = 0
    },
  }
}

export async function whileSaying<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  const progress = createProgress()
  const ticking = setInterval(() => progress.update(sentence), 500)
  try {
    return await work()
  } finally {
    clearInterval(ticking)
    progress.end()
  }
}
