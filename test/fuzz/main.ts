// `npm run fuzz -- --minutes 10 [--seed 7]`: the suite's fuzz test, for longer and with another seed.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { operations } from '../../core/operations.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } },
})
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const seconds = String((Number(values.minutes) * 60) / operations.length)
console.log(`${operations.length} operations, ${Number(seconds).toFixed(1)} s each, seed ${seed}.`)

const run = spawn('npx', ['vitest', 'run', '--config', 'test/vitest.config.ts', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SECONDS: seconds, FUZZ_SEED: seed },
})
run.on('exit', (code) => process.exit(code ?? 1))
