// `crm undo`: reverts the last change, a given one, or everything a program did.
import { undoChange } from '../../core/audit/operations.ts'
import type { UndoReport } from '../../core/audit/undo.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOn, textOf, type Command } from '../command.ts'
import { fieldWords, findChange } from './audit.ts'
import { readDateOption } from './inputs.ts'

const DRY_RUN_VERBS = { removed: 'remove', restored: 'restore', changed: 'set back' } as const
const DONE_VERBS = { removed: 'Removed', restored: 'Restored', changed: 'Set back' } as const

const MAX_TOLD = 10

function linesOf({ rows }: UndoReport, dryRun: boolean): string[] {
  const told = rows.length > MAX_TOLD ? rows.slice(0, MAX_TOLD - 1) : rows
  const lines = told.map(({ did, noun, name, fields }) => {
    const what = `${noun} ${name}${fields.length ? `: ${fieldWords(fields)}` : ''}`
    return dryRun ? `Would ${DRY_RUN_VERBS[did]} ${what}.` : `${DONE_VERBS[did]} ${what}.`
  })
  if (told.length < rows.length) lines.push(`… and ${rows.length - told.length} more: --json lists them.`)
  return lines.length ? lines : ['Nothing had changed by it.']
}

const command: Command = {
  name: 'undo',
  about: 'Undo the last change, a given one, or everything a program did.',
  fields: ['undo', 'undone', 'rows', 'notUndone'],
  args: [
    { name: 'change?', about: 'Id or short id, as crm undo --list shows it (default: the last change).' },
  ],
  options: [
    {
      flags: '--list',
      about:
        'List every change instead, or show the given one. Takes --since, --client, --credential, --operation, --noun, --limit and --all.',
    },
    { flags: '--session <name>', about: 'Everything in the last session of a program or token.' },
    { flags: '--since <date>', about: 'All changes since this time: -10min, today, 14:00.' },
  ],
  dryRun: true,
  examples: [
    'crm undo',
    'crm undo --list --since today',
    'crm undo 4f2a9c31 --dry-run',
    'crm undo --session claude-code',
  ],
  async run({ args, options, client, out }) {
    const dryRun = isOn(options, 'dryRun')
    const answer = await client.call(undoChange, {
      id: args[0] === undefined ? undefined : await findChange(client, args[0]),
      session: textOf(options, 'session'),
      since: await readDateOption('--since', textOf(options, 'since'), 'behind'),
      dryRun: dryRun || undefined,
    })
    out.done(answer, linesOf(answer, dryRun).join('\n'))
    for (const { noun, name, reason } of answer.notUndone) out.note(`Not undone: ${noun} ${name}: ${reason}.`)
    if (answer.undo) out.note(`To redo it: crm undo ${shortId(answer.undo)}`)
  },
}

export const commands: Command[] = [command]
