/** `npx tsx test/validation/mail.ts`: cross-validates the mail sets, each with weights learned from the others. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSet, reportOf } from '../core/inbox/labelled.ts'
import { lessonsOf } from '../../sql/build/mail/lessons.ts'
import { taughtSets } from '../../sql/build/mail/sets.ts'
import { taught } from '../../sql/build/mail/teach.ts'

const sets = taughtSets()
const lessons = await Promise.all(sets.map(([, set]) => lessonsOf(set)))
const [reports, all]: [string[], Awaited<ReturnType<typeof readSet>>] = [[], []]
for (const [at, [name, set]] of sets.entries()) {
  const others = lessons.filter((_lessons, other) => other !== at).flat()
  const read = await readSet(set, taught(others))
  reports.push(reportOf(`${name}, by what the others teach`, read))
  all.push(...read)
}
reports.push(reportOf('all of them', all).split('\nread otherwise')[0]!)
const file = join(import.meta.dirname, '../../docs/validation/inbox-crossed.txt')
writeFileSync(file, reports.join('\n'))
process.stdout.write(`${file}\n`)
