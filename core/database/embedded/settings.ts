// The embedded server's settings: durable, small, quiet. Passed as arguments on each start, so no file in an old data
// folder can go stale.

import type { Address } from './address.ts'

const SETTINGS: Record<string, string> = {
  // Reached by the socket folder's owner only.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',

  // What was acknowledged is on the disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // A personal machine: pages are claimed as they are used, so an idle server stays near 20 MB of its own.
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  // Compiling a plan costs 50–100 ms; no query of ours is long enough to earn that back.
  jit: 'off',
  // PostgreSQL 18 keeps three I/O processes; one person's reads do not need them.
  io_method: 'sync',
  // Shared memory in files: logind removes a user's /dev/shm segments at logout, and containers give it 64 MB.
  dynamic_shared_memory_type: 'mmap',
  huge_pages: 'off',

  // No replica follows this server: bulk loads into fresh tables skip the WAL. Segments are 4 MB (initdb).
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '16MB',
  max_wal_size: '256MB',
  wal_compression: 'on',

  // The same answers in every time zone and language.
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  default_text_search_config: 'pg_catalog.english',

  // Errors carry people's data in statements and keys, and their sender is told anyway: only starts, stops,
  // crashes and refused connections are logged.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  cluster_name: 'crm',
}

// Before a recovery everything must be on the disk: one call for the whole file system took 5–35 ms where
// 1,000 files one by one took 70 ms idle and 2 s beside a busy program. Only Linux has that call.
const ON_LINUX: Record<string, string> = { recovery_init_sync_method: 'syncfs' }

/**
 * The settings as arguments. The socket folder under the home is given relative to the data folder: a home may
 * then hold commas, quotes or folders that the server's account cannot walk.
 */
export function settingArguments(address: Address, isInHome: boolean): string[] {
  const settings = {
    ...SETTINGS,
    ...(process.platform === 'linux' ? ON_LINUX : {}),
    port: String(address.port),
    unix_socket_directories: isInHome ? '../socket' : address.socketFolder,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
