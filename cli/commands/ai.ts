// `crm ai …`: every assistant, with input from files, stdin and the pipeline.
import { moneySigns } from '../../core/reading/currencies.ts'
import { readMoney } from '../../core/reading/money.ts'
import { addActivity } from '../../core/activities/operations.ts'
import { getContact, addContact } from '../../core/contacts/operations.ts'
import { getJob, getPosting, listJobs } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { cut } from '../../core/kernel/plain-characters.ts'
import { summarise } from '../../core/pipeline/operations.ts'
import { isOn, textOf, type Command, type Option, type Run, misused } from '../command.ts'
import { assistant, type Answer, requiredText, textOrNull } from './ai-run.ts'
import { readDocument } from './document.ts'
import { fieldsIn, flag, flagFor, readMomentOf } from './flags.ts'
import { findContact, findJob } from './references.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { addEvent } from '../../core/calendar/operations.ts'
import { addJob } from '../../core/jobs/operations.ts'
import { localZone } from '../../core/kernel/clock.ts'
import type { Moment } from '../../core/reading/moments.ts'
import { fetchPage, fieldsOf } from './posting.ts'

const JOB: Option = { flags: '--job <job>', about: 'A job you follow: id, short id, or part of its name.' }
const COMPANY = flag('--company <name>', 'The company, for a job you do not follow.')
const ROLE = flag('--role <title>', 'The role.')

interface About {
  id?: string
  company?: string | undefined
  role?: string | undefined
  description?: string | null | undefined
  status?: string
}

async function aboutOf({ client, options }: Run, named?: string): Promise<About> {
  const ref = named ?? textOf(options, 'job')
  const about: About = { company: textOf(options, 'company'), role: textOf(options, 'role') }
  if (ref === undefined) return about
  const { id } = await findJob(client, ref)
  const { company, role, description: own, status } = await client.call(getJob, { id })
  // The stored posting, which may be offline by now.
  const kept = await client.call(getPosting, { id }).catch(() => null)
  const description = kept?.text ?? own
  return { id, company: about.company ?? company, role: about.role ?? role, description, status }
}

/** Checks this before paying for a model call, because only a result for a job can be saved. */
async function savableAbout(run: Run, named?: string): Promise<About> {
  const about = await aboutOf(run, named)
  if (isOn(run.options, 'save') && !about.id) misused('To save it, name its job: --job JOB.')
  return about
}

/** Saves an answer as a note of its job, which `nameIn` finds in the command line. */
const asNote =
  (title: string, nameIn = ({ options }: Run) => textOf(options, 'job')) =>
  async (run: Run, answer: Answer): Promise<string> => {
    const { id: jobId } = await findJob(run.client, nameIn(run) ?? '')
    const body = cut(JSON.stringify(answer, null, 2), 10_000)
    const note = await run.client.call(addActivity, { type: 'note', title, body, jobId })
    return `Saved as a note of the job (${shortId(note.id)}).`
  }

const textOfFile = ({ args: [file = '-'], stdin }: Run): Promise<string> => readDocument(file, stdin)

const fileOf = (what: string) => ({
  name: 'file?',
  about: `${what}; - or nothing reads stdin. Text, PDF, Word or a mail.`,
})

/** The argument and the input of an assistant that only reads a text. */
const ofText = (what: string) => ({
  args: [fileOf(what)],
  input: async (run: Run) => ({ text: await textOfFile(run) }),
})

const prep = assistant({
  name: 'interview-prep',
  about: 'Prepare for an interview.',
  args: [{ name: 'job?', about: 'A job you follow.' }],
  options: [COMPANY, ROLE, { flags: '--posting <file>', about: 'The posting, if the job has none.' }],
  examples: [
    'crm ai interview-prep acme',
    'crm ai interview-prep --company Acme --role CTO --posting jd.txt',
  ],
  async input(run) {
    const { company, role, description } = await savableAbout(run, run.args[0])
    if (!company || !role) misused('Name a job you follow, or use --company and --role.')
    const posting = textOf(run.options, 'posting')
    return { company, role, description: posting ? await readDocument(posting, run.stdin) : description }
  },
  save: asNote('Interview preparation', ({ args }) => args[0]),
})

const NOTES = flag('--notes <text>', 'What you already know.')

const brief = assistant({
  name: 'company-brief',
  about: 'Write a brief on a company.',
  args: [{ name: 'company?', about: 'The company; or use --job.' }],
  options: [JOB, ROLE, NOTES],
  examples: ['crm ai company-brief "Acme GmbH"', 'crm ai company-brief --job acme --save'],
  async input(run) {
    const { role, description, ...about } = await savableAbout(run)
    const company = run.args[0] ?? about.company
    if (!company) misused('Name the company, or a job you follow with --job.')
    return { company, role, description, ...(await fieldsIn(run, [NOTES])) }
  },
  save: asNote('Company brief'),
})

const tailor = assistant({
  name: 'resume-tailor',
  about: 'Tailor a resume to a posting, using only facts the resume states.',
  args: [
    { name: 'resume', about: 'The resume: text, PDF or Word; - reads stdin.' },
    { name: 'posting?', about: 'The posting; or use --job.' },
  ],
  options: [JOB, COMPANY, ROLE],
  examples: [
    'crm ai resume-tailor resume.pdf --job acme',
    'crm ai resume-tailor resume.docx posting.txt --json',
  ],
  async input(run) {
    const { company, role, description } = await aboutOf(run)
    const postingFile = run.args[1]
    const jobDescription = postingFile ? await readDocument(postingFile, run.stdin) : description
    if (!jobDescription)
      misused('Name the posting as a second file, or a job that has its description with --job.')
    return { resume: jsonOr(await textOfFile(run), (text) => text), jobDescription, company, role }
  },
})

/** Parses the text as JSON (the output of parse-resume), otherwise by `otherwise`. */
function jsonOr(text: string, otherwise: (text: string, cause: unknown) => unknown): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : otherwise(text, undefined)
  } catch (error) {
    return otherwise(text, error)
  }
}

const TYPE = flagFor(
  'messageType',
  '--type <type>',
  'intro, follow-up, referral-request, informational or reconnect.',
)

const draft = assistant({
  name: 'draft-message',
  about: 'Draft a message to a contact.',
  args: [{ name: 'contact', about: 'Id, short id, or part of the name.' }],
  options: [TYPE, JOB],
  examples: ['crm ai draft-message "Sam Lee" --type follow-up --job acme'],
  async input(run) {
    const { id } = await findContact(run.client, run.args[0] ?? '')
    const { name, title, company, type } = await run.client.call(getContact, { id })
    const about = await aboutOf(run)
    const job = about.id && { company: about.company, role: about.role, status: about.status }
    return { contact: { name, title, company, type }, job, ...(await fieldsIn(run, [TYPE])) }
  },
  print(out, { subject, message, platform, tone }) {
    out.raw(`Subject: ${String(subject)}\n\n${String(message)}\n`)
    out.note(`For ${String(platform)}, ${String(tone)}.`)
  },
})

function amount(text: string, _: unknown, name: string): number {
  const bare = text.replace(new RegExp(`[${moneySigns}_ ]`, 'g'), '')
  // A dot may separate thousands: 20.000.
  const value = /[.,]\d/.test(bare) && !/[^\d.,]/.test(bare) ? readMoney(bare)?.amount : Number(bare)
  return Number.isFinite(value) ? Number(value) : misused(`${name} must be a number.`)
}

const RUNWAY = [
  flag('--capital <amount>', 'Your savings.', amount, 'capitalAmount'),
  flag('--expenses <amount>', 'Your monthly expenses.', amount, 'monthlyExpenses'),
  flag('--income <amount>', 'Your monthly income.', amount, 'monthlyIncome'),
]

const advisor = assistant({
  name: 'salary-advisor',
  about: 'Assess an offer against market pay and your financial runway.',
  args: [{ name: 'salary', about: 'The offer as text: "$150,000 plus 10 %".' }],
  options: [JOB, COMPANY, ROLE, ...RUNWAY],
  examples: [`crm ai salary-advisor '$150,000' --job acme --capital 20000 --expenses 4000`],
  async input(run) {
    const { company, role } = await savableAbout(run)
    if (!company || !role) misused('Name a job you follow with --job, or use --company and --role.')
    const { capitalAmount, monthlyExpenses, monthlyIncome = 0 } = await fieldsIn(run, RUNWAY)
    const netBurn =
      monthlyExpenses === undefined ? undefined : Number(monthlyExpenses) - Number(monthlyIncome)
    const runwayMonths =
      capitalAmount !== undefined && netBurn !== undefined && netBurn > 0
        ? Math.round((Number(capitalAmount) / netBurn) * 10) / 10
        : undefined
    return {
      offer: { company, role, salary: run.args[0] ?? '' },
      runway: { capitalAmount, monthlyExpenses, monthlyIncome, runwayMonths, netBurn },
    }
  },
  save: asNote('Advice on the offer'),
})

const debrief = assistant({
  name: 'interview-debrief',
  about: 'Turn your notes on an interview into a debrief.',
  args: [fileOf('Your notes')],
  options: [JOB],
  examples: ['crm ai interview-debrief notes.txt --job acme --save'],
  async input(run) {
    const notes = await textOfFile(run)
    const { company, role } = await savableAbout(run)
    return { notes, company, role }
  },
  save: asNote('Interview debrief'),
})

const SEARCH = flagFor('pipelineContext', '--context <text>', 'How the search is going, in a few words.')

const wellness = assistant({
  name: 'wellness-analysis',
  about: 'Find patterns in your notes on how the search felt.',
  args: [
    {
      name: 'file?',
      about: 'JSON: a list of {date, mood, labels, note}, three or more; - or nothing reads stdin.',
    },
  ],
  options: [SEARCH],
  examples: ['crm ai wellness-analysis moods.json --context "12 applied, 2 interviews"'],
  async input(run) {
    const moodHistory = jsonOr(await textOfFile(run), (_, cause) =>
      fail('invalid_input', { problems: 'the file is not JSON' }, { cause }),
    )
    return { moodHistory, ...(await fieldsIn(run, [SEARCH])) }
  },
})

const CONTEXT = flag('--context <text>', 'Anything else to consider.')

const insights = assistant({
  name: 'pipeline-insights',
  about: 'Interpret your search statistics.',
  options: [CONTEXT],
  examples: ['crm ai pipeline-insights'],
  input: async (run) => ({
    stats: await run.client.call(summarise, {}),
    ...(await fieldsIn(run, [CONTEXT])),
  }),
})

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim())

async function saveJob({ client }: Run, job: Answer): Promise<string> {
  const saved = await client.call(addJob, {
    ...fieldsOf(job),
    company: cut(requiredText(job, 'company', 'job'), 200),
    role: cut(requiredText(job, 'role', 'job'), 200),
    url: textOrNull(job['url'])?.slice(0, 2_048),
  })
  return `Saved ${saved.company} — ${saved.role} (${shortId(saved.id)}).`
}

const parseJd = assistant({
  name: 'parse-jd',
  about: 'Extract the fields of a job from a posting.',
  args: [{ name: 'posting?', about: 'An address, or a file; - or nothing reads stdin.' }],
  examples: [
    'crm ai parse-jd posting.txt',
    'crm ai parse-jd https://jobs.example.com/4711 --save',
    'pbpaste | crm ai parse-jd -',
  ],
  async input(run) {
    const [from = '-'] = run.args
    return isAddress(from) ? { ...(await fetchPage(run, from)) } : { text: await textOfFile(run) }
  },
  save: (run, job, { url = job['url'] }) => saveJob(run, { ...job, url }),
})

async function saveContact({ client }: Run, person: Answer): Promise<string> {
  const jobs = [person['suggestedJobs']].flat().map(recordOf)
  const saved = await client.call(addContact, {
    name: cut(requiredText(person, 'name', 'contact'), 200),
    title: cut(textOrNull(person['title']) ?? '', 200) || undefined,
    company: cut(textOrNull(person['company']) ?? '', 200) || undefined,
    email: textOrNull(person['email']),
    jobIds: jobs.flatMap(({ jobId }) => textOrNull(jobId) ?? []),
  })
  return `Saved ${saved.name} (${shortId(saved.id)}).`
}

/** The job at a company, if there is exactly one. */
async function jobAt({ client }: Run, company: string | null): Promise<string | undefined> {
  if (!company) return undefined
  const { jobs, total } = await client.call(listJobs, { company: cut(company, 200), limit: 1 })
  return total === 1 ? jobs[0]?.id : undefined
}

/** A time as a mail states it: “2:00 PM EST”, “10:00–11:00”. Of other words only the first time is read. */
async function momentIn(day: string, said: string, zone: string): Promise<Moment> {
  const { readMoment } = await import('../../core/reading/moments.ts')
  const whole = readMoment(`${day} ${said.split('(')[0]}`, new Date(), zone).value
  if (whole && !whole.isDay) return whole
  const time = /\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\b|\d{1,2}[:.]\d\d/i.exec(said)?.[0] ?? '09:00'
  return readMomentOf('date', `${day} ${time}`, { zone })
}

async function saveInterview(run: Run, mail: Answer): Promise<string> {
  const day = requiredText(mail, 'date', 'event')
  const zone = textOf(run.options, 'zone') ?? localZone()
  const { at: startsAt, endsAt } = await momentIn(day, textOrNull(mail['time']) ?? '', zone)
  const { duration } = mail
  const minutes = typeof duration === 'number' ? duration : 60
  const ends = typeof duration === 'number' ? null : endsAt
  const company = textOrNull(mail['company'])
  const notes = [textOrNull(mail['time']), textOrNull(mail['interviewer']), textOrNull(mail['notes'])]
  const event = await run.client.call(addEvent, {
    type: 'interview',
    title: cut(`Interview${company ? `: ${company}` : ''}`, 200),
    startsAt,
    endsAt: ends ?? new Date(Date.parse(startsAt) + minutes * 60_000).toISOString(),
    location: cut(textOrNull(mail['location']) ?? '', 200) || undefined,
    notes: cut(notes.filter(Boolean).join('\n'), 5_000) || undefined,
    jobId: await jobAt(run, company),
  })
  return `Saved ${event.title} for ${event.startsAt} (${shortId(event.id)}).`
}

const parseContact = assistant({
  name: 'parse-contact',
  about: 'Extract a contact from a signature, profile or message.',
  ...ofText('The text'),
  examples: ['crm ai parse-contact signature.txt --save'],
  save: saveContact,
})

const parseResume = assistant({
  name: 'parse-resume',
  about: 'Extract the sections of a resume.',
  ...ofText('The resume'),
  examples: ['crm ai parse-resume resume.pdf', 'crm ai parse-resume cv.docx --json > resume.json'],
})

const parseMail = assistant({
  name: 'parse-interview-email',
  about: 'Extract the details of an interview invitation.',
  ...ofText('The mail'),
  options: [
    { flags: '--zone <name>', about: 'The time zone to save it in: Europe/Berlin (default: yours).' },
  ],
  examples: [
    'crm ai parse-interview-email invitation.eml',
    'crm ai parse-interview-email - --save < invitation.eml',
  ],
  save: saveInterview,
})

const parseStatement = assistant({
  name: 'parse-statement',
  about: 'Extract monthly expenses by category from a bank statement.',
  ...ofText('The statement'),
  examples: ['crm ai parse-statement november.pdf --json'],
})

export const commands: Command[] = [
  ...[parseJd, parseContact, parseResume, parseMail, parseStatement],
  ...[tailor, prep, debrief, brief, draft, advisor, wellness, insights],
]
