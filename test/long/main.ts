// `npm run test:long -- [part …]`: what takes long by its nature, part by part; then which parts ran, and how long each took.
import { spawn } from 'node:child_process'
import { PARTS, type Part } from './parts.ts'

interface Result {
  part: Part
  outcome: string
  seconds: number
}

/** Runs a part; of drills one file at a time, because they wait for each other's load. */
function run({ files, together, program, env }: Part): Promise<boolean> {
  const words = files
    ? [
        'vitest',
        'run',
        '--config',
        'test/vitest.config.ts',
        ...(together ? [] : ['--no-file-parallelism']),
        ...files,
      ]
    : ['tsx', program ?? '']
  const child = spawn('npx', words, { stdio: 'inherit', env: { ...process.env, LONG: '1', ...env } })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

async function tried(part: Part): Promise<Result> {
  const missing = part.missing?.() ?? ''
  if (missing) return { part, outcome: `skipped: ${missing}`, seconds: 0 }
  console.log(`\n${part.name}: ${part.about}`)
  const began = performance.now()
  const outcome = (await run(part)) ? 'passed' : 'FAILED'
  return { part, outcome, seconds: Math.round((performance.now() - began) / 1_000) }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length) {
  console.error(`There is no part ${unknown.join(', ')}. There are:`)
  for (const { name, about } of PARTS) console.error(`  ${name.padEnd(14)}${about}`)
  process.exit(2)
}

const results: Result[] = []
for (const part of PARTS) if (!wanted.length || wanted.includes(part.name)) results.push(await tried(part))
console.log('\nThe long run:')
for (const { part, outcome, seconds } of results)
  console.log(`  ${part.name.padEnd(14)}${String(seconds).padStart(5)} s  ${outcome}`)
process.exit(results.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0)
