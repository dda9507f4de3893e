/** `npx tsx sql/build/mail/crossed.ts`: how well each set is read by what the others teach. */
import { figuresOf, readSet, reportOf } from '../../../test/core/inbox/labelled.ts'
import { lessonsOf } from './lessons.ts'
import { taughtSets } from './sets.ts'
import { taught } from './teach.ts'

const sets = taughtSets()
const lessons = await Promise.all(sets.map(([, set]) => lessonsOf(set)))
const all = []
for (const [at, [name, set]] of sets.entries()) {
  const weights = taught(lessons.flatMap((each, other) => (other === at ? [] : each)))
  const read = await readSet(set, weights)
  process.stdout.write(`${reportOf(name, read)}\n`)
  all.push(...read)
}
process.stdout.write(reportOf('all', all).split('read otherwise')[0])
