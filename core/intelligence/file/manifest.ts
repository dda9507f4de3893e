// What a pay file says of the data set it was compiled from.
import type { PayFile } from './pay-file.ts'
import type { Manifest } from './csv.ts'

/** One entry of the manifest. Throws when the file has no such entry. */
export function manifestEntry<K extends keyof Manifest>(file: PayFile, entry: K): Manifest[K] {
  const json = file.get('manifest', entry)?.[1]
  if (json === undefined) throw new Error(`The pay file says nothing of its ${entry}.`)
  return JSON.parse(json) as Manifest[K] // Written with the file.
}

export const manifestOf = (file: PayFile): Manifest => ({
  version: manifestEntry(file, 'version'),
  benchmark: manifestEntry(file, 'benchmark'),
  cells_year: manifestEntry(file, 'cells_year'),
  filings_until: manifestEntry(file, 'filings_until'),
  sources: manifestEntry(file, 'sources'),
  tables: manifestEntry(file, 'tables'),
  ...(file.get('manifest', 'imports') && { imports: manifestEntry(file, 'imports') ?? [] }),
})
