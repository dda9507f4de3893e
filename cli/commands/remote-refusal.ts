// Refuses commands that only work next to the data when the terminal uses a remote server.
import type { Config } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'

/** Refuses while `CRM_SERVER` is set: the database is the server's. */
export function refuseRemote(
  { server }: Config,
  hint = 'Run it there, or unset CRM_SERVER, or: crm logout',
): void {
  if (server === null) return
  const { host } = new URL(server)
  fail(
    'usage',
    { problem: `CRM_SERVER is set, or you are signed in: the database belongs to the server at ${host}.` },
    { hint },
  )
}
