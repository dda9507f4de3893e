// Connects to the embedded server before the core is loaded, and sends the first query that opening the core needs.
import type { Config } from './config.ts'
import { addressOf } from './database/embedded/address.ts'
import { greet, type Greeting } from './database/greeting.ts'
import { ownerQuestion } from './identity/owner-question.ts'

export type { Greeting }

/** Who asks, as the server shows it. */
export const SESSION_NAME = 'crm'

/** Begins to talk with the embedded server; undefined where another database is to be used. */
export const greetDatabase = (config: Config): Greeting | undefined =>
  config.databaseUrl === null ? greet(addressOf(config.home), SESSION_NAME, ownerQuestion()) : undefined
