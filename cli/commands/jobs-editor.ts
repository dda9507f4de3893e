// A job as a text to edit: a line per field, then the notes.
import type { Job, JobChange } from '../../core/jobs/job.ts'
import type { Priority } from '../../core/jobs/fields.ts'
import { updateJob } from '../../core/jobs/operations.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { asWord, isOn, type Run, words } from '../command.ts'
import { edited } from '../ui/editor.ts'
import { localDay } from '../ui/time.ts'
import { changedText } from './changed-fields.ts'
import { readDeadline } from './inputs.ts'
import { isDryRun } from './agreement.ts'
import { nameOf } from './references.ts'

const FIELDS = [
  'company',
  'role',
  'location',
  'salary',
  'source',
  'url',
  'priority',
  'tags',
  'next',
  'deadline',
] as const
type Field = (typeof FIELDS)[number]

const RULE = '--- notes below this line ---'

const linesOf = (job: Job): Record<Field, string> => ({
  company: job.company,
  role: job.role,
  location: job.location ?? '',
  salary: job.salary ?? '',
  source: job.source ?? '',
  url: job.url ?? '',
  priority: job.priority ?? '',
  tags: job.tags.join(', '),
  next: job.nextStep ?? '',
  deadline: job.deadline ? localDay(job.deadline) : '',
})

const textOfJob = (job: Job): string => {
  const lines = linesOf(job)
  return [...FIELDS.map((field) => `${field}: ${lines[field]}`.trimEnd()), RULE, job.notes ?? '', ''].join(
    '\n',
  )
}

/** What the edited text changes; `usage` for a line that is no field. */
async function changeIn(text: string, job: Job): Promise<JobChange> {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').split(`\n${RULE}\n`)
  const before = linesOf(job)
  const said = new Map(
    head
      .split('\n')
      .filter((line) => line.trim())
      .map(fieldIn),
  )
  const changed = new Map([...said].filter(([field, value]) => value !== before[field]))
  const notes = rest.join(`\n${RULE}\n`).trim()
  const field = (name: Field) => (changed.has(name) ? changed.get(name) || null : undefined)
  return {
    company: changed.get('company'),
    role: changed.get('role'),
    location: field('location'),
    salary: field('salary'),
    source: field('source'),
    url: field('url'),
    priority: asWord<Priority, null | undefined>(field('priority')),
    tags: words(changed.get('tags')),
    nextStep: field('next'),
    deadline: await readDeadline('deadline', changed.get('deadline')),
    notes: notes === (job.notes ?? '').trim() ? undefined : notes || null,
  }
}

function fieldIn(line: string): [Field, string] {
  const [, name = '', value = ''] = /^(\w+):\s*(.*)$/.exec(line.trim()) ?? []
  const field = FIELDS.find((each) => each === name)
  return field
    ? [field, value.trim()]
    : fail('usage', { problem: `“${line}” is not a field: ${FIELDS.join(', ')}.` })
}

/** Edits in the user's editor. What was changed elsewhere meanwhile is never overwritten. */
export async function editInEditor({ options, client, config, out }: Run, id: string): Promise<void> {
  if (!isOn(options, 'editor') && !out.canAsk)
    fail('usage', { problem: 'Name the fields to change: crm jobs edit JOB --salary … (see --help).' })
  const before = await client.call(getJob, { id })
  await edited(config, { text: textOfJob(before), name: 'job.txt' }, async (text) => {
    const change = await changeIn(text, before)
    const names = Object.entries(change).filter(([, value]) => value !== undefined)
    if (!names.length) return out.note('Nothing was changed.')
    const input = { id, ...change, expectedUpdatedAt: before.updatedAt }
    if (isDryRun(options, updateJob, input))
      return out.done(change, `Would change ${names.map(([name]) => name).join(', ')} of ${nameOf(before)}.`)
    const job = await client.call(updateJob, input)
    out.done(job, `Changed ${nameOf(job)} (${shortId(job.id)}): ${changedText(change, job)}.`)
  })
}
