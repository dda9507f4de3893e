// `crm next`: suggested next steps, with reasons and commands.
import { inOneLine } from '../../core/kernel/plain-characters.ts'
import { actAsMe, listSuggestions } from '../../core/pipeline/operations.ts'
import type { Suggestion } from '../../core/pipeline/suggestion.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Client } from '../client.ts'
import { textOf, type Command, type Group, type Run } from '../command.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { painted, type Column, type Look, type Paint } from '../ui/table.ts'
import { localZone, readDateOption } from './inputs.ts'
import { limitOf, wantsAll } from './pages.ts'
import { isDryRun } from './dry-run.ts'
import { commandOf } from './suggested-command.ts'

const PAINTS: Record<Suggestion['priority'], Paint> = { high: 'red', medium: 'yellow', low: 'dim' }

const PLAIN: Column<Suggestion>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'PRIORITY', value: ({ priority }) => priority },
  { title: 'DUE', value: ({ dueAt }) => dueAt },
  { title: 'TITLE', value: ({ title }) => title },
  { title: 'REASON', value: ({ reason }) => reason },
  { title: 'COMMAND', value: ({ action }) => commandOf(action) },
]

/** A paragraph per suggestion: number, title, reason and command. */
export function renderNext(suggestions: readonly Suggestion[], look: Look): string {
  const digits = String(suggestions.length).length
  const indent = ' '.repeat(digits + 2)
  return suggestions
    .map(({ title, reason, priority, action }, at) => {
      const number = painted(`${String(at + 1).padStart(digits)}.`, PAINTS[priority], look)
      return [
        `${number} ${painted(inOneLine(title), 'bold', look)}`,
        `${indent}${inOneLine(reason)}`,
        `${indent}${painted(`$ ${inOneLine(commandOf(action))}`, 'dim', look)}`,
        '',
      ].join('\n')
    })
    .join('\n')
}

const command: Command = {
  name: 'next',
  about: 'Show what to do next, most urgent first; or snooze a suggestion.',
  operation: 'suggestions.list',
  options: [
    { flags: '-n, --limit <n>', about: 'Maximum number to show (default 10).' },
    { flags: '--all', about: 'Show all.' },
    { flags: '--snooze <suggestion>', about: 'Snooze a suggestion: its number in the list, or its id.' },
    { flags: '--until <date>', about: 'With --snooze: +3d, next mon (default: one week).' },
  ],
  dryRun: true,
  examples: ['crm next', 'crm next --snooze 2 --until +3d', 'crm next --limit 1 --json title,reason,action'],
  async run(call) {
    const { options, client, out } = call
    if (textOf(options, 'snooze') !== undefined) return snooze(call)
    if (textOf(options, 'until') !== undefined) fail('usage', { problem: '--until goes with --snooze.' })
    const page = await client.call(listSuggestions, {
      limit: wantsAll(options) ? 100 : (limitOf(options) ?? 10),
    })
    const { suggestions, total } = page
    if (out.json || !out.look.isTerminal) return out.list(page, suggestions, PLAIN, '')
    if (!suggestions.length)
      return out.note('There is nothing to do right now. crm pipeline shows how the search is going.')
    out.raw(renderNext(suggestions, out.look))
    const more = total > suggestions.length ? `${suggestions.length} of ${total} shown: --all. ` : ''
    out.note(`\n${more}Not now? crm next --snooze 1 --until +3d`)
  },
}

async function snooze({ options, client, out }: Run): Promise<void> {
  const { id, title } = await findSuggestion(client, textOf(options, 'snooze') ?? '')
  const until = await readDateOption('--until', textOf(options, 'until'))
  const input = { action: 'snooze' as const, suggestionId: id, until }
  if (isDryRun(options, actAsMe, input)) return out.done(input, `Would snooze: ${title}.`)
  const snoozed = await client.call(actAsMe, input)
  const end = 'until' in snoozed ? showInstant(snoozed.until, new Date(), localZone()) : ''
  out.done(snoozed, `Snoozed until ${end}: ${title}.`)
}

/** The suggestion with this number in the output of `crm next`, or this id. */
async function findSuggestion(client: Client, text: string): Promise<Pick<Suggestion, 'id' | 'title'>> {
  const { suggestions } = await client.call(listSuggestions, { limit: 100 })
  const found = /^\d+$/.test(text) ? suggestions[Number(text) - 1] : suggestions.find(({ id }) => id === text)
  return found ?? fail('suggestion_not_found', { id: text }, { hint: 'List suggestions with crm next.' })
}

export const group: Group = { name: 'next', about: 'Suggested next steps.', commands: [command] }
