// `crm jobs add|edit|merge|rm`.
import { several } from '../../core/kernel/amounts.ts'
import {
  addJob,
  addPosting,
  changeJobs,
  mergeJob,
  removeJob,
  removeJobs,
  updateJob,
} from '../../core/jobs/operations.ts'
import { countDependents, getJob, listJobs } from '../../core/jobs/queries.ts'
import { JOB, dependentsText, type Job, type JobChange, type JobIn } from '../../core/jobs/fields.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import { must } from '../../core/kernel/narrow.ts'
import { cut } from '../../core/kernel/plain-characters.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { SaidJob } from './posting.ts'
import { isOn, textOf, type Command, type Run, wordOf, words, misused } from '../command.ts'
import { isAgreed, isDryRun } from './agreement.ts'
import { changedText } from './changed-fields.ts'
import { fieldFlags, fieldsIn, flag, flagFor, type Flag, type Reading, readDateOption } from './flags.ts'
import {
  EDITOR,
  editOne,
  isTagChange,
  JOBS,
  mergeOf,
  newTags,
  noteDuplicates,
  tagChanges,
} from './record-commands.ts'
import { jobsMeant, namesText, type MeantJob } from './jobs-where.ts'
import { everyPage, WHERE } from './pages.ts'
import { nameOf, TO_DELETE } from './references.ts'

/** `saidTags` merges this flag with `--tags`. */
const TAG = flag('-t, --tag <tag>', 'One more label; may be given again.')

export const FIELDS = [...fieldFlags(JOB), TAG]
/** Of an edit; where a job is added, `--note` is `--notes`. */
const EDITS = [
  ...FIELDS.map((each) =>
    each.field === 'tags' ? { ...each, about: 'Labels: remote,rust; +x adds one and -y removes one.' } : each,
  ),
  flagFor('appendNotes', '--note <text>', 'Added to your notes, on a new line.'),
]

type JobFields = Omit<JobChange, 'company' | 'role' | 'tags'> & { tags?: string[] | undefined }

const fieldsOf = async (call: Reading, flags: readonly Flag[] = FIELDS): Promise<JobFields> =>
  withTags(await fieldsIn(call, flags), call)

function withTags({ [TAG.field]: _, ...fields }: Record<string, unknown>, { options }: Reading): JobFields {
  const tags = saidTags(options)
  return { ...fields, ...(tags && { tags }) }
}

function saidTags(options: Run['options']): string[] | undefined {
  const [all, more] = [words(textOf(options, 'tags')), words(textOf(options, 'tag'))]
  return more ? [...(all ?? []), ...more.map((tag) => (isTagChange(tag) ? tag : `+${tag}`))] : all
}

const addCommand: Command = {
  name: 'add',
  about: 'Add a job: by company and role, by the address of its posting, or by its text on stdin.',
  operation: 'jobs.create',
  args: [
    { name: 'company?', about: 'The company, or the posting’s address; - reads its text from stdin.' },
    { name: 'role?', about: 'The role.' },
  ],
  options: [
    ...FIELDS,
    { flags: '--no-fetch', about: 'Do not fetch the page. You give the company and the role.' },
    { flags: '-s, --status <status>', about: 'saved, applied, screening or interviewing.' },
    { flags: '--at <date>', about: 'When it got its status: yesterday, "last friday" (default: now).' },
    { flags: '--allow-duplicate', about: 'Add it even if the posting is already tracked.' },
  ],
  dryRun: true,
  examples: [
    `crm jobs add "Acme" "Staff Engineer" --salary '$180k-220k'`,
    'crm jobs add Globex Engineer -s applied --at "last friday"',
    'crm jobs add https://jobs.example.com/acme/4711 --role "Staff Engineer"',
  ],
  async run(run) {
    const { args, options, client, out } = run
    const [word = '', role] = args
    // Without a company or a role, reads piped text: crm jobs add < posting.txt
    const isNamed = [textOf(options, 'company'), textOf(options, 'role')].every((name) => name !== undefined)
    const isPiped = !word && !isNamed && run.stdin().isTTY !== true
    const first = isPiped ? '-' : word
    const read =
      isAddress(first) || first === '-'
        ? await readPosting(run, first)
        : { fields: named(first, role, options), posting: '' }
    const { tags, ...fields } = await fieldsOf(run, fieldFlags(JOB, ['company', 'role']))
    const input = {
      ...read.fields,
      ...fields,
      ...(tags && { tags: newTags({ tags }) }),
      ...saidOf(run),
      status: wordOf<'saved'>(options, 'status'),
      at: await readDateOption('--at', textOf(options, 'at'), 'behind', { say: out.note }),
      allowDuplicate: isOn(options, 'allowDuplicate') || undefined,
    }
    if (isDryRun(options, addJob, input)) {
      const possibleDuplicates = await duplicatesOf(run, input)
      out.done(input, `Would add ${nameOf(input)}.${readText(read.fields, fields, input)}`)
      return noteDuplicates(run, JOBS, { possibleDuplicates }, duplicateText)
    }
    const job = await client.call(addJob, input)
    await keepText(run, job, read.posting)
    const found = readText(read.fields, fields, job)
    out.done(job, `Added ${nameOf(job)} (${shortId(job.id)}), ${job.status}.${found}`)
    await notePay(out, fields.salary, job)
    noteDuplicates(run, JOBS, job, duplicateText)
  },
}

/** What the posting said of the job, as stored, without the fields that a flag set. */
function readText(read: Partial<JobIn>, said: object, record: object): string {
  const found = (['location', 'salary', 'deadline'] as const).filter(
    (field) => read[field] && !(field in said),
  )
  const text = changedText(Object.fromEntries(found.map((field) => [field, read[field]])), record)
  return text && ` Read: ${text}.`
}

const duplicateText = (duplicate: Pick<Job, 'id' | 'company' | 'role'>): string =>
  `${nameOf(duplicate)} (${shortId(duplicate.id)})`

type AddedJob = Pick<JobIn, 'company' | 'role' | 'url' | 'location'>

/** The tracked jobs that a job may duplicate, before it is added. */
async function duplicatesOf({ client }: Run, { company, role, url = null, location = null }: AddedJob) {
  const { duplicatesAmong } = await import('../../core/jobs/duplicates.ts')
  const { jobs } = await everyPage(true, 'jobs', (more) => client.call(listJobs, more))
  return duplicatesAmong(jobs, { company, role, url, location })
}

async function notePay(out: Run['out'], salary: unknown, job: Job): Promise<void> {
  if (!salary) return
  // Loaded on use, because lists share this file but read no pay.
  const { payRemark } = await import('../../core/jobs/pay-remark.ts')
  const remark = payRemark(job)
  if (remark) out.note(remark)
}

const MAX_POSTING_CHARACTERS = 100_000

/** Stores the posting's current text with the job. A failure does not undo the new job. */
async function keepText({ client, out, args: [from] }: Run, { id, url }: Job, read: string): Promise<void> {
  const text = cut(read.trim(), MAX_POSTING_CHARACTERS)
  if (!text) return
  const origin = from === undefined || from === '-' ? 'pasted' : 'page'
  await client
    .call(addPosting, { id, text, url, origin })
    .catch((error: unknown) => out.note(`The posting’s text was not kept: ${asCrmError(error).message}`))
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

function saidOf({ args: [first = '-', role], options }: Run): SaidJob {
  const title = role ?? textOf(options, 'role')
  const company = isAddress(first) || first === '-' ? textOf(options, 'company') : undefined
  return { ...(company && { company }), ...(title && { role: title }) }
}

/** Company and role as given, by position or by flag: crm jobs add --company Acme Engineer, crm add "Engineer at Acme". */
function named(first: string, second: string | undefined, options: Run['options']) {
  const [byName, byTitle] = [textOf(options, 'company'), textOf(options, 'role')]
  const [, role, company] =
    (!second && !byName && !byTitle && /^(.+?) (?:at|@|bei|chez|bij|presso|hos) (.+)$/.exec(first)) || []
  if (company) return { company, role: String(role) }
  const name = byName ?? first
  const title = byTitle ?? second ?? (byName === undefined ? undefined : first || undefined)
  if (!name) misused('The company is missing: crm add COMPANY ROLE')
  return { company: name, role: title ?? misused('The role is missing: crm add COMPANY ROLE') }
}

async function readPosting(run: Run, from: string) {
  const { postingAt, postingOnStdin } = await import('./posting.ts')
  return from === '-'
    ? postingOnStdin(run, saidOf(run), run.args[0] === undefined)
    : postingAt(run, from, saidOf(run))
}

const editCommand: Command = {
  name: 'edit',
  about: 'Edit a job; an empty value clears a field. Without flags on a terminal: in your $EDITOR.',
  operation: 'jobs.update',
  args: [{ name: 'jobs...?', about: 'Ids, short ids, or parts of company and role.' }],
  options: [WHERE, ...EDITS, EDITOR],
  dryRun: true,
  examples: [
    `crm jobs edit acme --salary '$200k' --priority high`,
    "crm jobs edit --where 'status=saved idle>14d' --priority low",
  ],
  async run(call) {
    const [only, ...more] = await jobsMeant(call)
    if (more.length) return editMany(call, [must(only), ...more], await fieldsOf(call, EDITS))
    return editOne(call, must(only).id, JOBS, {
      op: updateJob,
      flags: EDITS,
      changeOf: (fields, _, reading) => ({ ...withTags(fields, reading) }),
      changed: ({ out }, job, change) => notePay(out, change['salary'], job),
    })
  },
}

/** Changes several jobs at once. One undo reverts all of them. */
async function editMany(call: Run, jobs: readonly MeantJob[], { tags, ...change }: JobFields): Promise<void> {
  const { options, client, out } = call
  const changes = tags ?? []
  const isRelative = changes.some(isTagChange)
  if (!tags && !Object.keys(change).length)
    misused('Say what to change: crm jobs edit JOBS --priority high (see --help).')
  const input = {
    jobIds: jobs.map(({ id }) => id),
    change: { ...change, ...(tags && !isRelative && { tags }) },
    ...(isRelative && tagChanges(changes)),
  }
  const names = namesText(jobs)
  if (isDryRun(options, changeJobs, input))
    return out.done(input, `Would change ${several(jobs.length, 'job')}: ${names}.`)
  const versionOf = async ({ id, updatedAt }: MeantJob) =>
    updatedAt ?? (await client.call(getJob, { id })).updatedAt
  const versions = await Promise.all(jobs.map(versionOf))
  const answer = await client.call(changeJobs, input)
  const now = [changedText(input.change, must(answer.jobs[0])), isRelative && `tags ${changes.join(', ')}`]
  const after = new Map(answer.jobs.map((job) => [job.id, job.updatedAt]))
  const changed = jobs.filter(({ id }, at) => after.get(id) !== versions[at])
  const what = `Changed ${several(changed.length, 'job')}: ${namesText(changed)}. Now: ${now.filter(Boolean).join('; ')}. crm undo takes it back.`
  out.done(answer, changed.length ? what : `Nothing to change: ${names}.`)
}

const mergeCommand = mergeOf(JOBS, {
  about: 'Merge two entries of one job: history, activities, events and people of both are kept.',
  op: mergeJob,
  args: [
    { name: 'job', about: 'The job that is kept.' },
    { name: 'from', about: 'The entry that is merged into it and deleted.' },
  ],
  examples: ['crm jobs merge acme 1f3a9c20 --yes'],
})

const removeCommand: Command = {
  name: 'rm',
  about: 'Delete a job with its history, activities, events and offers; lists them first.',
  operation: 'jobs.delete',
  destructive: true,
  args: [{ name: 'jobs...?', about: 'Ids, short ids, or parts of company and role.' }],
  options: [WHERE],
  examples: ['crm jobs rm acme --dry-run', "crm jobs rm --where 'status=withdrawn place=berlin' --yes"],
  async run(call) {
    const { client, out } = call
    const found = await jobsMeant(call, TO_DELETE)
    if (found.length > 1) {
      const what = `${found.length} jobs with all that belongs to them: ${namesText(found)}`
      const input = { jobIds: found.map(({ id }) => id) }
      if (!(await isAgreed(call, { act: `delete ${what}`, shown: input, nothing: 'deleted' }))) return
      return out.done(await client.call(removeJobs, input), `Deleted ${what}. crm undo brings them back.`)
    }
    const { id } = must(found[0])
    const job = await client.call(getJob, { id })
    const along = await client.call(countDependents, { id })
    const beside = dependentsText(along)
    const what = beside ? `${nameOf(job)} with ${beside}` : nameOf(job)
    if (!(await isAgreed(call, { act: `delete ${what}`, shown: { ...job, along }, nothing: 'deleted' })))
      return
    out.done(await client.call(removeJob, { id }), `Deleted ${what}. crm undo brings it back.`)
  },
}

export const commands: Command[] = [addCommand, editCommand, mergeCommand, removeCommand]
