/** Titles filed by employers (LCA FY2022-25): occupations by base title, with SOC 2010 mapped to SOC 2018. */
import { plainWords } from '../../core/intelligence/words/plain.ts'
import { readFiled } from './filed-title.ts'
import type { Occupations } from './occupations.ts'
import { field, type Raw } from './raw.ts'

/** A base title: filings by O*NET-SOC code (2018), total filings, and the largest employer count among its wordings. */
export type FiledTitle = { base: string; filings: number; employers: number; codes: Map<string, number> }

type Filing = { base: string; words: string; code: string; filings: number; employers: number }

export type FiledTitles = ReturnType<typeof readFiledTitles>

/** Reads the counts file. A code outside SOC 2018 maps to the code under which the same titles are filed. */
export function readFiledTitles(raw: Raw, occupations: Occupations) {
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
    /** Keyed by base title, without seniority words. */
    bases: current,
    /** Keyed by all words of the title, if they differ from its base. */
    wordings,
    /** The SOC 2018 successor of a code, or the code itself if it is current. */
    currentCode: (code: string): string => (known(code) ? code : (successors.get(code) ?? code)),
  }
}

/** The base title without internal job codes ("JC60", "15-1252"), which say nothing about the work. */
export function filedBase(title: string): string {
  const base = readFiled(title).base
  const words = base.split(' ').filter((word) => !/^\d{2,}$|^[a-z]{1,3}\d{2,}$/.test(word))
  return words.join(' ')
}

/** The O*NET code of a SOC code. Other codes stay as they are. */
export const onetCode = (code: string): string => (code.length === 7 ? `${code}.00` : code)

/**
 * Maps each code outside SOC 2018 (retired or mistyped) to the O*NET-SOC code under which the same titles are mostly
 * filed. This is finer than the published crosswalk from SOC 2010, of which `titles.ts` has the needed part.
 */
function successorsOf(retired: readonly Filing[], current: ReadonlyMap<string, FiledTitle>) {
  const votes = new Map<string, Map<string, number>>()
  for (const row of retired) {
    const title = current.get(row.base)
    if (!title) continue
    const ballot = votes.get(row.code) ?? new Map<string, number>()
    votes.set(row.code, ballot)
    // Codes of the same group count double, since most retired codes were only renumbered.
    for (const [code, filings] of title.codes) {
      const near = code.slice(0, 4) === row.code.slice(0, 4) ? 1 : 0.5
      ballot.set(code, (ballot.get(code) ?? 0) + (near * row.filings * filings) / title.filings)
    }
  }
  return new Map([...votes].map(([code, ballot]) => [code, largest(ballot)]))
}

/** The key with the largest value. Ties go to the smaller key, so that builds are reproducible. */
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
