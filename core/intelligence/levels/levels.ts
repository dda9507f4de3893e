// Company level ladders, and the equivalence of levels between companies.
import { slugOf } from '../words/plain.ts'
import type { LevelRow, References } from '../file/references.ts'

export type Ladder = ReturnType<typeof laddersOf>[number]

function laddersOf(references: References) {
  const names = [...new Set(references.levels().map(({ company }) => company))].sort()
  return names.map((company) => {
    const rows = references.levels().filter((row) => row.company === company)
    const levelsOf = (track: string) =>
      rows.filter((row) => row.track === track).sort((a, b) => a.order - b.order)
    const tracks = [...new Set(rows.map(({ track }) => track))]
    return {
      slug: slugOf(company),
      company,
      tracks: tracks.map((track) => ({ track, levels: levelsOf(track) })),
    }
  })
}

export const summaryOf = ({ slug, company, tracks }: Ladder) => ({
  slug,
  company,
  tracks: tracks.length,
  levels: tracks.reduce((sum, { levels }) => sum + levels.length, 0),
})

export const companies = (references: References) => laddersOf(references).map(summaryOf)

export const ladderOf = (references: References, slug: string): Ladder | null =>
  laddersOf(references).find((ladder) => ladder.slug === slug) ?? null

export function levelsNamed({ tracks }: Ladder, text: string): LevelRow[] {
  const name = text.trim().toLowerCase()
  const all = tracks.flatMap(({ levels }) => levels)
  const ofCode = all.filter(({ code }) => code.toLowerCase() === name)
  return ofCode.length > 0 ? ofCode : all.filter(({ title }) => title.toLowerCase() === name)
}

export const codesOf = ({ tracks }: Ladder): string =>
  tracks.flatMap(({ levels }) => levels.map(({ code }) => code)).join(', ')

const CONFIDENCES = ['low', 'medium', 'high'] as const

/**
 * The levels of another company with the closest generic level (1–7, our judgement), sorted by closest median years of
 * experience. A match is at most as certain as the less certain row, and less certain if the generic levels differ.
 */
export function equivalents(level: LevelRow, { tracks }: Ladder) {
  const generic = level.generic_level
  if (generic === null) return []
  const candidates = tracks.flatMap((track) => track.levels).filter((row) => row.generic_level !== null)
  const matches = candidates.map((row) => {
    const distance = Math.abs((row.generic_level ?? 0) - generic)
    const sure = Math.min(sureness(level), sureness(row), distance === 0 ? 2 : 1 - Math.min(1, distance - 1))
    return { level: row, distance, confidence: CONFIDENCES[sure] ?? 'low' }
  })
  const yearsApart = (row: LevelRow) =>
    Math.abs((row.median_years_experience ?? 0) - (level.median_years_experience ?? 0))
  const min = Math.min(...matches.map((match) => match.distance))
  return matches
    .filter((match) => match.distance === min)
    .sort((a, b) => yearsApart(a.level) - yearsApart(b.level) || a.level.order - b.level.order)
}

const sureness = ({ confidence }: LevelRow): number =>
  Math.max(
    0,
    CONFIDENCES.findIndex((name) => name === confidence),
  )
