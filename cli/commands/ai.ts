// `crm ai …`: every assistant, with input from files, stdin and the pipeline. Here are those that extract: postings,
// contacts, resumes, invitations, statements.
import { recordOf } from '../../core/kernel/narrow.ts'
import { addEvent } from '../../core/calendar/operations.ts'
import { addContact } from '../../core/contacts/operations.ts'
import { addJob } from '../../core/jobs/operations.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command, type Run } from '../command.ts'
import { readDate } from './inputs.ts'
import {
  ask,
  MODEL_OPTIONS,
  requiredText,
  printAndSave,
  SAVE_OPTION,
  textCommand,
  textOrNull,
  type Answer,
} from './ai-run.ts'
import { companyCommands } from './ai-applications.ts'
import { readDocument } from './document.ts'
import { fetchPage, fieldsOf } from './posting.ts'

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim())

async function saveJob({ client }: Run, job: Answer): Promise<string> {
  const saved = await client.call(addJob, {
    ...fieldsOf(job),
    company: requiredText(job, 'company', 'job').slice(0, 200),
    role: requiredText(job, 'role', 'job').slice(0, 200),
    url: textOrNull(job['url'])?.slice(0, 2_048),
  })
  return `Saved ${saved.company} — ${saved.role} (${shortId(saved.id)}).`
}

const parseJd: Command = {
  name: 'parse-jd',
  about: 'Extract the fields of a job from a posting.',
  operation: 'assistants.parse-jd',
  args: [{ name: 'posting?', about: 'An address, or a file; - or nothing reads stdin.' }],
  options: [SAVE_OPTION, ...MODEL_OPTIONS],
  examples: [
    'crm ai parse-jd posting.txt',
    'crm ai parse-jd https://jobs.example.com/4711 --save',
    'pbpaste | crm ai parse-jd -',
  ],
  async run(run) {
    const from = run.args[0] ?? '-'
    const page = isAddress(from) ? await fetchPage(run, from) : { text: await readDocument(from, run.stdin) }
    const answer = await ask(run, 'parse-jd', { ...page })
    await printAndSave(run, answer, (_, job) =>
      saveJob(run, { ...job, ...('url' in page && { url: page.url }) }),
    )
  },
}

async function saveContact({ client }: Run, person: Answer): Promise<string> {
  const jobs = [person['suggestedJobs']].flat().map(recordOf)
  const saved = await client.call(addContact, {
    name: requiredText(person, 'name', 'contact').slice(0, 200),
    title: textOrNull(person['title'])?.slice(0, 200),
    company: textOrNull(person['company'])?.slice(0, 200),
    email: textOrNull(person['email']),
    jobIds: jobs.flatMap(({ jobId }) => textOrNull(jobId) ?? []),
  })
  return `Saved ${saved.name} (${shortId(saved.id)}).`
}

/** The job at a company, if there is exactly one. */
async function jobAt({ client }: Run, company: string | null): Promise<string | undefined> {
  if (!company) return undefined
  const { jobs, total } = await client.call(listJobs, { company: company.slice(0, 200), limit: 1 })
  return total === 1 ? jobs[0]?.id : undefined
}

async function saveInterview(run: Run, mail: Answer): Promise<string> {
  const day = requiredText(mail, 'date', 'event')
  const time = /\d{1,2}[:.]\d\d/.exec(textOrNull(mail['time']) ?? '')?.[0].replace('.', ':') ?? '09:00'
  const zone = textOf(run.options, 'zone')
  const startsAt = await readDate('date', `${day} ${time}`, 'ahead', zone === undefined ? {} : { zone })
  const minutes = typeof mail['duration'] === 'number' ? mail['duration'] : 60
  const company = textOrNull(mail['company'])
  const notes = [textOrNull(mail['time']), textOrNull(mail['interviewer']), textOrNull(mail['notes'])]
  const event = await run.client.call(addEvent, {
    type: 'interview',
    title: `Interview${company ? `: ${company}` : ''}`.slice(0, 200),
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + minutes * 60_000).toISOString(),
    location: textOrNull(mail['location'])?.slice(0, 200),
    notes: notes.filter(Boolean).join('\n').slice(0, 5_000) || undefined,
    jobId: await jobAt(run, company),
  })
  return `Saved ${event.title} for ${event.startsAt} (${shortId(event.id)}).`
}

export const commands: Command[] = [
  parseJd,
  textCommand({
    name: 'parse-contact',
    about: 'Extract a contact from a signature, profile or message.',
    field: 'text',
    file: 'The text',
    examples: ['crm ai parse-contact signature.txt --save'],
    save: saveContact,
  }),
  textCommand({
    name: 'parse-resume',
    about: 'Extract the sections of a resume.',
    field: 'text',
    file: 'The resume',
    examples: ['crm ai parse-resume resume.pdf', 'crm ai parse-resume cv.docx --json > resume.json'],
  }),
  textCommand({
    name: 'parse-interview-email',
    about: 'Extract the details of an interview invitation.',
    field: 'text',
    file: 'The mail',
    options: [
      { flags: '--zone <name>', about: 'The time zone to save it in: Europe/Berlin (default: yours).' },
    ],
    examples: [
      'crm ai parse-interview-email invitation.eml',
      'crm ai parse-interview-email - --save < invitation.eml',
    ],
    save: saveInterview,
  }),
  textCommand({
    name: 'parse-statement',
    about: 'Extract monthly expenses by category from a bank statement.',
    field: 'text',
    file: 'The statement',
    examples: ['crm ai parse-statement november.pdf --json'],
  }),
  ...companyCommands,
]
