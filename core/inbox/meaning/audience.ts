// Whether a letter is about a search of the reader at all: not about a flat or a loan, not sent to many, not by a stranger
// who offers a job.
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import type { Circumstances } from './circumstances.ts'

/** It speaks of a job, whatever the job is about: a `Dental Assistant position` is no dentist. */
const AT_WORK =
  /\b(?:position of|role of|role at|job (?:at|title)|vacancy|hiring (?:team|manager)|recruit\w*|(?:the|our|this|an?|open) (?:\S+ ){0,5}(?:position|opening|role)\b|(?:der|die|als) \S+ \(?m\/w\/d|(?:stelle|position|bewerbung) als|vorstellungsgesprach|(?:puesto|vacante) de|(?:au|le) poste|poste d[e'])/

/** Something one can apply for, or be refused, that is no job. */
export function isElsewhere(
  subject: Sentence,
  body: readonly Sentence[],
  known: Pick<Circumstances, 'sender'>,
): boolean {
  const strange = [subject, ...body].filter(({ folded }) => says('elsewhere', folded)).length
  if (!strange) return false
  if (says('hiring', known.sender)) return false
  const atWork = [subject, ...body].some(({ folded }) => AT_WORK.test(folded))
  return !atWork
}

/** An event that anybody may attend, though its invitation looks like one to an interview. */
export const isForAudience = (subject: Sentence, body: readonly Sentence[]): boolean =>
  [subject, ...body].some(({ folded }) => says('audience', folded))

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
