// The data set of a pay file: catalogue, references and words, read on demand.
import { type Catalog, openCatalog } from './catalog.ts'
import type { Manifest } from './csv.ts'
import { manifestOf } from './records.ts'
import { openReferences, type References } from './references.ts'
import type { PayFile } from './pay-file.ts'
import { type Book, openWords } from '../words/book.ts'

export interface Dataset {
  catalog: Catalog
  references: References
}

export interface FullDataset extends Dataset {
  file: PayFile
  readonly manifest: Manifest
  words: Book
}

export function openDataset(file: PayFile): FullDataset {
  const catalog = openCatalog(file)
  return {
    file,
    catalog,
    references: openReferences(file),
    get manifest() {
      return manifestOf(file)
    },
    words: openWords(file),
  }
}
