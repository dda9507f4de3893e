// The first file of the quick program. It contacts the database, which works while the rest is loaded.
import { readConfig, type Config } from '../../core/config.ts'
import { greetDatabase, type Greeting } from '../../core/greeting.ts'
import type { PaySlugs } from '../../core/intelligence/library/extract-keys.ts'
import { payQuestion } from '../../core/intelligence/pay-question.ts'

/** What was started for a command, and its configuration. */
export interface Begun {
  config: Config
  /** The early connection, if the database is the embedded one. */
  greeting: Greeting | undefined
  /** The role and city of a pay query. */
  slugs: PaySlugs | null
}

/** Starts a command; null if the quick program cannot run it. */
export function begin(typed: readonly string[]): Begun | null {
  try {
    const config = readConfig()
    if (config.server !== null) return null
    const slugs = slugsIn(typed)
    return { config, greeting: greetDatabase(config, slugs && payQuestion(slugs)), slugs }
  } catch {
    // The whole program reports what is wrong.
    return null
  }
}

/**
 * Guesses the slugs of `crm salary show` before its flags
 * are parsed. A wrong guess costs only an unused query.
 */
function slugsIn(typed: readonly string[]): PaySlugs | null {
  const [noun, verb, ...said] = typed.filter((word) => word !== '--json')
  const flag = said.findIndex((word) => word.startsWith('-'))
  const [role, city = null, ...surplus] = flag < 0 ? said : said.slice(0, flag)
  return noun === 'salary' && verb === 'show' && role && surplus.length === 0 ? { role, city } : null
}
