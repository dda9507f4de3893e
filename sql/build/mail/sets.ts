// The labelled mail for training.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setIn, type LabelledSet } from '../../../test/core/inbox/labelled.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SETS = 'test/core/inbox'

/** The folders of training sets. The ninth, twelfth and thirteenth sets are left out, since they only measure. */
const FOLDERS = [
  ...['development', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'tenth', 'eleventh'],
  ...readdirSync(join(ROOT, SETS, 'training'))
    .sort()
    .map((name) => `training/${name}`),
]

const nameOf = (folder: string): string =>
  folder.includes('/') ? folder.replace('/', ', ') : `the ${folder} set`

export const taughtSets = (): [string, LabelledSet][] =>
  FOLDERS.map((folder) => [nameOf(folder), setIn(folder)])

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)

/** All files that affect training, for the digest stored with the weights. */
export const sourceFiles = (): string[] =>
  [
    ...['teach.ts', 'regression.ts', 'sentences.ts', 'lessons.ts'].map((name) => `sql/build/mail/${name}`),
    ...['sql/build/mail/sentences', ...FOLDERS.map((folder) => `${SETS}/${folder}`)].flatMap(filesIn),
    'sql/data/mail/concepts.json',
    'core/inbox/meaning/features.ts',
  ].sort()

export const sourceText = (name: string): Buffer => readFileSync(join(ROOT, name))
