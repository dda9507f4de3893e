// Why parts of a pay response are null.
import type { LevelRow } from '../file/references.ts'
import { MIN_GROUP_SIZE } from '../market/employers.ts'

type Reasons = Record<string, string>

/** The reasons of a figure that is missing and of the fields that are computed from it. */
export const missing = (field: string, computed: readonly string[], reason: string): Reasons =>
  Object.fromEntries([field, ...computed].map((name) => [name, reason]))

/** Why there are no offers, among the other reasons. */
export const reasonOfOffers = ({ offers_reason: reason }: { offers_reason: string | null }): Reasons =>
  reason === null ? {} : { offers: reason }

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
  ...(equity === null && { 'total_compensation.equity': `None is added: ${basis}.` }),
  ...(bonus === null && { 'total_compensation.bonus': `None is added: ${basis}.` }),
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

/** Why nothing is said of remote work. */
export const NO_REMOTE = 'No source prices remote work, or counts its postings, in this occupation.'
export const NO_REMOTE_SHARE =
  'Postings that mention remote work are counted for all occupations together only.'
