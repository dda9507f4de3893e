// The concepts of a sentence (sql/data/mail/cues.json), which the learned reading counts.
import { keysOf } from '../../kernel/narrow.ts'
import cueLists from '../../../sql/data/mail/cues.json' with { type: 'json' }

const compiled = keysOf(cueLists).map((cue) => ({
  cue,
  expression: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${cueLists[cue].join('|')})(?!\p{L})`, 'u'),
}))

/** Every concept of a folded sentence, with the first place where it stands, in a fixed order. */
export const conceptsIn = (folded: string): { cue: string; place: number }[] =>
  compiled
    .map(({ cue, expression }) => ({ cue, place: folded.search(expression) }))
    .filter(({ place }) => place >= 0)
