// The first file of the quick program. It contacts the database, which works while the rest is loaded.
import { readConfig, type Config } from '../../core/config.ts'
import type { Preconnection } from '../../core/preconnect.ts'

/** What was started for a command, and its configuration. */
export interface Started {
  config: Config
  /** The early connection, if the database is the embedded one. */
  preconnection: Preconnection | undefined
}

/** Starts a command; null if the quick program cannot run it. */
export async function start([noun]: readonly string[]): Promise<Started | null> {
  try {
    const config = readConfig()
    if (config.server !== null) return null
    // Pay needs no database; another one than the embedded is connected to by its command.
    if (noun === 'salary') return { config, preconnection: undefined }
    const { preconnectDatabase } = await import('../../core/preconnect.ts')
    return { config, preconnection: preconnectDatabase(config) }
  } catch {
    // The whole program reports what is wrong.
    return null
  }
}
