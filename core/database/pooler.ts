// Finds out whether a URL leads to Postgres itself or to a pooler, such as PgBouncer in transaction mode.
import { overMaintenance } from './connect.ts'
import { ANY_SESSIONS, OWN_SESSIONS, type Sessions } from './session.ts'

/**
 * How connections to this URL can be used. A pooler answers for a server process that it did not announce; one that
 * keeps prepared statements for its clients (PgBouncer from 1.21 with `max_prepared_statements`) names them itself.
 */
export const sessionsAt = (url: string): Promise<Sessions> =>
  overMaintenance(
    url,
    async (sql) => {
      const rows = await sql<{ pid: number; kept: boolean }[]>`
        select pg_backend_pid() as pid,
          exists (select from pg_prepared_statements where name like 'PGBOUNCER\\_%') as kept`
      const [row] = rows
      if (row?.pid === rows.state.pid) return OWN_SESSIONS
      return { ...ANY_SESSIONS, prepared: row?.kept ?? false }
    },
    { lasting: false, prepared: true },
  )
