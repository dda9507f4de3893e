/** `npm run data:mail`: trains on the labelled mail of this repository and writes sql/data/mail/learned.bin. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Weights } from '../../../core/inbox/meaning/learned.ts'
import { lessonsOf } from './lessons.ts'
import { sourceFiles, sourceText, taughtSets } from './sets.ts'
import { taught } from './teach.ts'

/** The digest of the files behind the weights. */
export function sourcesDigest(): string {
  const hash = createHash('sha256')
  for (const name of sourceFiles()) hash.update(`${name}\n`).update(sourceText(name))
  return hash.digest('hex')
}

const short = (numbers: Iterable<number>): number[] =>
  [...numbers].map((number) => Number(number.toPrecision(5)))

/** Serializes the weights: a line of JSON, then the weights of sentences with one byte each. */
function writtenWeights({ sentences, messages }: Weights, sources: string): Buffer {
  const head = {
    sources,
    scales: short(sentences.scales),
    biases: short(sentences.biases),
    messageWeights: short(messages.weights),
    messageBiases: short(messages.biases),
  }
  const { weights } = sentences
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength),
  ])
}

if (process.argv[1] === import.meta.filename) {
  const lessons = (await Promise.all(taughtSets().map(([, set]) => lessonsOf(set)))).flat()
  const file = join(import.meta.dirname, '../../data/mail/learned.bin')
  writeFileSync(file, writtenWeights(taught(lessons), sourcesDigest()))
  process.stdout.write(`${file}: from ${lessons.length} messages\n`)
}
