// `crm __complete …`: prints completion candidates, one per line with a description after a tab. Never fails.
import { must } from '../../core/kernel/narrow.ts'
import { isProbablyRunning } from '../../core/startup.ts'
import { STATUSES, type Job } from '../../core/jobs/fields.ts'
import { Ended } from '../interrupt.ts'
import { type Client, type Command, flagName, type GroupEntry, type Run } from '../command.ts'
import { optionsOf } from '../help.ts'
import { readSchema, readSchemas } from '../known-schemas.ts'
import { plainWords } from '../run-command.ts'
import { clean } from '../ui/table.ts'
import { isSingle, SHORTCUTS, writtenOut } from '../argv.ts'
import { COLUMN_NAMES } from './jobs-read.ts'
import { HOSTS } from './mcp-hosts.ts'
import { listAudit } from '../../core/audit/operations.ts'
import type { Entry } from '../../core/audit/entry.ts'
import { listPurchases } from '../../core/billing/purchases/operations.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import { listContacts } from '../../core/contacts/operations.ts'
import { listKeys, listTokens, listUsers } from '../../core/identity/operations.ts'
import { listCities } from '../../core/intelligence/salaries/catalogue.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { shortId } from '../../core/kernel/id.ts'
import { listGrants } from '../../core/oauth/operations.ts'
import { listSeats } from '../../core/seats/operations.ts'
import { listDeliveries, listWebhooks } from '../../core/webhooks/operations.ts'
import { describeChanges } from './audit.ts'
import { localDay } from '../ui/time.ts'

type Candidate = readonly [word: string, about: string]

type Finder = (client: Client) => Promise<Candidate[]>

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(', ')

const contact: Finder = async (client) => {
  const { contacts } = await client.call(listContacts, { limit: 100 })
  return [
    ...contacts.map(({ name, company }): Candidate => [name, company ?? '']),
    ...contacts.map(({ id, name, company }): Candidate => [shortId(id), joined(name, company)]),
  ]
}

/** A candidate for each row; none for a row that gives null. */
const rowsOf =
  <Name extends string, Row>(
    op: Operation<Z.ZodType, Z.ZodType<Record<Name, Row[]>>>,
    noun: Name,
    candidate: (row: Row) => Candidate | null,
    input: object = { limit: 100 },
  ): Finder =>
  async (client) =>
    (await client.call(op, input))[noun].map(candidate).filter((one) => one !== null)

/** Each word once. */
const distinct =
  (find: Finder): Finder =>
  async (client) => [...new Map(await find(client))]

const delivery = rowsOf(listDeliveries, 'deliveries', ({ id, event, status }) => [
  shortId(id),
  `${event}, ${status}`,
])

const changes =
  (isOffered: (entry: Entry) => boolean): Finder =>
  async (client) => {
    const { entries } = await client.call(listAudit, { limit: 50 })
    return entries
      .filter(isOffered)
      .map((entry) => [shortId(entry.id), `${entry.operation}: ${describeChanges(entry)}`])
  }

/** Clients that made recent changes, by the names that undo and audit use. */
const programs = distinct(rowsOf(listAudit, 'entries', ({ client }) => [client, '']))

const namesOf = (jobs: readonly Pick<Job, 'company' | 'role'>[]): Candidate[] =>
  jobs.map(({ company, role }) =>
    jobs.filter((other) => other.company === company).length === 1
      ? [company, role]
      : [`${company} ${role}`, ''],
  )

const job: Finder = async (client) => {
  const { jobs } = await client.call(listJobs, { limit: 100 })
  return [
    ...namesOf(jobs),
    ...jobs.map(({ id, company, role }): Candidate => [shortId(id), `${company} — ${role}`]),
  ]
}

const words = (list: readonly string[]) => async (): Promise<Candidate[]> => list.map((word) => [word, ''])

/** Values by argument or flag name; `command name` takes precedence over `name`. */
const VALUES: Record<string, (client: Client, isFirst: boolean) => Promise<Candidate[]>> = {
  job,
  company: distinct(rowsOf(listJobs, 'jobs', ({ company }) => [company, ''])),
  contact,
  from: contact,
  event: rowsOf(listEvents, 'events', ({ id, title, startsAt }) => [
    shortId(id),
    `${title}, ${localDay(startsAt)}`,
  ]),
  change: changes(() => true),
  'undo change': changes(({ undoable, undoneBy }) => undoable && undoneBy === null),
  client: programs,
  session: programs,
  webhook: rowsOf(listWebhooks, 'webhooks', ({ id, url }) => [shortId(id), url]),
  delivery,
  which: delivery,
  token: rowsOf(listTokens, 'tokens', ({ id, name, revokedAt }) => (revokedAt ? null : [shortId(id), name])),
  key: rowsOf(listKeys, 'keys', ({ id, name, revokedAt }) => (revokedAt ? null : [shortId(id), name])),
  program: rowsOf(listGrants, 'grants', ({ id, clientName }) => [shortId(id), clientName]),
  seat: rowsOf(listSeats, 'seats', ({ id, email }) => [shortId(id), email ?? ''], {}),
  purchase: rowsOf(listPurchases, 'purchases', ({ id, label, company }) => [
    shortId(id),
    joined(label, company),
  ]),
  user: rowsOf(listUsers, 'users', ({ id, email, name }) => [email ?? id, name ?? '']),
  city: rowsOf(listCities, 'data', ({ slug, name }) => [slug, name], {}),
  operation: async () => Object.keys(readSchemas()).map((name) => [name, '']),
  status: words(STATUSES),
  // The last word is the status, and the first is the job.
  async 'status jobs'(client, isFirst) {
    const jobs = await job(client).catch(() => [])
    const statuses = STATUSES.map((status): Candidate => [status, ''])
    return isFirst ? [...jobs, ...statuses] : [...statuses, ...jobs]
  },
  tier: words(['free', 'pro', 'ultra']),
  priority: words(['high', 'medium', 'low']),
  scope: words(['read-only', 'read-write']),
  shell: words(['bash', 'zsh', 'fish']),
  host: words(HOSTS.map(({ name }) => name)),
  'jobs merge from': job,
  columns: words(COLUMN_NAMES),
  plan: words(['pro-monthly', 'pro-yearly', 'ultra-monthly', 'ultra-yearly']),
}

async function candidates(
  groups: readonly GroupEntry[],
  asked: string[],
  client: Client,
): Promise<Candidate[]> {
  // `crm help` completes like the command it explains.
  const words = asked[0] === 'help' && asked.length > 1 ? asked.slice(1) : asked
  const typed = words.length > 1 ? writtenOut(words) : words
  const [noun, verb] = typed
  const last = typed.at(-1) ?? ''
  if (typed.length <= 1)
    return [
      ...groups
        .filter(({ name, hidden }) => !hidden && !name.startsWith('_'))
        .map(({ name, about }): Candidate => [name, about]),
      ...Object.entries(SHORTCUTS).map(([word, command]): Candidate => [word, `crm ${command.join(' ')}`]),
    ]
  const group = await groups.find(({ name }) => name === noun)?.load()
  if (!group) return []
  const shown = group.commands.filter(({ hidden }) => !hidden)
  if (!isSingle(group) && typed.length === 2) return shown.map(({ name, about }) => [name, about])
  const command = isSingle(group) ? group.commands[0] : shown.find(({ name }) => name === verb)
  if (!command) return []
  if (last.startsWith('-'))
    return optionsOf(command).map(({ flags, about }) => [`--${flagName(flags)}`, about])
  const given = typed.slice(isSingle(group) ? 1 : 2)
  const name = nameOfValue(command, given)
  if (name === undefined) return []
  if (isFile(name, command)) return [FILES]
  const known = [`${group.name} ${command.name} ${name}`, `${command.name} ${name}`, name].find((each) =>
    Object.hasOwn(VALUES, each),
  )
  return known === undefined ? wordsOfSchema(command, name) : must(VALUES[known])(client, given.length === 1)
}

const FILES: Candidate = [':files', '']

/** Whether a value is the name of a file: by the placeholder of its flag, or the name of its argument. */
const isFile = (name: string, command: Command): boolean =>
  ['file', 'path', 'paths', 'resume', 'posting'].includes(name) ||
  optionsOf(command).some(({ flags }) => new RegExp(`--${name} <(?:file|path)>`).test(flags))

function wordsOfSchema({ operation }: Command, name: string): Candidate[] {
  const field = operation === undefined ? undefined : readSchema(operation)?.input.properties?.[name]
  const values = field?.enum ?? field?.items?.enum ?? []
  return values.filter((value) => typeof value === 'string').map((value) => [value, ''])
}

function nameOfValue(command: Command, typed: string[]): string | undefined {
  const before = typed.at(-2) ?? ''
  const option = optionsOf(command).find(({ flags }) => flags.split(/[ ,]+/).includes(before))
  if (option?.flags.includes('<')) return flagName(option.flags)
  const given = plainWords(typed.slice(0, -1), command)
  const argument = command.args?.[given.length] ?? command.args?.find(({ name }) => name.includes('...'))
  return argument?.name.replace(/[.?]+$/, '')
}

/** The longest wait for data after Tab. Other candidates appear anyway. */
const TIMEOUT_MS = 1_000

/** The candidates, without slow data. Completion never starts a stopped database. */
async function withTimeout(
  groups: readonly GroupEntry[],
  typed: string[],
  { client, config }: Pick<Run, 'client' | 'config'>,
): Promise<Candidate[]> {
  const isAsleep = !config.server && !isProbablyRunning(config)
  const none = isAsleep ? Promise.reject(new Error('The database does not run.')) : after(TIMEOUT_MS)
  none.catch(() => {})
  const quick: Client = {
    ...client,
    call: (op, input) => (isAsleep ? none : Promise.race([client.call(op, input), none])),
  }
  return candidates(groups, typed, quick).catch(() => [])
}

const after = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('The data are late.')), ms).unref())

export const completionOf = (groups: readonly GroupEntry[]): Command[] => [
  {
    name: '__complete',
    about: '',
    hidden: true,
    passThrough: true,
    args: [{ name: 'words...?', about: '' }],
    async run({ rest, client, config, out }) {
      const last = rest.at(-1) ?? ''
      // Completes only the last word of a list: `applied,sc`.
      const before = last.slice(0, last.lastIndexOf(',') + 1)
      const begun = last.slice(before.length).toLowerCase()
      const fitting = (await withTimeout(groups, rest, { client, config }))
        .filter(([word]) => word.toLowerCase().startsWith(begun) || word === FILES[0])
        .map(([word, about]): Candidate => [`${word === FILES[0] ? '' : before}${word}`, about])
      out.raw(fitting.map(([word, about]) => (about ? `${word}\t${clean(about)}\n` : `${word}\n`)).join(''))
      // Exit now, because open connections would delay the shell.
      throw new Ended(0)
    },
  },
]
