// `crm undo`: reverts the last change, a given one, or everything a program did.
import type { WholeEntry } from '../../core/audit/entry.ts'
import { getAudit, undoChange } from '../../core/audit/operations.ts'
import type { UndoReport } from '../../core/audit/undo.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOn, textOf, type Command, type Client } from '../command.ts'
import { fieldWords, findChange } from './audit.ts'
import { changedText } from './changed-fields.ts'
import { readDateOption } from './flags.ts'

const DONE_VERBS = { removed: 'Removed', restored: 'Restored', changed: 'Set back' }
const DRY_RUN_VERBS = { removed: 'Would remove', restored: 'Would restore', changed: 'Would set back' }

const MAX_TOLD = 10

/** The rows as they are now, by id. Empty for a dry run, and for a token that may not read the trail. */
export async function rowsNow(client: Client, { undo, rows }: UndoReport): Promise<RowsNow> {
  const isAsked = undo !== null && rows.some(({ did }) => did === 'changed')
  const entry = isAsked ? await client.call(getAudit, { id: undo }).catch(() => null) : null
  return new Map(entry?.changes.map((change) => [change.id, change]))
}

type RowsNow = ReadonlyMap<string, Pick<WholeEntry['changes'][number], 'name' | 'after'>>

/** `Set back job Acme — Chef: salary $100k`, with the values as they are now. */
export function undoneText(undone: UndoReport['rows'][number], now: RowsNow, verbs = DONE_VERBS): string {
  const { id, did, noun, name, fields } = undone
  const row = now.get(id)
  const asked = Object.fromEntries(fields.map((field) => [field, null]))
  const values = row?.after ? changedText(asked, row.after) : fieldWords(fields)
  return `${verbs[did]} ${noun} ${row?.name ?? name}${fields.length ? `: ${values}` : ''}`
}

function linesOf({ rows }: UndoReport, now: RowsNow, verbs: typeof DONE_VERBS): string[] {
  const told = rows.length > MAX_TOLD ? rows.slice(0, MAX_TOLD - 1) : rows
  const lines = told.map((row) => `${undoneText(row, now, verbs)}.`)
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
    const now = out.json ? new Map() : await rowsNow(client, answer)
    out.done(answer, linesOf(answer, now, dryRun ? DRY_RUN_VERBS : DONE_VERBS).join('\n'))
    for (const { noun, name, reason } of answer.notUndone) out.note(`Not undone: ${noun} ${name}: ${reason}.`)
    if (answer.undo) out.note(`To redo it: crm undo ${shortId(answer.undo)}`)
  },
}

export const commands: Command[] = [command]
