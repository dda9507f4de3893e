// `npm run surface` rewrites the pinned surfaces; with --check it only reports changes, and fails if there
// are any.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { changedLines } from './changed-lines.ts'
import { ROOM, SURFACES } from './surfaces.ts'

const checks = process.argv.includes('--check')

for (const [file, make] of Object.entries(SURFACES)) {
  const name = relative(process.cwd(), file)
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const now = await make()
  if (old === now) continue
  if (checks) {
    console.error(
      `${name} is not current: run \`npm run surface\` and review the difference.\n${changedLines(old, now)}`,
    )
    process.exitCode = 1
  } else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, now)
    console.log(`${name} rewritten.`)
  }
}
for (const [what, { taken, of }] of Object.entries(ROOM()))
  console.log(`${what}: ${taken} of ${of}; ${of - taken} are left.`)
