// The front of the quick program, a file of its own: it has the database at work while the rest is being read.
import { readConfig, type Config } from '../../core/config.ts'
import { greetDatabase, type Greeting } from '../../core/greeting.ts'

/** What was begun for a command, and with which configuration. */
export interface Begun {
  config: Config
  /** Where the database is the embedded one. */
  greeting: Greeting | undefined
}

/** Begins; null where the quick program is of no use. */
export function begin(): Begun | null {
  try {
    const config = readConfig()
    return config.server === null ? { config, greeting: greetDatabase(config) } : null
  } catch {
    // The whole program says what is wrong.
    return null
  }
}
