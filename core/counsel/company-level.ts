// Where the level that an offer names stands at its company, on the common scale; for the Ultra plan.
import { includes } from '../kernel/family.ts'
import { MISSING } from '../kernel/issue-messages.ts'
import { invalidInput, lazySchema } from '../kernel/schema.ts'
import type { Context } from '../kernel/context.ts'
import type { References } from '../intelligence/file/references.ts'
import { codesOf, ladderOf, levelsNamed } from '../intelligence/levels/levels.ts'
import { reasonsOfLevels } from '../intelligence/salaries/reasons.ts'
import { slugOf } from '../intelligence/words/plain.ts'

/** A level as its company has it, and where that is on a scale of seven. */
export const CompanyLevel = lazySchema((z) =>
  z.strictObject({
    company: z.string(),
    code: z.string(),
    title: z.string(),
    track: z.string(),
    generic_level: z.number().nullable().describe('1 to 7, our judgement; compare it between the offers.'),
    median_years_experience: z.number().nullable(),
    confidence: z.string(),
  }),
)

interface NamedLevel {
  company?: string | undefined
  level?: string | undefined
}

const NO_LEVEL = { level: null, reasons: {} }
const ULTRA_ONLY = 'The levels of companies need the ultra plan.'
const unplaced = (reason: string) => ({ level: null, reasons: { level: reason } })

/** The level of each offer; null with a reason where one was named and is not placed. Throws for a level without a company. */
export async function levelsOf(ctx: Context, offers: readonly NamedLevel[]) {
  const issues = offers.flatMap(({ level, company }, at) =>
    level !== undefined && company === undefined ? [{ path: `offers.${at}.company`, message: MISSING }] : [],
  )
  if (issues.length) throw invalidInput(issues)
  if (offers.every(({ level }) => level === undefined)) return offers.map(() => NO_LEVEL)
  const isUltra = includes(ctx.principal.tier, 'ultra')
  const references = isUltra ? (await ctx.intelligence.fullDataset()).references : null
  return offers.map(({ company, level }) => {
    if (level === undefined || company === undefined) return NO_LEVEL
    return references ? placed(references, company, level) : unplaced(ULTRA_ONLY)
  })
}

function placed(references: References, company: string, text: string) {
  const ladder = ladderOf(references, slugOf(company))
  if (!ladder) return unplaced('There is no levelling framework for this company.')
  const [row] = levelsNamed(ladder, text)
  if (!row) return unplaced(`${ladder.company} has no such level; it has ${codesOf(ladder)}.`)
  const { code, title, track, generic_level, median_years_experience, confidence } = row
  const level = {
    ...{ company: ladder.company, code, title, track, confidence, generic_level, median_years_experience },
  }
  return { level, reasons: reasonsOfLevels('level', [row]) }
}
