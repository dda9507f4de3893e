// Company level ladders, the equivalence of levels between companies, and the operations on both.
import { must } from '../../kernel/narrow.ts'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { nearest } from '../../kernel/nearest.ts'
import { lazySchema, objectSchema } from '../../kernel/schema.ts'
import type { LevelRow, References } from '../file/references.ts'
import { slugOf } from '../words/plain.ts'
import { cutPage, pageSchema, PageIn } from '../page.ts'
import { requiredText } from '../salaries/question.ts'
import { ReasonsOut } from '../salaries/records.ts'
import { reasonsOfLevels } from '../salaries/reasons.ts'

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

const summaryOf = ({ slug, company, tracks }: Ladder) => ({
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

const Slug = objectSchema((z) => ({ slug: z.string().max(200) }))

const Company = objectSchema((z) => ({
  slug: z.string(),
  company: z.string(),
  tracks: z.int(),
  levels: z.int(),
}))
const Companies = lazySchema((z) => pageSchema(z, Company()))

const Level = objectSchema((z) => ({
  code: z.string(),
  title: z.string(),
  track: z.string(),
  order: z.int(),
  generic_level: z.number().nullable().describe('1 to 7, our judgement.'),
  scope: z
    .string()
    .describe('What the common scale says of its generic level, in all companies and kinds of work.'),
  median_years_experience: z.number().nullable(),
  observed_rows: z.int().nullable().describe('Self-reports of pay that name the level.'),
  evidence: z.string(),
  source: z.string(),
  confidence: z.string(),
}))

const Framework = objectSchema((z) => ({
  slug: z.string(),
  company: z.string(),
  tracks: z.array(z.strictObject({ track: z.string(), levels: z.array(Level()) })),
  reasons: ReasonsOut(),
}))

const Pair = objectSchema((z) => ({
  from: requiredText(z, 200).describe('A company slug.'),
  to: requiredText(z, 200).describe('Another company’s slug.'),
  level: z
    .string()
    .max(100)
    .optional()
    .describe('A level of the first company by its code or title, such as L5. Default: all levels.'),
}))

const Comparison = objectSchema((z) => ({
  from: Company(),
  to: Company(),
  levels: z.array(
    z.strictObject({
      level: Level(),
      equivalents: z.array(
        z.strictObject({
          level: Level(),
          distance: z.number().describe('Difference in generic levels.'),
          confidence: z.enum(['high', 'medium', 'low']),
        }),
      ),
      reason: z.string().nullable().describe('Why there is no equivalent.'),
    }),
  ),
  note: z.string(),
  reasons: ReasonsOut(),
}))

const view = ({ company: _, ...level }: LevelRow) => level

export const listCompanies = operation({
  name: 'companies.list',
  summary: 'List the companies with known levels.',
  http: 'GET /api/v1/intelligence/companies',
  access: 'intelligence:read',
  plan: 'ultra',
  input: PageIn,
  output: Companies,
  async run({ intelligence }, asked) {
    return cutPage(companies((await intelligence.fullDataset()).references), asked)
  },
})

export const getCompany = operation({
  name: 'companies.get',
  summary: 'Show the levels of a company, with the evidence for each.',
  http: 'GET /api/v1/intelligence/companies/:slug',
  access: 'intelligence:read',
  plan: 'ultra',
  input: Slug,
  output: Framework,
  async run({ intelligence }, { slug }) {
    const { company, slug: own, tracks } = frameworkOf((await intelligence.fullDataset()).references, slug)
    const all = tracks.flatMap(({ levels }) => levels)
    return {
      slug: own,
      company,
      tracks: tracks.map(({ track, levels }) => ({ track, levels: levels.map(view) })),
      reasons: reasonsOfLevels('tracks.levels', all),
    }
  },
})

export const compareLevels = operation({
  name: 'companies.compare',
  summary: 'Compare the levels of two companies.',
  http: 'GET /api/v1/intelligence/companies/levels/compare',
  access: 'intelligence:read',
  plan: 'ultra',
  input: Pair,
  output: Comparison,
  async run({ intelligence }, { from, to, level: code }) {
    const { references } = await intelligence.fullDataset()
    const [one, other] = [frameworkOf(references, from), frameworkOf(references, to)]
    const chosen = code === undefined ? one.tracks.flatMap(({ levels }) => levels) : levelsNamed(one, code)
    if (!chosen.length)
      fail('level_not_found', { text: must(code), company: one.company }, { hint: `It has ${codesOf(one)}.` })
    const pairs = chosen.map((level) => ({ level, found: equivalents(level, other) }))
    const matched = pairs.flatMap(({ found }) => found.map(({ level }) => level))
    return {
      from: summaryOf(one),
      to: summaryOf(other),
      levels: pairs.map(({ level, found }) => ({
        level: view(level),
        equivalents: found.map((match) => ({ ...match, level: view(match.level) })),
        reason: found.length
          ? null
          : 'This level, or those of the other company, have no place on the common scale.',
      })),
      note: 'Equivalence across companies is a judgement on a common scale of seven levels, not a published fact.',
      reasons: {
        ...reasonsOfLevels('levels.level', chosen),
        ...reasonsOfLevels('levels.equivalents.level', matched),
      },
    }
  },
})

/** Company names rarely share this many first letters by chance. */
const ENOUGH = 3

function frameworkOf(references: References, text: string): Ladder {
  const asked = slugOf(text)
  const found = ladderOf(references, asked)
  if (found) return found
  const slugs = companies(references).map(({ slug }) => slug)
  const alike = nearest(asked, slugs)
  const begun = asked.length < ENOUGH ? [] : slugs.filter((slug) => slug.startsWith(asked.slice(0, ENOUGH)))
  const near = [...new Set([...(alike ? [alike] : []), ...begun])]
  const hint = near.length
    ? `The nearest are: ${near.slice(0, 5).join(', ')}.`
    : 'See crm salary levels, or GET /api/v1/intelligence/companies.'
  return fail('company_not_found', { text: text.slice(0, 100) }, { hint })
}
