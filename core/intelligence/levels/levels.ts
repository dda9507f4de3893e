// Company level ladders, and the equivalence of levels between companies.
import { slugOf } from '../words/plain.ts'
import type { LevelRow, References } from '../file/references.ts'

export type Ladder = {
  slug: string
  company: string
  tracks: readonly { track: string; levels: readonly LevelRow[] }[]
}

export function companies(
  references: References,
): { slug: string; company: string; tracks: number; levels: number }[] {
  const names = [...new Set(references.levels().map((row) => row.company))].sort()
  return names.map((company) => {
    const rows = references.levels().filter((row) => row.company === company)
    return {
      slug: slugOf(company),
      company,
      tracks: new Set(rows.map((row) => row.track)).size,
      levels: rows.length,
    }
  })
}

/** A company's ladder; null when there is none. */
export function ladderOf(references: References, slug: string): Ladder | null {
  const rows = references.levels().filter((row) => slugOf(row.company) === slug)
  const company = rows[0]?.company
  if (company === undefined) return null
  const tracks = [...new Set(rows.map((row) => row.track))]
  const levelsOf = (track: string) =>
    rows.filter((row) => row.track === track).sort((a, b) => a.order - b.order)
  return { slug, company, tracks: tracks.map((track) => ({ track, levels: levelsOf(track) })) }
}

export function levelsNamed({ tracks }: Ladder, text: string): LevelRow[] {
  const asked = text.trim().toLowerCase()
  const all = tracks.flatMap(({ levels }) => levels)
  const ofCode = all.filter(({ code }) => code.toLowerCase() === asked)
  return ofCode.length > 0 ? ofCode : all.filter(({ title }) => title.toLowerCase() === asked)
}

export const codesOf = ({ tracks }: Ladder): string =>
  tracks.flatMap(({ levels }) => levels.map(({ code }) => code)).join(', ')

type Match = { level: LevelRow; distance: number; confidence: 'high' | 'medium' | 'low' }

const ORDER = { high: 2, medium: 1, low: 0 } as const
const NAMES = ['low', 'medium', 'high'] as const

/**
 * The levels of another company equivalent to `level`: closest generic level
 * (1-7, our judgement), then closest median years of experience. The confidence
 * is at most that of the weaker row, and lower when the generic levels differ.
 */
export function equivalents(references: References, level: LevelRow, companySlug: string): Match[] {
  const ladder = ladderOf(references, companySlug)
  if (!ladder || level.generic_level === null) return []
  const generic = level.generic_level
  const candidates = ladder.tracks
    .flatMap((track) => track.levels)
    .filter((row) => row.generic_level !== null)
  const matches = candidates.map((row) => {
    const distance = Math.abs((row.generic_level ?? 0) - generic)
    const sure = Math.min(sureness(level), sureness(row), distance === 0 ? 2 : 1 - Math.min(1, distance - 1))
    return { level: row, distance, confidence: NAMES[sure] ?? 'low' }
  })
  const years = (row: LevelRow) =>
    Math.abs((row.median_years_experience ?? 0) - (level.median_years_experience ?? 0))
  const min = Math.min(...matches.map((match) => match.distance))
  return matches
    .filter((match) => match.distance === min)
    .sort((a, b) => years(a.level) - years(b.level) || a.level.order - b.level.order)
}

function sureness(row: LevelRow): 0 | 1 | 2 {
  return row.confidence === 'high' || row.confidence === 'medium' ? ORDER[row.confidence] : 0
}
