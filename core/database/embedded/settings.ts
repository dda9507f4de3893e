// The embedded server's settings: durable, small, quiet. Passed as arguments on each start, so that no
// setting in an old data folder can become stale.

import type { Address } from './address.ts'

const SETTINGS: Record<string, string> = {
  // Reachable only by the owner of the socket folder.
  listen_addresses: '',
  unix_socket_permissions: '0700',

  // Acknowledged commits are on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // Sized for a personal machine: pages are allocated on use, so an idle server uses about 20 MB of private memory.
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  // JIT compilation costs 50–100 ms per plan, and no query here runs long enough to recover that.
  jit: 'off',
  // PostgreSQL 18 runs three I/O workers by default, which a single user's reads do not need.
  io_method: 'sync',
  // Shared memory in files: logind removes a user's /dev/shm segments at logout, and containers limit it to 64 MB.
  dynamic_shared_memory_type: 'mmap',
  huge_pages: 'off',

  // There are no replicas, so bulk loads into new tables skip the WAL. Segments are 4 MB (initdb).
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '16MB',
  max_wal_size: '256MB',
  wal_compression: 'on',

  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  default_text_search_config: 'pg_catalog.english',

  // Error messages contain user data in statements and keys, and the client receives them anyway, so only
  // starts, stops, crashes and refused connections are logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: 'crm',
}

/** The major version that introduced a setting. A move also starts servers of older versions. */
const FIRST_VERSIONS: Record<string, number> = { io_method: 18 }

/** The socket folder is given relative to the data folder, so the path of a home may contain any character. */
export function settingArguments(address: Address, isInHome: boolean, major: number): string[] {
  const settings = {
    ...SETTINGS,
    // Before a recovery everything must be synced: one syncfs took 5–35 ms where syncing 1,000 files one by one
    // took 70 ms idle and 2 s while another program was busy. Only Linux has that call.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    port: String(address.port),
    ...(address.tcp
      ? { listen_addresses: address.tcp.host, unix_socket_directories: '' }
      : { unix_socket_directories: isInHome ? '../socket' : address.socketFolder }),
    ...(process.platform === 'win32' && { dynamic_shared_memory_type: 'windows' }),
  }
  return Object.entries(settings)
    .filter(([name]) => major >= (FIRST_VERSIONS[name] ?? 0))
    .flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
