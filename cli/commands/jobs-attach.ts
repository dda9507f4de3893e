// `crm jobs attach`: stores the text of a file with a job.
import { basename } from 'node:path'
import { addActivity } from '../../core/activities/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command } from '../command.ts'
import { readDateOption } from './inputs.ts'
import { isDryRun } from './agreement.ts'
import { findJob } from './references.ts'

const KINDS = ['resume', 'letter', 'other'] as const
const TITLES = { resume: 'Resume', letter: 'Letter', other: 'Document' } as const
/** What an activity holds. */
const MAX_CHARACTERS = 20_000

export const attachCommand: Command = {
  name: 'attach',
  about: 'Keep a document with a job: the text of a PDF, Word or text file.',
  operation: 'activities.create',
  args: [
    { name: 'job', about: 'Id, short id, or part of company and role.' },
    { name: 'file', about: 'The document; - reads stdin.' },
  ],
  options: [
    { flags: '--kind <kind>', about: 'resume, letter or other (default).' },
    { flags: '--at <date>', about: 'When it was sent: yesterday, -3d (default: now).' },
  ],
  dryRun: true,
  examples: [
    'crm jobs attach acme resume.pdf --kind resume',
    'crm jobs attach acme letter.docx --kind letter',
  ],
  async run({ args, options, client, out, stdin }) {
    const [reference = '', file = ''] = args
    const kind = textOf(options, 'kind') ?? 'other'
    if (!isOneOf(KINDS, kind)) fail('usage', { problem: `--kind is ${KINDS.join(', ')}, not “${kind}”.` })
    const { id, name } = await findJob(client, reference)
    const { readDocument } = await import('./document.ts')
    const text = await readDocument(file, stdin)
    const title = `${TITLES[kind]}${file === '-' ? '' : `: ${basename(file)}`}`
    const input = {
      ...{ jobId: id, type: 'other' as const, title, body: text.slice(0, MAX_CHARACTERS) },
      occurredAt: await readDateOption('--at', textOf(options, 'at'), 'behind'),
    }
    if (isDryRun(options, addActivity, input)) return out.done(input, `Would keep ${title} with ${name}.`)
    const activity = await client.call(addActivity, input)
    out.done(
      activity,
      `Kept ${title} with ${name} (${shortId(activity.id)}): crm activities show ${shortId(activity.id)}`,
    )
    if (text.length > MAX_CHARACTERS) out.note(`Only its first ${MAX_CHARACTERS} characters are kept.`)
  },
}
