// `crm audit`: who changed what, when, and with which program.
import { getAudit, listAudit } from '../../core/audit/operations.ts'
import type { Entry, RowChange, WholeEntry } from '../../core/audit/entry.ts'
import { isId, isShortId, shortId } from '../../core/kernel/id.ts'
import type { Client, Command, Run } from '../command.ts'
import { columnsOf } from '../ui/columns.ts'
import { timeColumn } from '../ui/table.ts'
import { momentText } from '../ui/time.ts'
import { day, flag } from './flags.ts'
import { listing } from './listing.ts'
import { everyPage } from './pages.ts'
import { oneOf } from './references.ts'

export const fieldWords = (fields: readonly string[]): string =>
  fields.map((field) => field.replace(/[A-Z]/g, ' $&').toLowerCase()).join(', ')

/** One changed row: `updated job Acme — Chef: notes, salary`. */
export const rowText = ({ did, noun, name, id, fields }: Omit<RowChange, 'did'> & { did: string }): string =>
  `${did} ${noun} ${name ?? shortId(id)}${fields.length ? `: ${fieldWords(fields)}` : ''}`

export function describeChanges({ changes, changeCount }: Entry): string {
  const [first] = changes
  if (!first) return ''
  return changeCount > 1 ? `${rowText(first)} (+${changeCount - 1} more)` : rowText(first)
}

const COLUMNS = columnsOf<Entry>({
  id: {},
  when: timeColumn('WHEN', ({ at }) => at, { minWidth: 6 }),
  by: { value: (entry) => byOf(entry), yields: 3, minWidth: 8 },
  operation: { yields: 4, minWidth: 10 },
  what: {
    ...{ value: describeChanges, minWidth: 20 },
    paint: ({ undoneBy }) => (undoneBy ? 'dim' : 'bold'),
  },
  undone: timeColumn('UNDONE', ({ undoneBy }) => undoneBy, { yields: 5 }, shortId),
})

/** Credentials whose name adds nothing to the client: the owner’s own terminal, and the service itself. */
const UNNAMED = ['local', 'anonymous']

const byOf = ({ client, credential }: Entry): string =>
  credential.name && !UNNAMED.includes(credential.kind) ? `${client} (${credential.name})` : client

const SHORTEST = 4

export async function findChange(client: Client, text: string): Promise<string> {
  if (isId(text)) return text.toLowerCase()
  // A shorter fragment would match by chance: `crm undo 3` does not mean an id that contains 3.
  const { entries: newest } =
    text.length < SHORTEST ? { entries: [] } : await client.call(listAudit, { limit: 100 })
  const isOlder = isShortId(text) && !newest.some(({ id }) => shortId(id) === text.toLowerCase())
  const { entries } = isOlder
    ? await everyPage(true, 'entries', (more) => client.call(listAudit, more))
    : { entries: newest }
  const namesOf = (entry: Entry) => [shortId(entry.id), describeChanges(entry)] as const
  return oneOf(text, entries, namesOf, 'change', 'crm undo --list').id
}

async function showOne({ client, out }: Run, text: string): Promise<void> {
  const entry = await client.call(getAudit, { id: await findChange(client, text) })
  const at = out.look.isTerminal ? momentText(entry.at) : entry.at
  out.record(entry, [
    ['id', entry.id],
    ['when', at],
    ['operation', entry.operation],
    ['client', entry.client],
    ['credential', [entry.credential.kind, entry.credential.name].filter(Boolean).join(' ')],
    ['request', entry.requestId],
    ['undone by', entry.undoneBy],
    ...entry.changes.map((change): [string, string] => [`${change.did} ${change.noun}`, wordsOf(change)]),
  ])
}

function wordsOf({ id, name, before, after }: WholeEntry['changes'][number]): string {
  const fields = Object.keys(after ?? before ?? {})
  const lines = fields.flatMap((field) => {
    const [left, right] = [textOf(before?.[field]), textOf(after?.[field])]
    if (left === right) return []
    if (!before || !after) return [`${field}: ${short(right || left)}`]
    const from = short(left) === short(right) ? sameUntil(left, right) : 0
    return [`${field}: ${short(left, from) || '(nothing)'} → ${short(right, from) || '(nothing)'}`]
  })
  return [name ?? id, ...lines].join('\n')
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const short = (text: string, from = 0): string => {
  const rest = `${from ? '…' : ''}${text.slice(from)}`
  return rest.length > 200 ? `${rest.slice(0, 199)}…` : rest
}

/** Where two long texts begin to differ, with some words before. */
function sameUntil(left: string, right: string): number {
  let at = 0
  while (left[at] === right[at]) at += 1
  return Math.max(0, at - 20)
}

const command = listing({
  ...{ name: 'audit', hidden: true, op: listAudit },
  args: [{ name: 'change?', about: 'Id or short id: shows the rows before and after.' }],
  instead: (call) => (call.args[0] === undefined ? undefined : showOne(call, call.args[0])),
  noun: 'entries',
  about: 'List every change, newest first; or show one change before and after.',
  flags: [
    flag('--since <date>', 'Only since this time: -1h, today, monday.', day('behind')),
    flag('--client <text>', 'Only by this program: part of its name.'),
    flag('--credential <text>', 'Only with this token: part of its name or id.'),
    flag('--operation <name>', 'Only this operation: jobs.update.'),
    flag('--noun <noun>', 'Only this kind of record: job, contact, activity.'),
  ],
  examples: ['crm audit', 'crm audit --client claude --since today', 'crm audit 4f2a9c31'],
  columns: () => COLUMNS,
  empty: 'No change matches.',
  one: 'change',
})

export const commands: Command[] = [command]
