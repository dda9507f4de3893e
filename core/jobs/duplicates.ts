// Which jobs a new one may be twice: said where it is added, imported or asked for, never a reason to refuse it.
import { companyWords, joined } from './names.ts'
import { folded } from '../kernel/folded.ts'
import { type Comparable, mayBeTwins } from './similarity.ts'

/** Names without legal form, punctuation and blanks: “Acme, Inc.” and “Acme Inc” are one. */
export const companyKey = (name: string): string => joined(companyWords(name)) || name

/** The most jobs of one employer that a job is compared with: those that were put in last. */
const MOST = 100
const MOST_WORDS = 6

/** Finds the jobs of the same employer, or of one whose name goes on behind the other's, that are likely the same one. */
export function twinFinder<Job extends Comparable>(jobs: readonly Job[]) {
  const [byName, byBeginning] = [new Map<string, Job[]>(), new Map<string, Job[]>()]
  const put = (map: Map<string, Job[]>, key: string, job: Job): void => {
    const known = map.get(key)
    if (known) known.push(job)
    else map.set(key, [job])
  }
  /** The whole name, and the shorter ones that it begins with. */
  const namesOf = ({ company }: Comparable): [whole: string, ...shorter: string[]] => {
    const words = companyWords(company).slice(0, MOST_WORDS)
    const whole = companyKey(company)
    return [whole, ...words.map((_, at) => joined(words.slice(0, at + 1))).filter((name) => name !== whole)]
  }
  const add = (job: Job): void => {
    const [whole, ...shorter] = namesOf(job)
    put(byName, whole, job)
    for (const name of shorter) put(byBeginning, name, job)
  }
  jobs.forEach(add)
  return {
    add,
    twinsOf(job: Comparable): Job[] {
      const [whole, ...shorter] = namesOf(job)
      const near = [...[whole, ...shorter].map((name) => byName.get(name)), byBeginning.get(whole)]
      return near.flatMap((found) => found?.slice(-MOST) ?? []).filter((other) => mayBeTwins(other, job))
    },
  }
}

/** Twins share it. Far quicker to tell than the words of a name, for who compares one job with many. */
const initialOf = ({ company }: Comparable) =>
  /[\p{L}\p{N}+#]/u.exec(folded(company).replace(/^[^\p{L}\p{N}+#]*the[^\p{L}\p{N}+#]/u, ''))?.[0]

/** Those of these jobs, newest first, that a job may be twice. */
export function twinsAmong<Job extends Comparable>(newest: readonly Job[], job: Comparable): Job[] {
  const initial = initialOf(job)
  return twinFinder(newest.filter((other) => initialOf(other) === initial).reverse()).twinsOf(job)
}
