/** Titles filed by employers (LCA FY2022-25): base title → occupations, with SOC 2010 mapped to SOC 2018. */
import { plainWords } from '../../core/intelligence/words/plain.ts'
import { readFiled } from './filed-title.ts'
import type { Occupations } from './occupations.ts'
import { field, type Raw } from './raw.ts'

/** A base title: filings per O*NET-SOC code (2018), all filings, and its wordings' largest employer count. */
export type FiledTitle = { base: string; filings: number; employers: number; codes: Map<string, number> }

type Filing = { base: string; words: string; code: string; filings: number; employers: number }

export type Filed = {
  /** Keyed by base title (no seniority words). */
  bases: Map<string, FiledTitle>
  /** Keyed by all words of the title, when they differ from its base. */
  wordings: Map<string, FiledTitle>
  /** The SOC 2018 code of a code that is not in it, or the code itself. */
  currentCode(code: string): string
}

/** Reads the counts file. Codes other than SOC 2018 map to the code the same titles are filed under. */
export function readFiledTitles(raw: Raw, occupations: Occupations): Filed {
  const rows = raw.read('dol_lca/lca_title_soc_counts_fy2022_2025.csv.gz').map((row) => ({
    base: filedBase(field(row, 'job_title')),
    words: plainWords(field(row, 'job_title')).join(' '),
    code: onetCode(field(row, 'soc_code')),
    filings: Number(field(row, 'filings')),
    employers: Number(field(row, 'employers')),
  }))
  const known = (code: string) => occupations.resolve(code) !== null
  const current = new Map<string, FiledTitle>()
  for (const row of rows) if (known(row.code)) add(current, row)
  const successors = successorsOf(rows.filter((row) => !known(row.code)), current) // prettier-ignore
  const wordings = new Map<string, FiledTitle>()
  for (const row of rows) {
    const code = known(row.code) ? row.code : successors.get(row.code)
    if (!code) continue
    if (code !== row.code) add(current, { ...row, code })
    if (row.words !== row.base) add(wordings, { ...row, base: row.words, code })
  }
  return {
    bases: current,
    wordings,
    currentCode: (code) => (known(code) ? code : (successors.get(code) ?? code)),
  }
}

/** The base title without internal job codes ("JC60", "15-1252"), which are unrelated to the work. */
export function filedBase(title: string): string {
  const base = readFiled(title).base
  const words = base.split(' ').filter((word) => !/^\d{2,}$|^[a-z]{1,3}\d{2,}$/.test(word))
  return words.join(' ')
}

/** The O*NET code of a SOC code; another code as it is. */
export const onetCode = (code: string): string => (code.length === 7 ? `${code}.00` : code)

/**
 * For each code that SOC 2018 does not have (retired, or mistyped), the O*NET-SOC code that the same titles are
 * mostly filed under: finer than the published crosswalk from SOC 2010, of which `titles.ts` has the part it needs.
 */
function successorsOf(
  retired: readonly Filing[],
  current: ReadonlyMap<string, FiledTitle>,
): Map<string, string> {
  const votes = new Map<string, Map<string, number>>()
  for (const row of retired) {
    const title = current.get(row.base)
    if (!title) continue
    const ballot = votes.get(row.code) ?? new Map<string, number>()
    votes.set(row.code, ballot)
    // Codes of the same group count double: most retired codes were only renumbered.
    for (const [code, filings] of title.codes) {
      const near = code.slice(0, 4) === row.code.slice(0, 4) ? 1 : 0.5
      ballot.set(code, (ballot.get(code) ?? 0) + (near * row.filings * filings) / title.filings)
    }
  }
  return new Map([...votes].map(([code, ballot]) => [code, largest(ballot)]))
}

/** The key with the largest value; ties go to the smaller key, so that builds are reproducible. */
export function largest(counts: ReadonlyMap<string, number>): string {
  let best = ''
  for (const [key, value] of counts) {
    const top = counts.get(best) ?? -1
    if (value > top || (value === top && key < best)) best = key
  }
  return best
}

function add(titles: Map<string, FiledTitle>, row: Filing): void {
  if (row.base === '') return
  const title = titles.get(row.base) ?? {
    base: row.base,
    filings: 0,
    employers: 0,
    codes: new Map<string, number>(),
  }
  titles.set(row.base, title)
  title.filings += row.filings
  title.employers = Math.max(title.employers, row.employers)
  title.codes.set(row.code, (title.codes.get(row.code) ?? 0) + row.filings)
}
