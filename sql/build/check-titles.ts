/** Measures title resolution on held-out titles and employers: `tsx sql/build/check-titles.ts <folder>`. */
import { buildRoleIndex, isSameTitle, resolveRole, type RoleEntry, type RoleIndex } from '../../core/intelligence/search/roles.ts'
import { occupationOdds, openTitleModel, type TitleModel } from '../../core/intelligence/search/occupations.ts'
import { readFiledTitles } from './filings.ts'
import { readOccupations, type Occupations } from './occupations.ts'
import { field, groupBy, openRaw, type Raw, type Row } from './raw.ts'
import { buildRoles } from './roles.ts'
import { inOrder } from './table.ts'
import * as titles from './titles.ts'

const COUNTS = 'dol_lca/lca_title_soc_counts_fy2022_2025.csv.gz'
const BY_EMPLOYER = 'dol_lca/lca_employer_title_soc_fy2022_2025.csv.gz'
/** A title is clear when it has this many held-out filings, and this share of them under one occupation. */
const CLEAR_FILINGS = 5
const CLEAR_SHARE = 0.6
const MAX_TITLES = 20_000

/** A way to hold out filings: by employer, or by the words of the title. */
export type HoldOut = { name: string; held(row: Row): boolean }

export const HOLD_OUTS: readonly HoldOut[] = [
  { name: 'unseen employers', held: (row) => hashOf(field(row, 'employer')) % 5 === 0 },
  { name: 'unseen titles', held: (row) => hashOf(sortedLetters(field(row, 'job_title'))) % 10 === 0 },
]

/** Accuracy of one measure: correct and total counts, in filings and in titles. */
export type Score = { right: number; asked: number; rightTitles: number; titles: number }

/** Builds roles, aliases and title tables without the held-out filings, then resolves those. */
export function prepare(raw: Raw, occupations: Occupations, holdOut: HoldOut) {
  const rows = raw.read(BY_EMPLOYER)
  const kept = rows.filter((row) => !holdOut.held(row))
  const seen: Raw = { read: (path, skip) => (path === COUNTS ? sumByTitle(kept) : raw.read(path, skip)) }
  const { roles, aliases } = buildRoles(seen, occupations, readFiledTitles(seen, occupations))
  const byRole = groupBy(aliases, (alias) => alias.slug)
  const official = new Map(occupations.list.map(({ soc, title }) => [soc, title]))
  const entries: RoleEntry[] = roles.map(({ slug, title, soc }) => ({
    ...{ slug, title, soc },
    isOfficial: isSameTitle(title, official.get(soc) ?? ''),
    aliases: byRole.get(slug) ?? [],
  }))
  const socs = occupations.list.map((occupation) => occupation.soc).sort(inOrder)
  const filed = titles.countTitles(titles.readTitleFilings(seen, occupations))
  const learned = titles.learnTitles(socs, filed, titles.countTitles(titles.readListedTitles(raw, occupations)))
  const model = openTitleModel(
    socs,
    titles.featureRows(learned).map(([feature, weights]) => ({ feature, weights })),
    titles.countRows(learned).map(([title, counts]) => ({ title, counts })),
    titles.rareRows(learned),
  )
  const hidden = rows.filter((row) => holdOut.held(row)).flatMap((row) => {
    const soc = titles.currentSoc(field(row, 'soc_code'), occupations)
    return soc ? [{ title: field(row, 'job_title'), soc, filings: Number(field(row, 'filings')) }] : []
  }) // prettier-ignore
  return { entries, model, hidden }
}

/** Sums employers' rows to the format of the counts file: one row per title and code. */
function sumByTitle(rows: readonly Row[]): Row[] {
  const groups = groupBy(rows, (row) => `${field(row, 'job_title')}\t${field(row, 'soc_code')}`)
  return [...groups.values()].map((group) => ({
    ...group[0],
    filings: String(group.reduce((total, row) => total + Number(field(row, 'filings')), 0)),
    employers: String(group.length),
  }))
}

/** Resolves every held-out title once and compares the result with the occupation it was filed under. */
export function measure(index: RoleIndex, hidden: readonly titles.TitleFiling[]): Map<string, Score> {
  const scores = new Map<string, Score>()
  const asked = [...groupBy(hidden, (filing) => filing.title)].sort((a, b) => hashOf(a[0]) - hashOf(b[0]))
  for (const [title, filings] of asked.slice(0, MAX_TITLES)) {
    const answer = answerOf(index, title)
    const bySoc = new Map<string, number>()
    for (const { soc, filings: count } of filings) bySoc.set(soc, (bySoc.get(soc) ?? 0) + count)
    const all = [...bySoc.values()].reduce((total, count) => total + count, 0)
    const [mode, max] = [...bySoc].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
    note(scores, 'every filing', bySoc.get(answer) ?? 0, all)
    note(scores, 'every filing, best possible', max, all)
    note(scores, 'every filing, minor group', sameMinor(bySoc, answer), all)
    note(scores, 'answered', answer === '' ? 0 : all, all)
    if (all < CLEAR_FILINGS || max / all < CLEAR_SHARE) continue
    note(scores, 'clear titles', mode === answer ? all : 0, all)
    if (index.titles) note(scores, 'clear titles, vote alone', mode === voted(index.titles, title) ? all : 0, all)
  }
  return scores
}

function answerOf(index: RoleIndex, title: string): string {
  const answer = resolveRole(index, title)
  if (answer.kind === 'one') return answer.role.soc
  return answer.kind === 'ambiguous' ? (answer.candidates[0]?.soc ?? '') : ''
}

function voted(model: TitleModel, title: string): string {
  const odds = occupationOdds(model, titles.countTitles([{ title, soc: '', filings: 1 }])[0]?.words ?? [])
  return model.socs[odds.indexOf(Math.max(...odds))] ?? ''
}

function sameMinor(bySoc: ReadonlyMap<string, number>, answer: string): number {
  let total = 0
  for (const [soc, count] of bySoc) if (soc.slice(0, 4) === answer.slice(0, 4)) total += count
  return total
}

function note(scores: Map<string, Score>, name: string, right: number, asked: number): void {
  const score = scores.get(name) ?? { right: 0, asked: 0, rightTitles: 0, titles: 0 }
  scores.set(name, score)
  score.right += right
  score.asked += asked
  score.rightTitles += right / asked
  score.titles++
}

function sortedLetters(title: string): string {
  return title.toLowerCase().split(/[^a-z]+/).sort().join(' ').trim() // prettier-ignore
}

/** FNV-1a with a final mix, so that the remainder of a division is distributed evenly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Formats one line per measure. */
export function report(name: string, scores: ReadonlyMap<string, Score>): string {
  const lines = [...scores].map(([kind, score]) => {
    const filings = ((100 * score.right) / score.asked).toFixed(1)
    const each = ((100 * score.rightTitles) / score.titles).toFixed(1)
    return `${name} · ${kind}: ${filings} % of ${score.asked} filings, ${each} % of ${score.titles} titles`
  })
  return `${lines.join('\n')}\n`
}

function main(folder: string): void {
  const raw = openRaw(folder)
  const occupations = readOccupations(raw)
  for (const holdOut of HOLD_OUTS) {
    const { entries, model, hidden } = prepare(raw, occupations, holdOut)
    process.stdout.write(report(holdOut.name, measure(buildRoleIndex(entries, model), hidden)))
  }
}

if (process.argv[1]?.endsWith('check-titles.ts') && process.argv[2]) main(process.argv[2])
