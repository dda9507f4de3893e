// Labelled messages as lessons: read as a scan reads them, in order of time.
import { gatherFacts } from '../../../core/inbox/meaning/approach.ts'
import { mailText, featuresOfText } from '../../../core/inbox/meaning/learned.ts'
import { inOrder, type LabelledSet } from '../../../test/core/inbox/labelled.ts'
import type { Lesson } from './teach.ts'

/**
 * The lessons of a set. Earlier messages of the set count as read correctly. Messages that the reader wrote are left
 * out.
 */
export async function lessonsOf(set: LabelledSet): Promise<Lesson[]> {
  const all = await inOrder(set, gatherFacts, (_read, label) => label)
  return all
    .filter(({ read }) => !read.mine)
    .map(({ label, read }) => ({
      features: featuresOfText(mailText(read.subject, read.sentences), read.circumstances),
      kind: label.kind,
      // The labels of the sets are verdicts. A test checks that.
      status: (label.status ?? 'none') as Lesson['status'],
    }))
}
