// Labelled messages as lessons: read as a scan reads them, in order of time.
import { approach, type Approach } from '../../../core/inbox/meaning/approach.ts'
import { counted, featuresOfText } from '../../../core/inbox/meaning/learned.ts'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import type { Label, LabelledSet } from '../../../test/core/inbox/heldout.ts'
import type { Lesson } from './teach.ts'

const ENDS = ['rejected', 'closed', 'withdrawn']

/** A message as it is approached, with its label: threads and ended jobs as a right reading of the earlier ones tells. */
export async function approached({
  jobs,
  messages,
}: LabelledSet): Promise<{ label: Label; read: Approach }[]> {
  const prepared = prepare(jobs.map((job) => ({ ...job, aliases: [] })))
  const decoded = await Promise.all(
    messages.map(async ({ bytes, label }) => ({ label, mail: await decodeMail(bytes) })),
  )
  const own = new Set(decoded.flatMap(({ mail }) => mail.deliveredTo))
  const ordered = decoded.toSorted((one, other) =>
    (one.mail.sentAt ?? '').localeCompare(other.mail.sentAt ?? ''),
  )
  const [threads, over] = [new Map<string, string>(), new Set<string>()]
  const known = {
    jobs: prepared,
    own,
    over,
    jobOf: (id: string) => threads.get(id),
    now: '2026-11-20T00:00:00.000Z',
  }
  const all: { label: Label; read: Approach }[] = []
  for (const { label, mail } of ordered) {
    all.push({ label, read: await approach(mail, known) })
    if (label.job && mail.messageId) threads.set(mail.messageId, label.job)
    if (label.job && label.status && ENDS.includes(label.status)) over.add(label.job)
  }
  return all
}

/** The lessons of a set; what the reader wrote teaches nothing. */
export async function lessonsOf(set: LabelledSet): Promise<Lesson[]> {
  const all = await approached(set)
  return all
    .filter(({ read }) => !read.mine)
    .map(({ label, read }) => ({
      features: featuresOfText(counted(read.subject, read.sentences), read.circumstances),
      kind: label.kind,
      // Labels of the sets are verdicts; the tests compare them.
      status: (label.status ?? 'none') as Lesson['status'],
    }))
}
