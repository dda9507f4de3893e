// Why parts of a pay response are null.
import type { LevelRow } from '../catalog/references.ts'
import { MIN_GROUP_SIZE } from '../market/market.ts'

type Reasons = Record<string, string>

/** The reasons of a figure that is missing and of the fields that are computed from it. */
export const missing = (field: string, computed: readonly string[], reason: string): Reasons =>
  Object.fromEntries([field, ...computed].map((name) => [name, reason]))

/** Why bonus, equity or signing bonus are not part of a total. */
export const reasonsOfTotal = ({
  bonus,
  equity,
  basis,
}: {
  bonus: number | null
  equity: number | null
  basis: string
}): Reasons => ({
  'total_compensation.signing': 'No source that may be used reports signing bonuses.',
  ...(equity === null && { 'total_compensation.equity': `No report of equity: ${basis}.` }),
  ...(bonus === null && { 'total_compensation.bonus': `No bonus is added: ${basis}.` }),
})

/** Why some employers in a field have no median. */
export const reasonsOfSponsors = (field: string, sponsors: readonly { median: number | null }[]): Reasons =>
  sponsors.some(({ median }) => median === null)
    ? { [`${field}.median`]: `Medians are of employers of whom ${MIN_GROUP_SIZE} offers or more are held.` }
    : {}

type Level = Pick<LevelRow, 'genericLevel' | 'yearsExperience' | 'observed'>

/** Why some levels in a field have no years of experience, no count of reports, or no place on the common scale. */
export const reasonsOfLevels = (field: string, levels: readonly Level[]): Reasons => ({
  ...(levels.some(({ yearsExperience }) => yearsExperience === null) && {
    [`${field}.median_years_experience`]:
      'Years come from self-reports of pay, and none of those held names the level (observed_rows).',
  }),
  ...(levels.some(({ observed }) => observed === null) && {
    [`${field}.observed_rows`]: 'The source of the level counts no reports.',
  }),
  ...(levels.some(({ genericLevel }) => genericLevel === null) && {
    [`${field}.generic_level`]: 'The level has no place on the common scale.',
  }),
})

/** Why remote work has no price. */
export const NO_REMOTE_PRICE = 'No source prices remote work in this occupation.'
