// The output of a run that may yet be given up: kept until the run is done, then written at once.
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { Streams } from '../output.ts'
import { stderr } from '../stderr.ts'

export interface Kept extends Streams {
  /** Writes what was kept, in the order it came. */
  release(): Promise<void>
}

const STDOUT = 1

/** Streams that look like the process's own. */
export function keptStreams(): Kept {
  const kept: (() => Promise<void>)[] = []
  // A terminal knows its width and its colours. Of a pipe nothing is to be known, and opening it takes half a millisecond.
  const terminal = isatty(STDOUT) ? process.stdout : null
  const print = (text: string) => (terminal ? written(terminal, text) : writePlainly(Buffer.from(text)))
  return {
    stdout: {
      isTTY: terminal !== null,
      columns: terminal?.columns ?? 0,
      hasColors: () => terminal?.hasColors() ?? false,
      write: (text) => kept.push(() => print(text)),
    },
    stderr() {
      const { isTTY, columns } = stderr()
      return { isTTY, columns, write: (text) => kept.push(() => written(stderr(), text)) }
    },
    async release() {
      for (const write of kept) await write()
    },
  }
}

const written = (stream: NodeJS.WriteStream, bytes: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.write(bytes, () => resolve())
  })

/** To a file or a pipe; what a slow reader's pipe has no room for is left to the stream. */
async function writePlainly(bytes: Buffer): Promise<void> {
  let from = 0
  try {
    while (from < bytes.length) from += writeSync(STDOUT, bytes, from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    await written(process.stdout, bytes.subarray(from))
  }
}
