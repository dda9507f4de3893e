// Finds jobs that a new job may duplicate. crm reports them, but adds the new job anyway.
import { companyWords, joined } from './names.ts'
import { folded } from '../kernel/folded.ts'
import { type Comparable, mayBeDuplicates } from './similarity.ts'

/** The company's name without legal form, punctuation and spaces: “Acme, Inc.” and “Acme Inc” have the same key. */
export const companyKey = (name: string): string => joined(companyWords(name)) || name

/** Maximum jobs of one employer to compare with: the newest ones. */
const MAX_COMPARED = 100
const MOST_WORDS = 6

/** Finds likely duplicates among jobs of the same employer, or of an employer whose name extends the other's name. */
export function duplicateFinder<Job extends Comparable>(jobs: readonly Job[]) {
  const [byName, byBeginning] = [new Map<string, Job[]>(), new Map<string, Job[]>()]
  const put = (map: Map<string, Job[]>, key: string, job: Job): void => {
    const known = map.get(key)
    if (known) known.push(job)
    else map.set(key, [job])
  }
  const namesOf = ({ company }: Comparable): [whole: string, ...shorter: string[]] => {
    const words = companyWords(company).slice(0, MOST_WORDS)
    const key = companyKey(company)
    return [key, ...words.map((_, at) => joined(words.slice(0, at + 1))).filter((name) => name !== key)]
  }
  const add = (job: Job): void => {
    const [whole, ...shorter] = namesOf(job)
    put(byName, whole, job)
    for (const name of shorter) put(byBeginning, name, job)
  }
  jobs.forEach(add)
  return {
    add,
    duplicatesOf(job: Comparable): Job[] {
      const [whole, ...shorter] = namesOf(job)
      const near = [...[whole, ...shorter].map((name) => byName.get(name)), byBeginning.get(whole)]
      return near
        .flatMap((found) => found?.slice(-MAX_COMPARED) ?? [])
        .filter((other) => mayBeDuplicates(other, job))
    },
  }
}

/** The first letter of a company's name. Duplicates always share it, and comparing letters first saves comparing most names. */
const initialOf = ({ company }: Comparable) =>
  /[\p{L}\p{N}+#]/u.exec(folded(company).replace(/^[^\p{L}\p{N}+#]*the[^\p{L}\p{N}+#]/u, ''))?.[0]

export function duplicatesAmong<Job extends Comparable>(newest: readonly Job[], job: Comparable): Job[] {
  const initial = initialOf(job)
  return duplicateFinder(newest.filter((other) => initialOf(other) === initial).reverse()).duplicatesOf(job)
}
