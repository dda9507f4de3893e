// Why parts of a pay response are null.
import type { LevelRow } from '../file/references.ts'
import { MIN_GROUP_SIZE } from '../market/market.ts'

type Reasons = Record<string, string>

/** Reasons by field: a text if the reason applies; otherwise `false`, null or undefined. */
type PossibleReasons = Record<string, string | false | null | undefined>

export function reasonsThatApply(reasons: PossibleReasons): Reasons {
  const kept: Reasons = {}
  for (const [field, reason] of Object.entries(reasons)) if (typeof reason === 'string') kept[field] = reason
  return kept
}

/** One reason for several fields: a missing figure and the fields computed from it. */
export const reasonForAll = (fields: readonly string[], reason: string): Reasons =>
  Object.fromEntries(fields.map((name) => [name, reason]))

export const reasonsOfTotal = (total: {
  bonus: number | null
  equity: number | null
  basis: string
}): PossibleReasons => ({
  'total_compensation.signing': 'No source that may be used reports signing bonuses.',
  'total_compensation.equity': total.equity === null && `None is added: ${total.basis}.`,
  'total_compensation.bonus': total.bonus === null && `None is added: ${total.basis}.`,
})

export const reasonsOfSponsors = (
  field: string,
  sponsors: readonly { median: number | null }[],
): PossibleReasons => ({
  [`${field}.median`]:
    sponsors.some(({ median }) => median === null) &&
    `An employer has a median only with ${MIN_GROUP_SIZE} offers or more.`,
})

/** Why some levels have no years of experience, no count of reports or no place on the common scale. */
export function reasonsOfLevels(field: string, levels: readonly Omit<LevelRow, 'company'>[]): Reasons {
  const someHaveNo = (name: 'median_years_experience' | 'observed_rows' | 'generic_level', why: string) => ({
    [`${field}.${name}`]: levels.some((level) => level[name] === null) && why,
  })
  return reasonsThatApply({
    ...someHaveNo(
      'median_years_experience',
      'Years come from self-reports of pay, and none of them names the level (observed_rows).',
    ),
    ...someHaveNo('observed_rows', 'The source of the level counts no reports.'),
    ...someHaveNo('generic_level', 'The level has no place on the common scale.'),
  })
}

export const NO_REMOTE = 'No source has the pay or the postings of remote work in this occupation.'
export const NO_REMOTE_SHARE =
  'Postings that mention remote work are counted for all occupations together only.'
