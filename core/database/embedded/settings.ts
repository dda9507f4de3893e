// The embedded server's settings: safe, small, quiet. They are arguments of each start, so that no data folder keeps old ones.

import type { Address } from './address.ts'

const SETTINGS: Record<string, string> = {
  // Reachable only by the owner of the socket folder.
  listen_addresses: '',
  unix_socket_permissions: '0700',

  // Confirmed commits are on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // For a personal machine. Pages are allocated on use: an idle server uses about 20 MB of private memory.
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  // JIT costs 50–100 ms per plan, and no query here is long enough to save that.
  jit: 'off',
  // PostgreSQL 18 runs three I/O workers by default, which a single user's reads do not need.
  io_method: 'sync',
  // Shared memory is in files: logind removes a user's /dev/shm at logout, and containers limit it to 64 MB.
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

  // Only starts, stops, crashes and refused connections are logged. Errors contain user data, and the client gets them anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: 'crm',
}

/** The major version that introduced a setting. A move also starts servers of older versions. */
const FIRST_VERSIONS: Record<string, number> = { io_method: 18 }

/** The socket folder is relative to the data folder, so that the path of a home may have any character. */
export function settingArguments(address: Address, isInHome: boolean, major: number): string[] {
  const settings = {
    ...SETTINGS,
    // A recovery first syncs all files. With syncfs, which only Linux has, that takes 5–35 ms instead of up to 2 s.
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
