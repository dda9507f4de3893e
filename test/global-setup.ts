// Starts the embedded Postgres in a temporary home and prepares the template that every test file clones.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectForMaintenance } from '../core/database/connect.ts'
import { ensureServer, stopServer, type Address } from '../core/database/embedded.ts'
import { migrate } from '../core/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    address: Address
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'crm-test-'))
  const { address } = await ensureServer(home)
  const sql = connectForMaintenance(address)
  await sql`create database template_crm`
  await sql.end({ timeout: 5 })
  const template = connectForMaintenance({ ...address, database: 'template_crm' })
  await migrate(template)
  await template.end({ timeout: 5 })
  project.provide('address', address)
  return async () => {
    await stopServer(home)
    rmSync(home, { recursive: true, force: true })
  }
}
