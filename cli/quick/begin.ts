// The front of the quick program, a file of its own: it has the database at work while the rest is being read.
import { readConfig, type Config } from '../../core/config.ts'
import { greetDatabase, type Greeting } from '../../core/greeting.ts'
import type { PaySlugs } from '../../core/intelligence/library/extract-keys.ts'
import { payQuestion } from '../../core/intelligence/pay-question.ts'

/** What was begun for a command, and with which configuration. */
export interface Begun {
  config: Config
  /** Where the database is the embedded one. */
  greeting: Greeting | undefined
  /** What was asked about pay. */
  slugs: PaySlugs | null
}

/** Begins; null where the quick program is of no use. */
export function begin(typed: readonly string[]): Begun | null {
  try {
    const config = readConfig()
    if (config.server !== null) return null
    const slugs = slugsIn(typed)
    return { config, greeting: greetDatabase(config, slugs && payQuestion(slugs)), slugs }
  } catch {
    // The whole program says what is wrong.
    return null
  }
}

/**
 * What `crm salary show` is asked with, where slugs come first: a guess, made before its flags are known. A wrong one
 * costs a question that nobody wanted the answer of.
 */
function slugsIn(typed: readonly string[]): PaySlugs | null {
  const [noun, verb, ...said] = typed.filter((word) => word !== '--json')
  const flag = said.findIndex((word) => word.startsWith('-'))
  const [role, city = null, ...surplus] = flag < 0 ? said : said.slice(0, flag)
  return noun === 'salary' && verb === 'show' && role && surplus.length === 0 ? { role, city } : null
}
