// `crm next`: suggested next steps, with reasons and commands; a number carries one out.
import { inOneLine } from '../../core/kernel/plain-characters.ts'
import { actAsMe, listSuggestions } from '../../core/pipeline/operations.ts'
import type { Suggestion } from '../../core/pipeline/suggestion.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { readHome, writeHome } from '../home-file.ts'
import { isOn, textOf, type Command, type Run, shellWord, misused } from '../command.ts'
import { fit, wrapped } from '../ui/width.ts'
import { PRIORITY_PAINTS } from '../ui/status.ts'
import { painted, type Look } from '../ui/table.ts'
import { readDateOption } from './flags.ts'
import { everyPage, limitOf } from './pages.ts'
import { isDryRun } from './agreement.ts'
import { isId, shortId } from '../../core/kernel/id.ts'
import { momentText, withDays } from '../ui/time.ts'
import { columnsOf } from '../ui/columns.ts'

const PLAIN = columnsOf<Suggestion>({
  id: { value: ({ id }) => id },
  ...{ priority: {}, dueAt: {}, title: {}, reason: {} },
  command: { value: ({ action }) => commandOf(action) },
})

/** `1. Follow up with Acme. Applied 12 days ago and quiet since.` */
export function suggestionText({ title, reason, priority }: Suggestion, at: number, look: Look): string {
  const text = fit(inOneLine(`${title}. ${withDays(reason)}`), look.isTerminal ? look.width - 5 : Infinity)
  const head = inOneLine(title).length
  const shown = `${painted(text.slice(0, head), 'bold', look)}${text.slice(head)}`
  return `${painted(`${at + 1}.`, PRIORITY_PAINTS[priority], look)} ${shown}`
}

function renderNext(suggestions: readonly Suggestion[], look: Look): string {
  const digits = String(suggestions.length).length
  const indent = ' '.repeat(digits + 2)
  return suggestions
    .map(({ title, reason, priority, action }, at) => {
      const number = painted(`${String(at + 1).padStart(digits)}.`, PRIORITY_PAINTS[priority], look)
      return [
        `${number} ${painted(inOneLine(title), 'bold', look)}`,
        `${indent}${inOneLine(withDays(reason))}`,
        ...pasteable(inOneLine(commandOf(action)), look.width - indent.length - 4).map(
          (line, place) => `${indent}${painted(`${place ? ' ' : '$'} ${line}`, 'dim', look)}`,
        ),
        '',
      ].join('\n')
    })
    .join('\n')
}

/** Wraps a command with line continuations, without breaking quoted words. */
export function pasteable(command: string, width: number): string[] {
  const words = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? []
  const lines = wrapped(command, width, words)
  return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line))
}

const WHICH = 'its number in the list, or its id'

const command: Command = {
  name: 'next',
  about: 'Show what to do next, most urgent first; with a number, do it, or see where.',
  operation: 'suggestions.list',
  args: [{ name: 'suggestion?', about: `The one to carry out or explain: ${WHICH}.` }],
  options: [
    { flags: '-n, --limit <n>', about: 'Maximum number to show (default 10).' },
    { flags: '--all', about: 'Show all.' },
    { flags: '--done', about: 'You have done it: crm logs it and does not suggest it for a week.' },
    { flags: '--snooze [suggestion]', about: 'Hide the suggestion until later.' },
    { flags: '--until <date>', about: 'With --snooze: +3d, next mon (default: one week).' },
    { flags: '--note <text>', about: 'What happened, for the record.' },
  ],
  dryRun: true,
  examples: ['crm next', 'crm next 1', 'crm next 2 --snooze --until +3d', 'crm next 3 --done'],
  async run(call) {
    const { args, options, client, out } = call
    const snoozed = options['snooze']
    const which = args[0] ?? (typeof snoozed === 'string' ? snoozed : undefined)
    if (snoozed === undefined && textOf(options, 'until') !== undefined)
      misused('--until goes with --snooze.')
    if (which !== undefined) {
      const suggestion = await findSuggestion(call, which)
      const isHidden = snoozed !== undefined || isOn(options, 'done')
      return isHidden ? hide(call, suggestion) : carryOut(call, suggestion)
    }
    if (snoozed !== undefined || isOn(options, 'done'))
      misused(`Say which one, by ${WHICH}: crm next 1 --${isOn(options, 'done') ? 'done' : 'snooze'}`)
    const isAll = isOn(options, 'all')
    const page = await everyPage(isAll, 'suggestions', (more) =>
      client.call(listSuggestions, { limit: limitOf(options) ?? 10, ...more }),
    )
    const { suggestions, total } = page
    if (out.json || !out.look.isTerminal) return out.list(page, suggestions, PLAIN, '')
    if (!suggestions.length)
      return out.note('There is nothing to do right now. crm stats shows how the search is going.')
    rememberShown(call, suggestions)
    out.raw(renderNext(suggestions, out.look))
    const count = `${suggestions.length} of ${total} shown${isAll ? '' : ': --all'}. `
    const more = total > suggestions.length ? count : ''
    out.note(`\n${more}Do one: crm next 1. Not now: crm next 1 --snooze --until +3d`)
  },
}

/** Operations of suggestions that change something. Loaded on use. */
const CHANGES: Readonly<Record<string, () => Promise<Operation>>> = {
  'jobs.status': async () => (await import('../../core/jobs/operations.ts')).setStatus,
  'jobs.done': async () => (await import('../../core/jobs/operations.ts')).finishJobStep,
  'activities.create': async () => (await import('../../core/activities/operations.ts')).addActivity,
  'offers.update': async () => (await import('../../core/offers/operations.ts')).updateOffer,
}

async function carryOut({ options, client, out }: Run, { title, reason, action }: Suggestion): Promise<void> {
  const op = await CHANGES[action.tool]?.()
  if (!op)
    return out.done({ title, reason, action }, `${title}. ${withDays(reason)}\nSee it: ${commandOf(action)}`)
  const note = textOf(options, 'note')
  const input = {
    ...action.arguments,
    ...(note && { [action.tool === 'activities.create' ? 'body' : 'note']: note }),
  }
  if (isDryRun(options, op, input)) return out.done(input, `Would do ${title}: ${commandOf(action)}`)
  // The fields depend on the operation.
  const record = recordOf(await client.call(op, input))
  out.done(record, `Done: ${title}. As ${commandOf(action)}; crm undo takes it back.`)
}

/** Hides a suggestion for a while. With `--done`, logs it as well, because the user did it themselves. */
async function hide(call: Run, suggestion: Suggestion): Promise<void> {
  const { options, client, out } = call
  const { id, title, dueAt, action } = suggestion
  const isDone = isOn(options, 'done')
  if (isDone && Object.hasOwn(CHANGES, action.tool)) return carryOut(call, suggestion)
  const input = {
    ...{ action: 'snooze' as const, suggestionId: id },
    until: await readDateOption('--until', textOf(options, 'until'), 'ahead', { say: out.note }),
    ...(isDone && { done: textOf(options, 'note') ?? '' }),
  }
  if (isDryRun(options, actAsMe, input))
    return out.done(input, `Would ${isDone ? 'log' : 'snooze'}: ${title}.`)
  const snoozed = await client.call(actAsMe, input)
  const until = 'until' in snoozed ? snoozed.until : ''
  const isLate = !isDone && dueAt > new Date().toISOString() && dueAt < until
  const late = isLate ? ` That is after ${momentText(dueAt)}, when it is due.` : ''
  const did = isDone ? 'Logged, and hidden' : 'Snoozed'
  out.done(snoozed, `${did} until ${momentText(until)}: ${title}.${late} crm undo takes it back.`)
}

/** The list shown last on this terminal. Its numbers stay valid when the list changes. */
export const rememberShown = ({ config, out }: Pick<Run, 'config' | 'out'>, shown: readonly Suggestion[]) =>
  out.look.isTerminal && writeHome(config.home, 'next', { shown: shown.map(({ id }) => id) })

async function findSuggestion({ client, config, out }: Run, text: string): Promise<Suggestion> {
  const { suggestions } = await everyPage(true, 'suggestions', (more) => client.call(listSuggestions, more))
  const isNumber = /^\d+$/.test(text)
  const shown = isNumber && out.look.isTerminal ? readHome(config.home, 'next')?.['shown'] : undefined
  const ids: unknown[] = Array.isArray(shown) ? shown : suggestions.map(({ id }) => id)
  const meant = isNumber ? ids[Number(text) - 1] : text
  const gone = Array.isArray(shown) && meant !== undefined ? 'It has changed since it was shown. ' : ''
  const hint = `${gone}List suggestions with crm next.`
  return suggestions.find(({ id }) => id === meant) ?? fail('suggestion_not_found', { id: text }, { hint })
}

export const commands: Command[] = [command]

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
  'jobs.get': ({ id }) => ['show', quoted(id)],
  'jobs.status': ({ id, status, note }) => ['status', quoted(id), quoted(status), ...flags({ note })],
  'jobs.done': ({ id, note }) => ['done', quoted(id), ...flags({ note })],
  'activities.create': ({ jobId, contactId, type, title, body }) => [
    'log',
    ...(jobId ? [quoted(jobId)] : ['--no-job']),
    ...(title ? [quoted(title)] : []),
    ...flags({ type, contact: contactId, body }),
  ],
  'offers.update': ({ id, status }) => ['offers edit', quoted(id), ...flags({ status })],
  'inbox.list': ({ jobId }) => ['inbox list', ...flags({ job: jobId })],
  'calendar.list': ({ from, type }) => ['calendar list', ...flags({ from, type })],
}

/** The command line: `crm status 1f3a9c20 applied`. */
export function commandOf({ tool, arguments: fields }: Action): string {
  const known = Object.hasOwn(COMMANDS, tool) ? COMMANDS[tool] : undefined
  if (known) return ['crm', ...known(fields)].join(' ')
  return ['crm call', tool, ...flags(fields)].join(' ')
}
