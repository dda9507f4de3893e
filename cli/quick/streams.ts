// Buffered output for a run that may be abandoned: it is written only when the run has succeeded.
import { systemCodeOf } from '../../core/kernel/thrown.ts'
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import type { Streams } from '../output.ts'
import { stderr } from '../stderr.ts'

export interface BufferedStreams extends Streams {
  /** Writes the buffered output in order. */
  release(): Promise<void>
}

const STDOUT = 1

/** Streams with the properties of the process's own. */
export function bufferedStreams(): BufferedStreams {
  const buffered: (() => Promise<void>)[] = []
  // Only a terminal has a width and colours. For a pipe process.stdout
  // is not needed, and opening it takes half a millisecond.
  const terminal = isatty(STDOUT) ? process.stdout : null
  const print = (content: string | Uint8Array) =>
    terminal ? written(terminal, content) : writePlainly(Buffer.from(content))
  return {
    stdin: () => process.stdin,
    stdout: {
      isTTY: terminal !== null,
      columns: terminal?.columns ?? 0,
      hasColors: () => terminal?.hasColors() ?? false,
      write: (text) => buffered.push(() => print(text)),
    },
    stderr() {
      const { isTTY, columns } = stderr()
      return { isTTY, columns, write: (text) => buffered.push(() => written(stderr(), text)) }
    },
    async release() {
      for (const write of buffered) await write()
    },
  }
}

const written = (stream: NodeJS.WriteStream, bytes: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.write(bytes, (error) => {
      // The event that follows needs its listener.
      if (error) return reject(error)
      // Listeners of earlier writes must not pile up: Node warns on stderr after ten.
      stream.off('error', reject)
      resolve()
    })
  })

/** Writes to a file or pipe synchronously; if the pipe is full, the stream writes the rest. */
async function writePlainly(bytes: Buffer): Promise<void> {
  let from = 0
  try {
    while (from < bytes.length) from += writeSync(STDOUT, bytes, from)
  } catch (error) {
    if (systemCodeOf(error) !== 'EAGAIN') throw error
    await written(process.stdout, bytes.subarray(from))
  }
}
