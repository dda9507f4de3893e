// Finds the tracked job of a row even if title or place is written differently, and recognises a second application.
import { shortId } from '../../kernel/id.ts'
import { wallTime } from '../../kernel/clock.ts'
import { duplicateFinder } from '../duplicates.ts'
import { mayShareForm } from '../names.ts'
import { type Comparable, similarity } from '../similarity.ts'
import { linkKey } from './rows.ts'

interface Application {
  readonly appliedAt: string | null
  readonly createdAt?: string
}

/** Finds the job that a row means, if there is only one. A row and a job that both have a posting's URL are different jobs. */
export function nearFinder<Job extends Comparable & Application>(jobs: readonly Job[], timeZone: string) {
  const { duplicatesOf } = duplicateFinder(jobs)
  return (job: Comparable & { appliedAt?: string }): Job | undefined => {
    const [only, second] = duplicatesOf(job).filter(
      (each) =>
        similarity(each, job) === 'probable' &&
        (linkKey(each) === null || linkKey(job) === null) &&
        mayShareForm(each.company, job.company) &&
        !isAppliedAgain(each, job.appliedAt, timeZone),
    )
    return second ? undefined : only
  }
}

export const nearNote = ({ company, role, id }: Comparable & { id: string }): string =>
  `It is tracked as ${company} — ${role} (${shortId(id)}); to keep both, add it by itself and allow the duplicate.`

/** Whether a row is a later application: its date differs. 4 March and 3 April may be one date. The day of adding is no real date. */
export function isAppliedAgain(
  { appliedAt: known, createdAt }: Application,
  text: string | undefined,
  timeZone: string,
): boolean {
  if (known === null || text === undefined) return false
  if (text < known && known.slice(0, 16) === createdAt?.slice(0, 16)) return false
  const [one, other] = [wallTime(Date.parse(known), timeZone), wallTime(Date.parse(text), timeZone)]
  const isSwapped = one.year === other.year && one.month === other.day && one.day === other.month
  const isSame = one.year === other.year && one.month === other.month && one.day === other.day
  return !isSame && !isSwapped
}
