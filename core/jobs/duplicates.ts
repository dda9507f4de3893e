// Which jobs a new one may be twice: said where it is added or imported, never a reason to refuse it.
import { companyName } from './names.ts'
import { type Comparable, similarity } from './similarity.ts'

/** Names without legal form, punctuation and blanks: “Acme, Inc.” and “Acme Inc” are one. */
export const companyKey = (name: string): string => companyName(name).replaceAll(' ', '') || name

/** Finds the jobs of the same employer that are likely the same one. */
export function twinFinder<Job extends Comparable>(jobs: readonly Job[]) {
  const byCompany = new Map<string, Job[]>()
  const add = (job: Job): void => {
    const key = companyKey(job.company)
    byCompany.set(key, [...(byCompany.get(key) ?? []), job])
  }
  jobs.forEach(add)
  return {
    add,
    twinsOf: (job: Comparable): Job[] =>
      (byCompany.get(companyKey(job.company)) ?? []).filter((other) => similarity(other, job) === 'probable'),
  }
}
