// The data set of a pay file: catalogue, references and words, read on demand.
import { openCatalog } from './catalog.ts'
import { manifestOf } from './records.ts'
import { openReferences } from './references.ts'
import type { PayFile } from './pay-file.ts'
import { openWords } from '../words/book.ts'

export type FullDataset = ReturnType<typeof openDataset>
export type Dataset = Pick<FullDataset, 'catalog' | 'references'>

export const openDataset = (file: PayFile) => ({
  file,
  catalog: openCatalog(file),
  references: openReferences(file),
  get manifest() {
    return manifestOf(file)
  },
  words: openWords(file),
})
