// Finds the role of a request where its text is more than a title: a misspelt place is found in it, and what stands
// beside the title is left out.
import { CrmError } from '../../kernel/errors.ts'
import type { LookupQuery } from '../intelligence.ts'
import { rivalsIn } from '../refusals.ts'
import { titleParts } from '../search/decorations.ts'
import { understand } from '../search/wordings.ts'
import { TITLE_ITSELF, type Split } from './place-in-title.ts'
import { withUnused, type TextMatch } from './text-match.ts'

/** A match with a lower score is a guess, which other words beside the title may explain. */
const CERTAIN = 0.9
/** The score of a title that other words stand beside: they may have meant something. */
const BESIDE_OTHERS = 0.89

/** How the role of a text is found, and the role and the misspelt place in it. */
interface Reading<Match> {
  match: (role: string) => Promise<Match>
  split: () => Promise<Split | null>
}

/** The role of a query, and its city; of a text that is no certain role, the misspelt place or the title in it. */
export async function matchQuery<Match extends TextMatch | null>(
  { role, city }: LookupQuery,
  { match, split }: Reading<Match>,
): Promise<{ role: Match; city: string | undefined }> {
  const found = await attempt(match(role))
  if (isDoubtful(found)) {
    const apart = city === undefined ? await split() : null
    if (apart) return { role: await match(apart.role), city: apart.city }
    const part = await titleIn(role, found, match)
    if (part) return { role: part, city }
  }
  if (found instanceof Error) throw found
  return { role: found, city }
}

const attempt = <Match>(match: Promise<Match>): Promise<Match | Error> =>
  match.catch((error: unknown) => error as Error)

const isDoubtful = (found: TextMatch | Error | null): boolean =>
  found instanceof Error
    ? found instanceof CrmError && found.code === 'role_not_found'
    : found !== null && found.score < CERTAIN

/**
 * The part of a text of no known role that is a title by itself. A guess at the whole text knows more of it than a part;
 * it is nearly certain where a part is that very role.
 */
async function titleIn<Match extends TextMatch | null>(
  text: string,
  whole: Match | Error,
  match: (role: string) => Promise<Match>,
): Promise<Match | null> {
  if (whole instanceof CrmError && rivalsIn(whole.hint)) return null
  for (const { title, others } of titleParts(text)) {
    if (understand(title).readings.length > 0) return null
    const found = await attempt(match(title))
    if (found instanceof Error || !found || found.score < TITLE_ITSELF) continue
    if (whole instanceof Error) return { ...withUnused(found, others), score: BESIDE_OTHERS }
    return whole?.slug === found.slug ? { ...whole, score: Math.max(whole.score, BESIDE_OTHERS) } : null
  }
  return null
}
