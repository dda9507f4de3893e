// Starts the embedded Postgres in a temporary home and prepares the template that every test file clones.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { connectForMaintenance, ping } from '../core/database/connect.ts'
import { accountFor } from '../core/database/embedded/account.ts'
import { layoutOf } from '../core/database/embedded/address.ts'
import { launchOptions } from '../core/database/embedded/program.ts'
import { ensureServer, stopServer, type Address } from '../core/database/embedded.ts'
import { migrate } from '../core/database/migrate.ts'
import { renewInUse } from '../core/intelligence/imports/in-use.ts'
import { startBoards } from './boards/server.ts'
import { citusNodes, prepareTemplate } from './citus.ts'
import { engineOf } from './engine.ts'
import { startModelServer } from './model/server.ts'
import { openPooler } from './pooler.ts'
import { startStripe } from './stripe/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    address: Address
    /** Further nodes of the database; none unless the suites run on a cluster. */
    workers: Address[]
    /** Address of the run’s scripted model server. */
    modelUrl: string
    /** Where the run’s stand-in for job boards listens, `127.0.0.1:port`. */
    boardsAddress: string
    /** Address of the run’s Stripe stub. */
    stripeUrl: string
    /** URL of the run’s pooler, without a database; empty unless the suites run through one. */
    pooler: string
  }
}

// What a crash would lose is tested on servers of their own.
const HASTY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']

/** Starts the server again with its own arguments and these after them: arguments win over a file of settings. */
async function restartHasty(home: string, address: Address): Promise<void> {
  const layout = layoutOf(home)
  const line = readFileSync(join(layout.data, 'postmaster.opts'), 'utf8')
  // Each argument stands in quotes; the program, which comes first, does not.
  const [program = '', ...words] = line.split('"').filter((_, n) => n === 0 || n % 2 === 1)
  await stopServer(home)
  const args = [...words, ...HASTY.flatMap((setting) => ['-c', setting])]
  const native = dirname(dirname(program))
  const options = launchOptions({ native }, accountFor(layout), layout.data)
  const server = spawn(program.trim(), args, { ...options, detached: true, stdio: 'ignore' })
  server.unref()
  while ((await ping(address)) !== 'ready') {
    if (server.exitCode !== null) throw new Error(`The server ended: ${readFileSync(layout.log, 'utf8')}`)
    await sleep(10)
  }
}

/** The embedded server with its template; the nodes of a cluster where the suites run against one. */
async function startDatabases(home: string): Promise<Address[]> {
  if (engineOf() === 'citus') {
    const nodes = await citusNodes(process.env['CITUS_URL'] ?? '')
    await prepareTemplate(nodes)
    return nodes
  }
  const { address } = await ensureServer(home)
  await restartHasty(home, address)
  const sql = connectForMaintenance(address)
  await sql`create database template_crm`
  await sql.end({ timeout: 5 })
  const template = connectForMaintenance({ ...address, database: 'template_crm' })
  await migrate(template)
  await renewInUse(template, null)
  await template.end({ timeout: 5 })
  return [address]
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'crm-test-'))
  const [address, ...workers] = (await startDatabases(home)) as [Address, ...Address[]]
  project.provide('address', address)
  project.provide('workers', workers)
  const models = await startModelServer()
  project.provide('modelUrl', models.url)
  const boards = await startBoards()
  boards.post('greenhouse:*', [{ id: '4001', title: 'Violet Engineer' }])
  project.provide('boardsAddress', boards.address)
  const stripe = await startStripe()
  project.provide('stripeUrl', stripe.url)
  const pooler = engineOf() === 'pooler' ? await openPooler(address) : undefined
  project.provide('pooler', pooler?.urlOf('').replace(/\/$/, '') ?? '')
  return async () => {
    await pooler?.close()
    await Promise.all([models.close(), stripe.close(), boards.close()])
    if (engineOf() !== 'citus') await stopServer(home)
    rmSync(home, { recursive: true, force: true })
  }
}
