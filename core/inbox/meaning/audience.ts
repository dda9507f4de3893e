// Whether a letter concerns the reader's job search. Letters about a flat or a loan, mass mailings and unsolicited job offers do
// not.
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import type { Circumstances } from './circumstances.ts'

/** Words of hiring, whatever the job: a `Dental Assistant position` is not about a dentist's appointment. */
const HIRING_WORDS =
  /\b(?:position of|role of|role at|job (?:at|title)|vacancy|hiring (?:team|manager)|recruit\w*|(?:the|our|this|an?|open) (?:\S+ ){0,5}(?:position|opening|role)\b|(?:der|die|als) \S+ \(?m\/w\/d|(?:stelle|position|bewerbung) als|vorstellungsgesprach|(?:puesto|vacante) de|(?:au|le) poste|poste d[e'])/

/** Whether the letter is about another kind of application, such as for a flat or a loan. */
export function isOffTopic(
  subject: Sentence,
  body: readonly Sentence[],
  known: Pick<Circumstances, 'sender'>,
): boolean {
  const strange = [subject, ...body].filter(({ folded }) => says('elsewhere', folded)).length
  if (!strange) return false
  if (says('hiring', known.sender)) return false
  const atWork = [subject, ...body].some(({ folded }) => HIRING_WORDS.test(folded))
  return !atWork
}

/** Whether it invites to a public event, in words that resemble an interview invitation. */
export const isForAudience = (subject: Sentence, body: readonly Sentence[]): boolean =>
  [subject, ...body].some(({ folded }) => says('audience', folded))

/** Whether it was sent to many: an alert, a newsletter, or a notice about a profile. */
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

/** Whether a recruiter offers a job to somebody who did not apply. */
export const isOutreach = (all: readonly Sentence[]): boolean =>
  all.some(({ folded }) => says('outreach', folded))

/** Whether it mentions an application of the reader, so that it is not a first contact. */
export const isAboutApplication = (body: readonly Sentence[]): boolean =>
  body.some(
    ({ folded }) =>
      says('yours', folded) && !/\bupdated\b|\byour (?:\S+ )?resume\b|\blebenslauf\b/.test(folded),
  )
