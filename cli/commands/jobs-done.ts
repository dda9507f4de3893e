// `crm jobs done`: the next step of a job is done.
import { finishJobStep } from '../../core/jobs/operations.ts'
import { getJob } from '../../core/jobs/queries.ts'
import { textOf, type Command } from '../command.ts'
import { readDeadline, textField } from './inputs.ts'
import { isDryRun } from './agreement.ts'
import { findJob } from './references.ts'

export const doneCommand: Command = {
  name: 'done',
  about: 'Mark a job’s next step as done: it becomes an activity.',
  operation: 'jobs.done',
  args: [{ name: 'job', about: 'Id, short id, or part of company and role.' }],
  options: [
    { flags: '--note <text>', about: 'How it went; - reads stdin.' },
    { flags: '--next-step <text>', about: 'What is to be done after it.' },
    { flags: '--deadline <date>', about: 'Until when: friday, 2026-03-01.' },
  ],
  dryRun: true,
  examples: ['crm done acme', 'crm done acme --note "Sent it" --next-step "Ask for a date" --deadline fri'],
  async run({ args, options, client, out, stdin }) {
    const { id, name } = await findJob(client, args[0] ?? '')
    const done = {
      note: await textField(textOf(options, 'note'), stdin),
      nextStep: textOf(options, 'nextStep') || undefined,
      deadline: (await readDeadline('--deadline', textOf(options, 'deadline'))) ?? undefined,
    }
    const { nextStep } = await client.call(getJob, { id })
    const what = nextStep ? `“${nextStep}” for ${name}` : `a step for ${name}`
    if (isDryRun(options, finishJobStep, { id, ...done }))
      return out.done(done, `Would mark ${what} as done.`)
    const job = await client.call(finishJobStep, { id, ...done })
    out.done(job, `Done: ${what}.${job.nextStep ? ` Next: ${job.nextStep}.` : ''}`)
  },
}
