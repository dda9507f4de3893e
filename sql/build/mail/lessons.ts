// Labelled messages as lessons: read as a scan reads them, in order of time.
import { gatherFacts } from '../../../core/inbox/meaning/approach.ts'
import { mailText, featuresOfText } from '../../../core/inbox/meaning/learned.ts'
import { inOrder, type LabelledSet } from '../../../test/core/inbox/labelled.ts'
import type { Lesson } from './teach.ts'

/** The lessons of a set, whose earlier messages count as read rightly; what the reader wrote teaches nothing. */
export async function lessonsOf(set: LabelledSet): Promise<Lesson[]> {
  const all = await inOrder(set, gatherFacts, (_read, label) => label)
  return all
    .filter(({ read }) => !read.mine)
    .map(({ label, read }) => ({
      features: featuresOfText(mailText(read.subject, read.sentences), read.circumstances),
      kind: label.kind,
      // Labels of the sets are verdicts; the tests compare them.
      status: (label.status ?? 'none') as Lesson['status'],
    }))
}
