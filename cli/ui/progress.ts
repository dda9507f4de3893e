// A progress line on stderr: only on a terminal, only after a second, and removed when the work is done.
import { stderr } from '../stderr.ts'

interface Progress {
  update(sentence: string): void
  end(): void
}

const DELAY_MS = 1_000

export function createProgress(stream: NodeJS.WriteStream = stderr()): Progress {
  const began = Date.now()
  let shown = false
  return {
    update(sentence) {
      if (!stream.isTTY || Date.now() - began < DELAY_MS) return
      stream.write(`\r\u001b[K${sentence}`)
      shown = true
    },
    end() {
      if (shown) stream.write('\r\u001b[K')
      shown = false
    },
  }
}
