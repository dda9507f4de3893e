// Chooses the account that runs PostgreSQL, which refuses to run as root: root uses an unprivileged account.

import { statSync } from 'node:fs'
import { readOrEmpty } from './processes.ts'
import { refuse } from './failures.ts'

export interface Account {
  uid: number
  gid: number
}

// initdb needs an account with a name, so not every uid will do. crm creates none, because it would stay behind.
const CANDIDATES = ['postgres', 'nobody', 'daemon']

/** Null for an ordinary user. For root: the owner of an existing data folder, else the first of CANDIDATES that exists. */
export function accountFor(layout: { data: string }): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(layout.data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const lines = readOrEmpty('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of CANDIDATES) {
    const line = lines.find((fields) => fields[0] === name)
    // macOS lists the user nobody as -2.
    if (line) return { uid: Number(line[2]) >>> 0, gid: Number(line[3]) >>> 0 }
  }
  refuse(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.',
    'Run crm as an ordinary user, or set DATABASE_URL to an existing Postgres.',
  )
}
