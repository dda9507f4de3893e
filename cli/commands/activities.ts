// `crm activities …`: logs, lists and corrects activities.
import * as activities from '../../core/activities/operations.ts'
import { type Activity, ACTIVITY, ACTIVITY_TYPES } from '../../core/activities/fields.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command, type Run, shellWord, misused } from '../command.ts'
import { dayOf, momentText } from '../ui/time.ts'
import type { Column, Names } from '../ui/table.ts'
import { fieldColumns } from '../ui/columns.ts'
import { contactFlag, day, fieldFlags, flag, flagFor, jobFlag, list, sortFlag, readDate } from './flags.ts'
import { doing } from './doing.ts'
import { listing } from './listing.ts'
import { editOf, showOf, type RecordKind } from './record-commands.ts'
import { findActivity, findJob, jobColumn, namesFor } from './references.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'

const ACTIVITIES: RecordKind<Activity> = {
  ...{ noun: ACTIVITY, group: 'activities', find: findActivity, get: activities.getActivity },
  ref: { name: 'activity', about: 'Id, short id, or part of the title.' },
  nameOf: ({ type, title }) => (title ? `${type}: ${title}` : type),
}

const columns = (names: Names): Column<Activity>[] =>
  fieldColumns<Activity>(ACTIVITY, {
    id: { yields: 6 },
    occurredAt: { value: ({ occurredAt }) => momentText(occurredAt) },
    type: { yields: 2 },
    what: {
      ...{ value: ({ title, body }) => title ?? body, plain: ({ title }) => title },
      ...{ minWidth: 16, paint: 'bold' },
    },
    job: jobColumn(names, { yields: 3, minWidth: 10 }),
    contactId: { yields: 7 },
  })

const listCommand = listing({
  op: activities.listActivities,
  noun: 'activities',
  about: 'List activities, newest first.',
  words: 'q',
  flags: [
    jobFlag('Only for this job.'),
    contactFlag('Only with this person.'),
    flag('--type <list>', `Only these: ${ACTIVITY_TYPES.join(', ')}.`, list),
    flag('--from <date>', 'From this date: -7d, monday, 2026-03-01.', day('behind', { asPeriod: true })),
    flag('--to <date>', 'Up to this date.', day('behind', { atEnd: true, asPeriod: true })),
    flagFor('q', '-q, --query <text>', 'Search for this text.'),
    sortFlag(ACTIVITY),
  ],
  examples: ['crm activities list --job acme', 'crm activities list --type call,email --from -14d'],
  record: ACTIVITY,
  columns: async (rows, { client }) => columns(await namesFor(client, rows)),
  one: 'activity',
  empty: 'Nothing logged yet. Log something: crm activities log acme "Called the recruiter" --type call',
})

const AT = flagFor('occurredAt', '--at <date>', 'When: yesterday 3pm, -2h, 2026-03-01 (default: now).')

const log = doing({
  name: 'log',
  about: 'Log what happened.',
  op: activities.addActivity,
  args: [
    { name: 'job', about: 'Id, short id, or part of company and role. With --job or --no-job: the title.' },
    { name: 'title?', about: 'What happened, in one line.' },
  ],
  flags: [AT, ...fieldFlags(ACTIVITY, ['jobId', 'title'])],
  options: [
    { flags: '--job <job>', about: 'The job, if the title comes first.' },
    { flags: '--no-job', about: 'Do not link it to a job.' },
  ],
  examples: [
    'crm activities log acme "Called Jane" --type call --at "yesterday 3pm"',
    'crm activities log --no-job "Coffee with Jane" --type meeting --contact jane',
  ],
  find: (_client, _text, _how, call) => subjectOf(call),
  async input(call, { job, title }, said) {
    if (!title && !said['body'] && (said['type'] ?? 'note') === 'note')
      misused(`Say what happened: crm log ${shellWord(call.args[0] ?? '--no-job')} "Called Jane"`)
    const occurredAt = await pastOf(call, title, job?.id)
    return { ...said, jobId: job?.id, title, occurredAt }
  },
  would: ({ type }, found) => `Would log ${loggedText(type, found)}.`,
  said: ({ id, occurredAt }, found, { type }) =>
    `Logged ${loggedText(type, found)}, ${momentText(occurredAt)} (${shortId(id)}).`,
})

const loggedText = (type: unknown, { job, title }: Awaited<ReturnType<typeof subjectOf>>): string =>
  `${String(type ?? 'note')}${title ? ` “${title}”` : ''}${job ? ` for ${job.name}` : ''}`

async function pastOf({ options, out }: Run, title: string | undefined, jobId: string | undefined) {
  const text = textOf(options, 'at')
  if (text === undefined) return undefined
  const job = jobId === undefined ? '' : ` --job ${shortId(jobId)}`
  const hint = `For the calendar: crm calendar add ${shellWord(title ?? 'TITLE')}${job} --at ${shellWord(text)}`
  return readDate('--at', text, 'behind', { say: out.note, hint })
}

const show = showOf(ACTIVITIES, {
  about: 'Show one activity.',
  examples: ['crm activities show "first call"'],
})

const edit = editOf(ACTIVITIES, {
  about: 'Edit a logged activity; an empty value clears a field. Without flags: in your $EDITOR.',
  op: activities.updateActivity,
  special: [{ ...AT, about: 'When: yesterday 3pm, -2h; 9am keeps the day.' }],
  flags: fieldFlags(ACTIVITY),
  lines: { at: ({ occurredAt }) => dayOf(occurredAt) },
  examples: ['crm activities edit "first call" --at "yesterday 3pm"'],
  async changeOf(said, { occurredAt: day }, { options, out }) {
    const at = textOf(options, 'at')
    if (at === undefined) return said
    const hint = 'For the calendar: crm calendar add TITLE --at …'
    return { ...said, occurredAt: await readDate('--at', at, 'behind', { day, say: out?.note, hint }) }
  },
})

const remove = doing({
  name: 'rm',
  about: 'Delete a logged activity.',
  op: activities.removeActivity,
  args: [ACTIVITIES.ref],
  examples: ['crm activities rm "first call" --yes'],
  async find(client, text, how) {
    const { id, name } = await findActivity(client, text, how)
    return { ...(await client.call(activities.getActivity, { id })), name }
  },
  act: ({ name }) => `delete ${name}`,
  nothing: 'deleted',
  shown: ({ name: _, ...activity }) => activity,
  said: (_, { name }) => `Deleted ${name}. crm undo brings it back.`,
})

async function subjectOf({ args, options, client }: Run) {
  const [first = '', second] = args
  const named = textOf(options, 'job')
  const isNone = options['job'] === false
  if (named === undefined && !isNone) return { job: await findJob(client, first), title: second }
  if (second !== undefined) misused(`With --${isNone ? 'no-' : ''}job give only the title.`)
  return { job: named === undefined ? undefined : await findJob(client, named), title: first }
}

const importCommand = importCommandOf({
  about: 'Import logged activities from a spreadsheet (CSV, xlsx), JSON, or crm itself.',
  op: activities.importActivities,
  formats: ['csv', 'json', 'xlsx'],
  examples: [
    'crm activities import log.csv --dry-run',
    'crm activities import log.xlsx --map Wann=occurredAt',
  ],
  titles: ['type', 'title'],
  load: async () => (await import('../../core/activities/import/rows.ts')).activityRows,
})

const exportCommand = exportCommandOf({
  about: 'Export every activity as CSV, JSON or xlsx; crm activities import reads it back.',
  op: activities.listActivities,
  noun: 'activities',
  formats: ['csv', 'json', 'xlsx'],
  examples: ['crm activities export log.csv'],
  columns: fileColumns(ACTIVITY),
})

export const commands: Command[] = [listCommand, show, log, edit, remove, importCommand, exportCommand]
