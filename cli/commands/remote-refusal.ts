// Rejects commands that need the local database while the terminal uses a remote server.
import type { Config } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'

/** Fails if `CRM_SERVER` is set, because the database is then the server's. */
export function refuseRemote(
  { server }: Config,
  hint = 'Run it there, or unset CRM_SERVER, or: crm remote logout',
): void {
  if (server === null) return
  const { host } = new URL(server)
  fail(
    'usage',
    { problem: `CRM_SERVER is set, or you are signed in: the database belongs to the server at ${host}.` },
    { hint },
  )
}
