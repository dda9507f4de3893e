// `crm ai …`, assistants for a job and its company: briefs, preparation, messages, offers, tailored resumes.
import { must } from '../../core/kernel/must.ts'
import { addActivity } from '../../core/activities/operations.ts'
import { getContact } from '../../core/contacts/operations.ts'
import { getJob, getPosting } from '../../core/jobs/queries.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Option, type Run } from '../command.ts'
import {
  ask,
  MODEL_OPTIONS,
  print,
  printAndSave,
  SAVE_OPTION,
  short,
  textCommand,
  type Answer,
} from './ai-run.ts'
import { readDocument } from './document.ts'
import { findContact, findJob } from './references.ts'

const JOB_OPTION: Option = {
  flags: '--job <job>',
  about: 'A job you follow: id, short id, or part of its name.',
}

interface About {
  id?: string
  company?: string | undefined
  role?: string | undefined
  description?: string | null | undefined
  status?: string
}

/** Company, role and posting, from the job or from flags. */
async function aboutOf({ client, options }: Run, named?: string): Promise<About> {
  const ref = named ?? textOf(options, 'job')
  const said: About = { company: textOf(options, 'company'), role: textOf(options, 'role') }
  if (ref === undefined) return said
  const { id } = await findJob(client, ref)
  const { company, role, description: own, status } = await client.call(getJob, { id })
  // The posting as it was kept, also when it is gone.
  const kept = await client.call(getPosting, { id }).catch(() => null)
  const description = kept?.text ?? own
  return { id, company: said.company ?? company, role: said.role ?? role, description, status }
}

/** Only a result for a job can be saved, so this is checked before paying for a model call. */
function requireSaveTarget({ options }: Run, { id }: About): void {
  if (isOn(options, 'save') && !id) fail('usage', { problem: 'To save it, name its job: --job JOB.' })
}

const saveNote = (title: string, about: About) => async (run: Run, answer: Answer) => {
  const body = JSON.stringify(answer, null, 2).slice(0, 10_000)
  const note = await run.client.call(addActivity, { type: 'note', title, body, jobId: about.id })
  return `Saved as a note of the job (${short(note.id)}).`
}

const COMPANY_OPTIONS: Option[] = [
  { flags: '--company <name>', about: 'The company, for a job you do not follow.' },
  { flags: '--role <title>', about: 'The role.' },
]

const prep: Command = {
  name: 'interview-prep',
  about: 'Prepare for an interview.',
  operation: 'assistants.interview-prep',
  args: [{ name: 'job?', about: 'A job you follow.' }],
  options: [
    ...COMPANY_OPTIONS,
    { flags: '--posting <file>', about: 'The posting, if the job has none.' },
    SAVE_OPTION,
    ...MODEL_OPTIONS,
  ],
  examples: [
    'crm ai interview-prep acme',
    'crm ai interview-prep --company Acme --role CTO --posting jd.txt',
  ],
  async run(run) {
    const about = await aboutOf(run, run.args[0])
    const { company, role } = about
    requireSaveTarget(run, about)
    if (!company || !role) fail('usage', { problem: 'Name a job you follow, or use --company and --role.' })
    const posting = textOf(run.options, 'posting')
    const description = posting ? await readDocument(posting, run.stdin) : about.description
    const answer = await ask(run, 'interview-prep', { company, role, ...(description && { description }) })
    await printAndSave(run, answer, saveNote('Interview preparation', about))
  },
}

const brief: Command = {
  name: 'company-brief',
  about: 'Write a brief on a company.',
  operation: 'assistants.company-brief',
  args: [{ name: 'company?', about: 'The company; or use --job.' }],
  options: [
    JOB_OPTION,
    must(COMPANY_OPTIONS[1]),
    { flags: '--notes <text>', about: 'What you already know.' },
    SAVE_OPTION,
    ...MODEL_OPTIONS,
  ],
  examples: ['crm ai company-brief "Acme GmbH"', 'crm ai company-brief --job acme --save'],
  async run(run) {
    const about = await aboutOf(run)
    requireSaveTarget(run, about)
    const company = run.args[0] ?? about.company
    if (!company) fail('usage', { problem: 'Name the company, or a job you follow with --job.' })
    const { role, description } = about
    const notes = textOf(run.options, 'notes')
    const input = {
      company,
      ...(role && { role }),
      ...(description && { description }),
      ...(notes && { notes }),
    }
    await printAndSave(run, await ask(run, 'company-brief', input), saveNote('Company brief', about))
  },
}

const tailor: Command = {
  name: 'resume-tailor',
  about: 'Tailor a resume to a posting, using only facts the resume states.',
  operation: 'assistants.resume-tailor',
  args: [
    { name: 'resume', about: 'The resume: text, PDF or Word; - reads stdin.' },
    { name: 'posting?', about: 'The posting; or use --job.' },
  ],
  options: [JOB_OPTION, ...COMPANY_OPTIONS, ...MODEL_OPTIONS],
  examples: [
    'crm ai resume-tailor resume.pdf --job acme',
    'crm ai resume-tailor resume.docx posting.txt --json',
  ],
  async run(run) {
    const about = await aboutOf(run)
    const [resumeFile = '-', postingFile] = run.args
    const jobDescription = postingFile ? await readDocument(postingFile, run.stdin) : about.description
    if (!jobDescription)
      fail('usage', {
        problem: 'Name the posting as a second file, or a job that has its description with --job.',
      })
    const resume = resumeOf(await readDocument(resumeFile, run.stdin))
    const { company, role } = about
    print(
      run,
      await ask(run, 'resume-tailor', {
        resume,
        jobDescription,
        ...(company && { company }),
        ...(role && { role }),
      }),
    )
  },
}

/** Parses a resume that parse-resume wrote as JSON; any other text is used as is. */
function resumeOf(text: string): unknown {
  if (!text.startsWith('{')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const draft: Command = {
  name: 'draft-message',
  about: 'Draft a message to a contact.',
  operation: 'assistants.draft-message',
  args: [{ name: 'contact', about: 'Id, short id, or part of the name.' }],
  options: [
    { flags: '--type <type>', about: 'intro, follow-up, referral-request, informational or reconnect.' },
    JOB_OPTION,
    ...MODEL_OPTIONS,
  ],
  examples: ['crm ai draft-message "Sam Lee" --type follow-up --job acme'],
  async run(run) {
    const { id } = await findContact(run.client, run.args[0] ?? '')
    const { name, title, company, type } = await run.client.call(getContact, { id })
    const about = await aboutOf(run)
    const job = about.id ? { company: about.company, role: about.role, status: about.status } : undefined
    const messageType = textOf(run.options, 'type')
    const input = {
      contact: { name, title, company, type },
      ...(job && { job }),
      ...(messageType && { messageType }),
    }
    const answer = await ask(run, 'draft-message', input)
    if (run.out.json) return print(run, answer)
    run.out.raw(`Subject: ${String(answer['subject'])}\n\n${String(answer['message'])}\n`)
    run.out.note(`For ${String(answer['platform'])}, ${String(answer['tone'])}.`)
  },
}

const number = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text.replace(/[$€£,_ ]/g, ''))
  return Number.isFinite(value) ? value : fail('usage', { problem: `${flag} must be a number.` })
}

const advisor: Command = {
  name: 'salary-advisor',
  about: 'Assess an offer against market pay and your financial runway.',
  operation: 'assistants.salary-advisor',
  args: [{ name: 'salary', about: 'The offer as text: "$150,000 plus 10 %".' }],
  options: [
    JOB_OPTION,
    ...COMPANY_OPTIONS,
    { flags: '--capital <amount>', about: 'Your savings.' },
    { flags: '--expenses <amount>', about: 'Your monthly expenses.' },
    { flags: '--income <amount>', about: 'Your monthly income.' },
    SAVE_OPTION,
    ...MODEL_OPTIONS,
  ],
  examples: [`crm ai salary-advisor '$150,000' --job acme --capital 20000 --expenses 4000`],
  async run(run) {
    const about = await aboutOf(run)
    const { company, role } = about
    requireSaveTarget(run, about)
    if (!company || !role)
      fail('usage', { problem: 'Name a job you follow with --job, or use --company and --role.' })
    const amount = (name: string) => number(`--${name}`, textOf(run.options, name))
    const [capitalAmount, monthlyExpenses, monthlyIncome = 0] = [
      amount('capital'),
      amount('expenses'),
      amount('income'),
    ]
    const netBurn = monthlyExpenses === undefined ? undefined : monthlyExpenses - monthlyIncome
    const runwayMonths =
      capitalAmount !== undefined && netBurn !== undefined && netBurn > 0
        ? Math.round((capitalAmount / netBurn) * 10) / 10
        : undefined
    const runway = { capitalAmount, monthlyExpenses, monthlyIncome, runwayMonths, netBurn }
    const offer = { company, role, salary: run.args[0] ?? '' }
    await printAndSave(
      run,
      await ask(run, 'salary-advisor', { offer, runway }),
      saveNote('Advice on the offer', about),
    )
  },
}

const debrief = textCommand({
  name: 'interview-debrief',
  about: 'Turn your notes on an interview into a debrief.',
  field: 'notes',
  file: 'Your notes',
  options: [JOB_OPTION],
  examples: ['crm ai interview-debrief notes.txt --job acme --save'],
  async more(run) {
    const about = await aboutOf(run)
    requireSaveTarget(run, about)
    const { company, role } = about
    return { ...(company && { company }), ...(role && { role }) }
  },
  save: async (run, answer) => saveNote('Interview debrief', await aboutOf(run))(run, answer),
})

export const companyCommands: Command[] = [tailor, prep, debrief, brief, draft, advisor]
