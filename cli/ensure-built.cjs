// Builds when the sources are newer than the bundle, so that `npm start` works on any checkout.
'use strict'
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const root = path.join(__dirname, '..')
const built = path.join(root, 'dist', 'built')

/** The latest modification time below a folder, in milliseconds since the epoch. */
function newest(entry) {
  const stat = fs.statSync(entry)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...fs.readdirSync(entry).map((name) => newest(path.join(entry, name))))
}

const sources = ['core', 'gateway', 'cli', 'sql', 'package-lock.json', 'tsup.config.ts'].map((name) =>
  path.join(root, name),
)
const builtAt = fs.statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0
const isStale =
  sources.every((source) => fs.existsSync(source)) && sources.some((source) => newest(source) > builtAt)

if (isStale) {
  if (!fs.existsSync(path.join(root, 'node_modules', 'tsup'))) {
    process.stderr.write('crm is not built, and its build tools are missing. Run: npm ci\n')
    process.exit(1)
  }
  process.stderr.write('Building crm …\n')
  const began = new Date()
  // A shell finds npm on every system.
  const { status } = spawnSync('npm run --silent build', { cwd: root, stdio: ['ignore', 2, 2], shell: true })
  if (status !== 0) process.exit(status ?? 1)
  // A source that changed during the build is newer than the bundle.
  fs.utimesSync(built, began, began)
}
