// Whether a letter is about a search of the reader at all: not about a flat or a loan, not sent to many, not by a stranger
// who offers a job.
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import type { Circumstances } from './circumstances.ts'

/** Something one can apply for, or be refused, that is no job. */
export function isElsewhere(
  subject: Sentence,
  body: readonly Sentence[],
  known: Pick<Circumstances, 'sender'>,
): boolean {
  const strange = [subject, ...body].filter(({ folded }) => says('elsewhere', folded)).length
  if (!strange) return false
  if (says('hiring', known.sender)) return false
  const atWork = [subject, ...body].some(({ folded }) =>
    /\b(?:position of|role of|role at|job (?:at|title)|vacancy|hiring (?:team|manager)|recruit\w*|(?:der|die|als) \S+ \(?m\/w\/d|stelle als|vorstellungsgesprach|puesto de|poste de)\b/.test(
      folded,
    ),
  )
  return !atWork || says('elsewhere', subject.folded)
}

/** Sent to many: an alert, a newsletter, a notice about a profile. */
export function isForMany(
  subject: Sentence,
  body: readonly Sentence[],
  known: Pick<Circumstances, 'list'>,
  isMine: boolean,
): boolean {
  const all = [subject, ...body]
  const alerts = all.filter(({ folded }) => says('alert', folded)).length
  const isYours = all.some(({ folded }) => says('yours', folded))
  if (known.list) return !(isMine && isYours && !alerts)
  if (says('alert', subject.folded)) return !isMine || !all.some(({ folded }) => says('rejected', folded))
  return alerts > 0 && (!isMine || alerts > 1) && !isYours
}

/** Somebody who was not written to offers a job. */
export const isOutreach = (all: readonly Sentence[]): boolean =>
  all.some(({ folded }) => says('outreach', folded))

/** It speaks of an application of the reader: then it is no first contact. */
export const isAnswered = (body: readonly Sentence[]): boolean =>
  body.some(
    ({ folded }) =>
      says('yours', folded) && !/\bupdated\b|\byour (?:\S+ )?resume\b|\blebenslauf\b/.test(folded),
  )
