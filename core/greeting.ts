// Connects to the embedded server before the core is loaded, and sends the first query that opening the core needs.
import type { Config } from './config.ts'
import { addressOf } from './database/embedded/address.ts'
import { greet, type Greeting } from './database/greeting.ts'
import { ownerQuestion } from './identity/owner-question.ts'

export type { Greeting }

/** The application name shown in pg_stat_activity. */
export const SESSION_NAME = 'crm'

/** The text of the first query: the owner, followed by an extra query when it is already known. */
export const firstQuestion = (beside: string | null): string =>
  beside === null ? ownerQuestion() : `${ownerQuestion()};${beside}`

/** Starts connecting to the embedded server; undefined when another database is configured. */
export const greetDatabase = (config: Config, beside: string | null): Greeting | undefined =>
  config.databaseUrl === null ? greet(addressOf(config.home), SESSION_NAME, firstQuestion(beside)) : undefined
