// A job as a text to edit: a line per field, then the notes.
import type { Job } from '../../core/jobs/job.ts'
import { updateJob } from '../../core/jobs/operations.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { flagName, isOn, type Run } from '../command.ts'
import { edited } from '../ui/editor.ts'
import { dayOf } from '../ui/time.ts'
import { changedText } from './changed-fields.ts'
import { isDryRun } from './agreement.ts'
import type { Flag } from './flags.ts'
import { nameOf } from './references.ts'

type Lines = ReadonlyMap<string, Flag>

/** The fields that have a line, by its name. */
const linesOf = (flags: readonly Flag[]): Lines =>
  new Map(
    flags
      .filter(({ field }) => !['description', 'notes', 'tag', 'contactIds'].includes(field))
      .map((flag) => [flagName(flag.flags), flag]),
  )

const RULE = '--- notes below this line ---'

function valueText(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'string') return ''
  return field === 'deadline' ? dayOf(value) : value
}

const textOfJob = (job: Job, fields: Lines): string => {
  const lines = [...fields].map(([name, { field }]) => `${name}: ${valueText(field, recordOf(job)[field])}`)
  return [...lines.map((line) => line.trimEnd()), RULE, job.notes ?? '', ''].join('\n')
}

/** What the edited text changes; `usage` for a line that is no field. */
async function changeIn(call: Run, text: string, job: Job, fields: Lines): Promise<Record<string, unknown>> {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').split(`\n${RULE}\n`)
  const change: Record<string, unknown> = {}
  for (const line of head.split('\n').filter((each) => each.trim())) {
    const [, name = '', said = ''] = /^([\w-]+):\s*(.*)$/.exec(line.trim()) ?? []
    const flag = fields.get(name)
    if (!flag)
      return fail('usage', { problem: `“${line}” is not a field: ${[...fields.keys()].join(', ')}.` })
    if (said !== valueText(flag.field, recordOf(job)[flag.field]).trim())
      change[flag.field] = await flag.read(said, { client: call.client, options: call.options }, name)
  }
  const notes = rest.join(`\n${RULE}\n`).trim()
  return notes === (job.notes ?? '').trim() ? change : { ...change, notes: notes || null }
}

/** Edits in the user's editor. What was changed elsewhere meanwhile is never overwritten. */
export async function editInEditor(call: Run, id: string, flags: readonly Flag[]): Promise<void> {
  const { options, client, config, out } = call
  if (!isOn(options, 'editor') && !out.canAsk)
    fail('usage', { problem: 'Name the fields to change: crm jobs edit JOB --salary … (see --help).' })
  const before = await client.call(getJob, { id })
  const fields = linesOf(flags)
  await edited(config, { text: textOfJob(before, fields), name: 'job.txt' }, async (text) => {
    const change = await changeIn(call, text, before, fields)
    if (!Object.keys(change).length) return out.note('Nothing was changed.')
    const input = { id, ...change, expectedUpdatedAt: before.updatedAt }
    if (isDryRun(options, updateJob, input))
      return out.done(change, `Would change ${Object.keys(change).join(', ')} of ${nameOf(before)}.`)
    const job = await client.call(updateJob, input)
    out.done(job, `Changed ${nameOf(job)} (${shortId(job.id)}): ${changedText(change, job)}.`)
  })
}
