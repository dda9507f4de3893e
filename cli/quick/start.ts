// The first file of the quick program. It contacts the database, which works while the rest is loaded.
import { readConfig, type Config } from '../../core/config.ts'
import { preconnectDatabase, type Preconnection } from '../../core/preconnect.ts'
import type { PaySlugs } from '../../core/intelligence/library/extract-keys.ts'
import { payQuery } from '../../core/intelligence/pay-query.ts'

/** What was started for a command, and its configuration. */
export interface Started {
  config: Config
  /** The early connection, if the database is the embedded one. */
  preconnection: Preconnection | undefined
  /** The role and city of a pay query. */
  slugs: PaySlugs | null
}

/** Starts a command; null if the quick program cannot run it. */
export function start(typed: readonly string[]): Started | null {
  try {
    const config = readConfig()
    if (config.server !== null) return null
    const slugs = guessSlugs(typed)
    return { config, preconnection: preconnectDatabase(config, slugs && payQuery(slugs)), slugs }
  } catch {
    // The whole program reports what is wrong.
    return null
  }
}

/**
 * Guesses the slugs of `crm salary show` before its flags
 * are parsed. A wrong guess costs only an unused query.
 */
function guessSlugs(typed: readonly string[]): PaySlugs | null {
  const [noun, verb, ...said] = typed.filter((word) => word !== '--json')
  const flag = said.findIndex((word) => word.startsWith('-'))
  const [role, city = null, ...surplus] = flag < 0 ? said : said.slice(0, flag)
  return noun === 'salary' && verb === 'show' && role && surplus.length === 0 ? { role, city } : null
}
