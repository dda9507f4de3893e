// The two labelled sets of messages, read as a scan reads them, and how often the rules are right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import type { Weights } from '../../../core/inbox/meaning/learned.ts'
import { understand, type Finding } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import type { Label, LabelledJob, LabelledSet } from './heldout.ts'

const FOLDER = join(import.meta.dirname, 'development')

/** The messages of a folder, one file each, with its labels and tracked jobs. */
export function folderSet(folder: string): LabelledSet {
  const labels = readFileSync(join(folder, 'labels.jsonl'), 'utf8').trim().split('\n')
  return {
    jobs: JSON.parse(readFileSync(join(folder, 'jobs.json'), 'utf8')) as LabelledJob[],
    messages: labels
      .map((line) => JSON.parse(line) as Label)
      .map((label) => ({ file: label.file, bytes: readFileSync(join(folder, label.file)), label })),
  }
}

/** The set that the rules were made with. */
export const development = (): LabelledSet => folderSet(FOLDER)

export interface Compared {
  label: Label
  finding: Finding
}

const ENDS = ['rejected', 'closed', 'withdrawn']

/** Reads a set in order of time, as one scan. */
export async function readSet({ jobs, messages }: LabelledSet, weights?: Weights): Promise<Compared[]> {
  const prepared = prepare(jobs.map((job) => ({ ...job, aliases: [] })))
  const decoded = await Promise.all(
    messages.map(async (each) => ({ ...each, mail: await decodeMail(each.bytes) })),
  )
  const own = new Set(decoded.flatMap(({ mail }) => mail.deliveredTo))
  const ordered = decoded.toSorted((one, other) =>
    (one.mail.sentAt ?? '').localeCompare(other.mail.sentAt ?? ''),
  )
  const [threads, over] = [new Map<string, string>(), new Set<string>()]
  const compared: Compared[] = []
  for (const { mail, label } of ordered) {
    const known = {
      jobs: prepared,
      own,
      over,
      jobOf: (id: string) => threads.get(id),
      now: '2026-11-20T00:00:00.000Z',
    }
    const finding = await understand(mail, known, weights)
    if (finding.job && mail.messageId) threads.set(mail.messageId, finding.job.id)
    if (finding.job && finding.status && ENDS.includes(finding.status)) over.add(finding.job.id)
    compared.push({ label, finding })
  }
  return compared
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
