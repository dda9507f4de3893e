/** The occupations of the product: the 830 detailed occupations of OEWS May 2025. All other codes map to them. */
import { recordBy } from '../../core/kernel/narrow.ts'
import { HYBRIDS } from '../../core/intelligence/imports/layout.ts'
import { field, type Raw } from './raw.ts'

export type Occupations = ReturnType<typeof readOccupations>

/**
 * Reads the occupations. OEWS publishes some SOC codes only merged (13-1020 for 13-1021..1023). These map to the merged
 * code.
 */
export function readOccupations(raw: Raw) {
  const structure = raw.read('soc/soc_structure_oews_2025.csv')
  const published = raw.read('bls_oews/oews_national_2013_2025.csv.gz')
  const detailed = new Set(
    published
      .filter((row) => row['year'] === '2025' && row['o_group'] === 'detailed')
      .map((row) => field(row, 'occ_code')),
  )
  const list = structure
    .filter((row) => field(row, 'level') === 'detailed' && detailed.has(field(row, 'code')))
    .map((row) => ({
      soc: field(row, 'code'),
      ...recordBy(['title', 'major', 'minor', 'broad', 'definition'], (name) => field(row, name)),
    }))
  const parents = new Map<string, string>()
  for (const row of raw.read('oflc_wages/oes_soc_occs_2025_26.csv')) {
    const code = field(row, 'soccode')
    const parent = mergedInto(code, detailed)
    if (parent) parents.set(code, parent)
  }
  const onet = raw.read('onet_29_3/occupation_data.csv.gz')
  const onetTitles = new Map(onet.map((row) => [field(row, 'O*NET-SOC Code'), field(row, 'Title')]))
  /** The OEWS code for a SOC 2018, O*NET-SOC or OFLC code. Null if the product does not cover it (military, SOC 2010). */
  const resolve = (code: string): string | null => {
    const six = code.slice(0, 7)
    return detailed.has(six) ? six : (parents.get(six) ?? null)
  }
  return { list, resolve, onetTitles }
}

/** The merged OEWS code for a detailed SOC code: its hybrid, else its broad code. */
function mergedInto(code: string, detailed: ReadonlySet<string>): string | null {
  if (detailed.has(code)) return null
  const broad = `${code.slice(0, 6)}0`
  const hybrid = HYBRIDS[code]
  if (hybrid) return hybrid
  return detailed.has(broad) ? broad : null
}
