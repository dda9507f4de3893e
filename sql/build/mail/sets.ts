// The labelled mail that is learned from.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { heldOut, unseen, unseenSecond, fifth, type LabelledSet } from '../../../test/core/inbox/heldout.ts'
import { development, folderSet } from '../../../test/core/inbox/labelled.ts'

const SETS = join(import.meta.dirname, '../../../test/core/inbox')
const TRAINING = join(SETS, 'training')

/** Sets that were written to teach: folders of messages with their labels. */
export const trainingSets = (): [string, LabelledSet][] =>
  readdirSync(TRAINING)
    .sort()
    .map((name) => [`training, ${name}`, folderSet(join(TRAINING, name))])

/** Every set that is learned from, by name. */
export const taughtSets = (): [string, LabelledSet][] => [
  ['the development set', development()],
  ['the held-out set', heldOut()],
  ['the third set', unseen()],
  ['the fourth set', unseenSecond()],
  ['the fifth set', fifth()],
  ['the sixth set', folderSet(join(SETS, 'sixth'))],
  ['the seventh set', folderSet(join(SETS, 'seventh'))],
  ['the eighth set', folderSet(join(SETS, 'eighth'))],
  ['the tenth set', folderSet(join(SETS, 'tenth'))],
  ...trainingSets(),
]

/** All files that decide what is learned, for the digest that the weights carry. */
export const sourceFiles = (): string[] => {
  const root = join(import.meta.dirname, '../../..')
  const listed = (folder: string, ending: RegExp): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => join(folder, name).replaceAll('\\', '/'))
  return [
    ...['teach.ts', 'regression.ts', 'sentences.ts', 'lessons.ts'].map((name) => `sql/build/mail/${name}`),
    ...listed('sql/build/mail/sentences', /\.txt$/),
    ...['development', 'heldout', 'unseen', 'unseen-second', 'fifth', 'sixth', 'seventh', 'eighth', 'tenth', 'training'].flatMap((name) =>
      listed(`test/core/inbox/${name}`, /\.(?:eml|txt|jsonl?)$/),
    ),
    'sql/data/mail/concepts.json',
    'core/inbox/meaning/features.ts',
  ].sort()
}

/** The text of a source file. */
export const sourceText = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../..', name))
