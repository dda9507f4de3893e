// The labelled sets of messages, read as a scan reads them, and how often the reading is right.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Knowledge } from '../../../core/inbox/meaning/approach.ts'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import type { Weights } from '../../../core/inbox/meaning/learned.ts'
import { understand, type Finding } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import type { Mail } from '../../../core/inbox/reading/decode.ts'
import { writtenIn } from './blocks.ts'

export interface Label {
  file: string
  language: string
  kind: string
  job: string | null
  status: string | null
  contact: { name: string; email: string | null } | null
  event: { startsAt: string; endsAt: string | null; timeZone: string } | null
  deadline: string | null
}

export interface LabelledJob {
  id: string
  company: string
  role: string
  status: string
  url: string
  location: string
  contacts: { name: string; email: string }[]
}

export interface LabelledMessage {
  file: string
  bytes: Buffer
  label: Label
}

export interface LabelledSet {
  jobs: LabelledJob[]
  messages: LabelledMessage[]
}

/** The set of a folder: its tracked jobs, and its messages, one file each beside their labels, or blocks of text. */
export function setIn(name: string): LabelledSet {
  const folder = join(import.meta.dirname, name)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return {
    jobs: JSON.parse(read('jobs.json')) as LabelledJob[],
    messages: existsSync(join(folder, 'labels.jsonl'))
      ? read('labels.jsonl')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Label)
          .map((label) => ({ file: label.file, bytes: readFileSync(join(folder, label.file)), label }))
      : writtenIn(folder),
  }
}

const ENDS = ['rejected', 'closed', 'withdrawn']

/** What a message was taken for. */
type Taken = { job: string | null; status: string | null }

/** Reads the messages of a set in order of time, as one scan: threads and ended jobs are what was made of the earlier ones. */
export async function inOrder<T>(
  { jobs, messages }: LabelledSet,
  read: (mail: Mail, known: Knowledge) => Promise<T>,
  takenAs: (each: T, label: Label) => Taken,
): Promise<{ label: Label; read: T }[]> {
  const decoded = await Promise.all(
    messages.map(async ({ bytes, label }) => ({ label, mail: await decodeMail(bytes) })),
  )
  const ordered = decoded.toSorted((one, other) =>
    (one.mail.sentAt ?? '').localeCompare(other.mail.sentAt ?? ''),
  )
  const [threads, endedJobIds] = [new Map<string, string>(), new Set<string>()]
  const known = {
    jobs: prepare(jobs.map((job) => ({ ...job, aliases: [] }))),
    ownAddresses: new Set(decoded.flatMap(({ mail }) => mail.deliveredTo)),
    endedJobIds,
    jobOf: (id: string) => threads.get(id),
    now: '2026-11-20T00:00:00.000Z',
  }
  const all: { label: Label; read: T }[] = []
  for (const { label, mail } of ordered) {
    const made = await read(mail, known)
    const { job, status } = takenAs(made, label)
    if (job && mail.messageId) threads.set(mail.messageId, job)
    if (job && status && ENDS.includes(status)) endedJobIds.add(job)
    all.push({ label, read: made })
  }
  return all
}

export interface Compared {
  label: Label
  finding: Finding
}

/** What is found in the messages of a set. */
export async function readSet(set: LabelledSet, weights?: Weights): Promise<Compared[]> {
  const all = await inOrder(
    set,
    (mail, known) => understand(mail, known, weights),
    ({ job, status }) => ({ job: job?.id ?? null, status }),
  )
  return all.map(({ label, read }) => ({ label, finding: read }))
}

/** A share of a whole. */
export interface Share {
  of: number
  right: number
}

const share = (all: readonly Compared[], isRight: (each: Compared) => boolean): Share => ({
  of: all.length,
  right: all.filter(isRight).length,
})

/** Messages about nothing that a tracker should follow. */
const NOTHING = ['alert', 'newsletter', 'other', 'outreach', 'own']

const startOf = (finding: Finding): number => Date.parse(finding.appointment?.startsAt ?? '')

/** The figures of a set. */
export const figuresOf = (all: readonly Compared[]) => ({
  messages: all.length,
  precision: share(
    all.filter(({ finding }) => finding.status !== null),
    ({ finding, label }) => finding.status === label.status,
  ),
  recall: share(
    all.filter(({ label }) => label.status !== null),
    ({ finding, label }) => finding.status === label.status,
  ),
  jobs: share(
    all.filter(({ label }) => label.status !== null || label.event),
    ({ finding, label }) => (finding.job?.id ?? null) === label.job,
  ),
  events: share(
    all.filter(({ label }) => label.event),
    ({ finding, label }) => startOf(finding) === Date.parse(label.event!.startsAt),
  ),
  invented: share(
    all.filter(({ label }) => !label.event),
    ({ finding }) => finding.appointment !== null,
  ),
  deadlines: share(
    all.filter(({ label }) => label.deadline),
    ({ finding, label }) => finding.deadline === label.deadline,
  ),
  people: share(
    all.filter(({ label }) => label.contact),
    ({ finding, label }) => finding.contact?.name === label.contact!.name,
  ),
  nothingProposed: share(
    all.filter(({ label }) => NOTHING.includes(label.kind)),
    ({ finding }) => finding.status !== null || (finding.cancelled && finding.job !== null),
  ),
})
export type Figures = ReturnType<typeof figuresOf>

/** A share between 0 and 1; of nothing, all. */
export const portion = ({ of, right }: Share): number => (of ? right / of : 1)

const line = (name: string, { of, right }: Share): string =>
  `${name.padEnd(44)}${`${right} of ${of}`.padStart(12)}${`${((100 * right) / of).toFixed(1)} %`.padStart(10)}`

/** The figures of a set as text, with every message that was read otherwise than its label. */
export function reportOf(title: string, all: readonly Compared[]): string {
  const figures = figuresOf(all)
  const wrong = all
    .filter(
      ({ finding, label }) =>
        finding.status !== label.status || (label.status !== null && (finding.job?.id ?? null) !== label.job),
    )
    .map(
      ({ finding, label }) =>
        `  ${label.file}  ${label.language}  ${label.kind}: ${label.status ?? 'none'} of ${label.job ?? 'no job'}, read as ${finding.status ?? 'none'} of ${finding.job?.id ?? 'no job'}`,
    )
  return [
    `${title}: ${figures.messages} messages`,
    '',
    line('verdict right where one is given', figures.precision),
    line('verdict found where there is one', figures.recall),
    line('job right', figures.jobs),
    line('start of the event right', figures.events),
    line('events invented', figures.invented),
    line('deadline right', figures.deadlines),
    line('person right', figures.people),
    line('messages about nothing that propose', figures.nothingProposed),
    '',
    wrong.length ? 'read otherwise than labelled:' : 'none is read otherwise than labelled',
    ...wrong,
    '',
  ].join('\n')
}
