// Every reader of text from outside takes time in proportion to its length, whatever the text. Short sizes in each run; those
// that an attachment has in the long run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LONG } from '../long.ts'
import { GENERATORS } from './generators.ts'
import { READERS, type Reader } from './readers.ts'

const [SMALL, LARGE] = LONG ? [64_000, 1_024_000] : [16_000, 256_000]
/** Sixteen times the text may take so many times as long. */
const MOST = 24
/** How long this machine takes to start Node, at best: the floor of every figure here, because machines differ. */
const START_MS = Math.min(...Array.from({ length: 5 }, startMs))
function startMs(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - began
}
/** What takes less is not measured well enough to be compared. */
const FLOOR_MS = 4 * START_MS
const ATTEMPTS = 10

async function processorMs({ wrap, read }: Reader, text: string): Promise<number> {
  const input = (await wrap(text)) as never
  const before = process.cpuUsage()
  await read(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The quotient of the two least times: other work of the machine only adds to them. */
async function growth(reader: Reader, generate: (size: number) => string): Promise<number> {
  let [small, large] = [Infinity, Infinity]
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    small = Math.min(small, await processorMs(reader, generate(SMALL)))
    large = Math.min(large, await processorMs(reader, generate(LARGE)))
    if (large < FLOOR_MS || large / small <= MOST) break
  }
  return large < FLOOR_MS ? 0 : large / small
}

/** Of the heap: what the readers themselves take, pay file and libraries, and a hundred for a text. */
const MOST_MB = 50 + 100

test.runIf(LONG)(
  'no text of a megabyte takes a reader more than a hundred megabytes',
  async () => {
    const program = join(import.meta.dirname, 'memory.ts')
    const args = ['--import', 'tsx', `--max-old-space-size=${MOST_MB}`, program, String(LARGE)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let last = ''
    child.stdout.on('data', (part) => (last = String(part).trim().split('\n').at(-1) ?? last))
    await once(child, 'close')
    expect(last).toBe('done')
  },
  1_200_000,
)

/** What only the terminal reads, and one that reads two thousand cells at once where an import yields between its rows. */
const NOT_IN_A_GATEWAY = /CSV|^JSON$|JSON cells|workbook|Word|PDF|vCard|calendar|people of jobs/
/** How long a gateway may be held at once: four times as long as it takes to list the words of a megabyte, at best. */
const MOST_HELD_MS = 4 * Math.min(...Array.from({ length: 10 }, wordsMs))
function wordsMs(): number {
  const text = 'The quick brown fox, 12 of them. '.repeat(32_000)
  const began = performance.now()
  const words = text.match(/\p{L}+/gu)?.map((word) => word.toLowerCase())
  JSON.parse(JSON.stringify(words))
  return performance.now() - began
}

/** The longest time between two turns of the event loop: of the clock or of the processor, because other work adds to either. */
async function heldMs(reader: Reader, text: string): Promise<number> {
  const input = (await reader.wrap(text)) as never
  let [most, isOver] = [0, false]
  const watched = (async () => {
    for (let [before, began] = [process.cpuUsage(), performance.now()]; !isOver;) {
      await turn()
      const { user, system } = process.cpuUsage(before)
      most = Math.max(most, Math.min((user + system) / 1_000, performance.now() - began))
      ;[before, began] = [process.cpuUsage(), performance.now()]
    }
  })()
  await turn()
  await reader.read(input)
  await turn()
  isOver = true
  await watched
  return most
}

describe.runIf(LONG)('a gateway serves others while it reads a text of a megabyte', () => {
  const readers = Object.entries(READERS).filter(([name]) => !NOT_IN_A_GATEWAY.test(name))
  test.each(readers)('%s', async (_, reader) => {
    const held: Record<string, number> = {}
    await reader.read((await reader.wrap('loads what it uses')) as never)
    for (const [name, generate] of Object.entries(GENERATORS)) {
      let least = Infinity
      for (let attempt = 0; attempt < 10 && least > MOST_HELD_MS; attempt += 1)
        least = Math.min(least, await heldMs(reader, generate(Math.min(LARGE, reader.most ?? LARGE))))
      if (least > MOST_HELD_MS) held[name] = Math.round(least)
    }
    expect(held).toEqual({})
  })
})

describe('a text of sixteen times the length takes at most twenty-four times as long', () => {
  test.each(Object.entries(READERS))('%s', async (_, reader) => {
    const found: Record<string, number> = {}
    for (const [name, generate] of Object.entries(GENERATORS)) {
      const times = await growth(reader, generate)
      if (times > MOST) found[name] = Math.round(times)
    }
    expect(found).toEqual({})
  })
})
