// The stored and displayed description of an imported file.

/** Kinds of files: BLS OEWS, OFLC prevailing wages by area, OFLC labor condition applications. */
export const KINDS_OF_IMPORT = ['oews', 'oflc_wages', 'lca'] as const
export type ImportKind = (typeof KINDS_OF_IMPORT)[number]

export interface FileData {
  kind: ImportKind
  /** `May 2026`; `July 2026 to June 2027`; `January to March 2026`. */
  vintage: string
  /** The year of the figures; for `lca`, of the newest decision. */
  year: number
  taken: number
  skipped: { reason: string; rows: number }[]
  /**
   * CSV lines without a header; dollars are per year, dates are `2026-03-31`. Columns by kind:
   * `oews`: soc, year, employment, mean, p10, p25, median, p75, p90,
   * mean_rse, employment_rse, top_coded, area (empty: the nation);
   * `oflc_wages`: soc, area, mean, lower_third, sharing;
   * `lca`: case, soc, role, city, employer, wage, decided, state, level.
   */
  text: string
  /** Changes that loading the file makes, one sentence each. */
  effects: string[]
}

export interface ImportNote extends Pick<FileData, 'kind' | 'vintage' | 'taken' | 'skipped'> {
  id: string
  /** The id of the import that was in use when this one was loaded. Null if only the shipped file was in use. */
  over: string | null
  file: string
  sha256: string
  importedAt: string
}

export const noteView = ({ importedAt, ...note }: ImportNote) => ({
  ...note,
  licence: LICENCE,
  imported_at: importedAt,
})

export type ImportSource = ImportNote & Pick<FileData, 'year' | 'text'>

export const LICENCE = 'US Government work, public domain'

export const IMPORT_NAMES: Record<ImportKind, string> = {
  oews: 'BLS OEWS',
  oflc_wages: 'DOL OFLC prevailing wages',
  lca: 'DOL OFLC labor condition applications',
}
