// The command line that carries out a suggestion.
import type { Suggestion } from '../../core/pipeline/suggestion.ts'
import { isId, shortId } from '../../core/kernel/id.ts'
import { shellWord } from './shell-word.ts'

type Action = Suggestion['action']
type Fields = Record<string, unknown>

const quoted = (value: unknown): string =>
  shellWord(typeof value === 'string' && isId(value) ? shortId(value) : String(value))

const flags = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `--${name} ${quoted(value)}`)

/** Operations with a command of their own; all others use `crm call`. */
const COMMANDS: Record<string, (fields: Fields) => string[]> = {
  'jobs.get': ({ id }) => ['jobs show', quoted(id)],
  'jobs.status': ({ id, status, note }) => ['jobs status', quoted(id), quoted(status), ...flags({ note })],
  'activities.create': ({ jobId, contactId, type, title, body }) => [
    'activities log',
    ...(jobId ? [quoted(jobId)] : ['--no-job']),
    ...(title ? [quoted(title)] : []),
    ...flags({ type, contact: contactId, body }),
  ],
  'offers.update': ({ id, status }) => ['offers edit', quoted(id), ...flags({ status })],
  'calendar.list': ({ from, type }) => ['calendar list', ...flags({ from, type })],
}

/** The command line: `crm jobs status 1f3a9c20 applied`. */
export function commandOf({ tool, arguments: fields }: Action): string {
  const known = Object.hasOwn(COMMANDS, tool) ? COMMANDS[tool] : undefined
  if (known) return ['crm', ...known(fields)].join(' ')
  return ['crm call', tool, ...flags(fields)].join(' ')
}
