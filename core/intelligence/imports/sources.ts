// Names and vintages of the sources once imports are merged into their tables.
import { must } from '../../kernel/must.ts'
import type { Source } from '../file/csv.ts'
import { oewsRows } from './metro.ts'
import type { Imported } from './import-note.ts'

export function sourcesWith(
  shipped: Readonly<Record<string, Source>>,
  imports: readonly Imported[],
): Record<string, Source> {
  const sources = { ...shipped }
  const add = (name: string, vintage: string) => {
    const source = sources[name]
    if (source && !source.vintage.includes(vintage))
      sources[name] = { ...source, vintage: [source.vintage, vintage].filter(Boolean).join('; ') }
  }
  for (const file of imports) {
    const vintage = `${file.vintage} (imported from ${file.file})`
    if (file.kind === 'oews' && has(file, 'nation')) add('bls_oews', vintage)
    if (file.kind === 'oews' && has(file, 'metro')) {
      sources['bls_oews_metro'] ??= { ...must(shipped['bls_oews']), title: METRO_TITLE, vintage: '' }
      add('bls_oews_metro', vintage)
    }
    if (file.kind === 'oflc_wages')
      add('oflc_wages', `${vintage}, computed by BLS from OEWS May ${file.year}`)
    if (file.kind === 'lca') for (const name of ['dol_lca', 'dol_lca_counts']) add(name, vintage)
  }
  return sources
}

const METRO_TITLE = 'Occupational Employment and Wage Statistics, metropolitan areas'

const has = (file: Imported, of: 'nation' | 'metro'): boolean => !oewsRows([file], of).next().done
