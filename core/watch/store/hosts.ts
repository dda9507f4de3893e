// SQL for the hosts that boards are read from: leases, pauses, robots.txt.
import { rowOf, hasRow } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'

interface HostLease {
  host: string
  holder: string
  now: string
  until: string
}

export const claimHost = (sql: Sql, { host, holder, now, until }: HostLease) =>
  hasRow(sql`
    insert into watch_hosts as h (host, holder, lease_until) values (${host}, ${holder}, ${until})
    on conflict (host) do update set holder = excluded.holder, lease_until = excluded.lease_until
      where h.lease_until is null or h.lease_until <= ${now} or h.holder = ${holder}
    returning host`)

export const prolongHost = (sql: Sql, { host, holder, until }: Omit<HostLease, 'now'>) =>
  hasRow(sql`
    update watch_hosts set lease_until = ${until} where host = ${host} and holder = ${holder} returning host`)

export const releaseHost = (sql: Sql, { host, holder }: Pick<HostLease, 'host' | 'holder'>) => sql`
  update watch_hosts set holder = null, lease_until = null where host = ${host} and holder = ${holder}`

export const findHost = (sql: Sql, host: string) =>
  rowOf(sql<Record<'freeAt' | 'robots' | 'robotsAt', string | null>[]>`
    select free_at, robots, robots_at from watch_hosts where host = ${host}`)

export const pauseHost = (sql: Sql, host: string, freeAt: string) => sql`
  insert into watch_hosts (host, free_at) values (${host}, ${freeAt})
  on conflict (host) do update set free_at = excluded.free_at`

export const updateRobots = (sql: Sql, host: string, robots: string, at: string) => sql`
  insert into watch_hosts (host, robots, robots_at) values (${host}, ${robots}, ${at})
  on conflict (host) do update set robots = excluded.robots, robots_at = excluded.robots_at`
