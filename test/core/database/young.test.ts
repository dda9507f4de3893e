// What a query leaves behind is collected while it is young: the driver is patched for it (docs/decisions/0031-postgres-driver.md).
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Makes fragments of statements, as lists do, and lets go of each at once. */
const FRAGMENTS = `
  import postgres from 'postgres'
  const sql = postgres({ host: '127.0.0.1', port: 1 })
  for (let round = 0; round < 200; round++) {
    for (let made = 0; made < 1500; made++) sql\`\${made}::int\`
    await new Promise((resolve) => setImmediate(resolve))
  }`

test('fragments of statements do not outlive a collection of young objects', () => {
  const printed = execFileSync(
    process.execPath,
    ['--trace-gc', '--trace-gc-nvp', '--input-type=module', '--eval', FRAGMENTS],
    { cwd: ROOT, encoding: 'utf8' },
  )
  const shares = [...printed.matchAll(/gc=s .*?new_space_survive_rate_=([\d.]+)%.*/g)].map(
    ([line, survived]) => ({
      survived: Number(survived),
      promoted: Number(/promotion_ratio=([\d.]+)%/.exec(line)?.[1]),
    }),
  )
  expect(shares.length).toBeGreaterThan(5)
  const kept = shares.slice(-5).map(({ survived, promoted }) => survived + promoted)
  expect(Math.max(...kept)).toBeLessThan(20)
})
