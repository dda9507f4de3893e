// `crm __complete …`: what may follow these words, a line each, with what it means after a tab. Never an error.
import { listContacts } from '../../core/contacts/operations.ts'
import { listKeys, listTokens, listUsers } from '../../core/identity/operations.ts'
import { looksRunning } from '../../core/index.ts'
import { listJobs } from '../../core/jobs/operations.ts'
import { STATUSES } from '../../core/jobs/status.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import type { Command, Group, Run } from '../command.ts'
import { GROUPS } from '../groups.ts'
import { optionsOf } from '../help.ts'
import { readSchemas } from '../known-schemas.ts'
import { clean } from '../ui/table.ts'
import { isSingle } from '../words.ts'

type Candidate = readonly [word: string, about: string]

const words = (list: readonly string[]) => async (): Promise<Candidate[]> => list.map((word) => [word, ''])

/** Values of an argument or of a flag, by its name. */
const VALUES: Record<string, (client: Client) => Promise<Candidate[]>> = {
  async job(client) {
    const { jobs } = await client.call(listJobs, { limit: 100 })
    return jobs.map(({ id, company, role }) => [shortId(id), `${company} — ${role}`])
  },
  async contact(client) {
    const { contacts } = await client.call(listContacts, { limit: 100 })
    return contacts.map(({ id, name, company }) => [shortId(id), company ? `${name}, ${company}` : name])
  },
  async token(client) {
    const { tokens } = await client.call(listTokens, { limit: 100 })
    return tokens.filter(({ revokedAt }) => !revokedAt).map(({ id, name }) => [shortId(id), name])
  },
  async key(client) {
    const { keys } = await client.call(listKeys, { limit: 100 })
    return keys.filter(({ revokedAt }) => !revokedAt).map(({ id, name }) => [shortId(id), name])
  },
  async user(client) {
    const { users } = await client.call(listUsers, { limit: 100 })
    return users.map(({ id, email, name }) => [email ?? id, name ?? ''])
  },
  operation: async () => Object.keys(readSchemas()).map((name) => [name, '']),
  status: words(STATUSES),
  tier: words(['free', 'pro', 'ultra']),
  priority: words(['high', 'medium', 'low']),
  scope: words(['read-only', 'read-write']),
  shell: words(['bash', 'zsh', 'fish']),
}

async function candidates(typed: string[], client: Client): Promise<Candidate[]> {
  const [noun, verb] = typed
  const last = typed.at(-1) ?? ''
  if (typed.length <= 1)
    return GROUPS.filter(({ name }) => !name.startsWith('_')).map(({ name, about }) => [name, about])
  const group = (await GROUPS.find(({ name }) => name === noun)?.load())?.group
  if (!group) return []
  const shown = group.commands.filter(({ hidden }) => !hidden)
  if (!isSingle(group) && typed.length === 2) return shown.map(({ name, about }) => [name, about])
  const command = isSingle(group) ? shown[0] : shown.find(({ name }) => name === verb)
  if (!command) return []
  if (last.startsWith('-')) return flagsOf(command)
  const name = nameOfValue(command, typed.slice(isSingle(group) ? 1 : 2))
  return name === undefined ? [] : ((await VALUES[name]?.(client)) ?? [])
}

/** What the last word is a value of: the flag before it, else the argument in its place. */
function nameOfValue(command: Command, typed: string[]): string | undefined {
  const takesValue = (word: string | undefined): string | undefined => {
    const option = optionsOf(command).find(({ flags }) => flags.split(/[ ,]+/).includes(word ?? ''))
    return option?.flags.includes('<') ? /--([\w-]+)/.exec(option.flags)?.[1] : undefined
  }
  const flag = takesValue(typed.at(-2))
  if (flag) return flag
  const given = typed.slice(0, -1).filter((word, at) => !word.startsWith('-') && !takesValue(typed[at - 1]))
  const argument = command.args?.[given.length] ?? command.args?.find(({ name }) => name.includes('...'))
  return argument?.name.replace(/[.?]+$/, '')
}

const flagsOf = (command: Command): Candidate[] =>
  optionsOf(command).map(({ flags, about }) => [/--[\w-]+/.exec(flags)?.[0] ?? flags, about])

/** Whoever presses Tab waits no longer than this; a late answer is no answer. */
const PATIENCE_MS = 1_000

/** The candidates, or none: a database that does not run is not started for a Tab. */
async function inTime(
  typed: string[],
  { client, config }: Pick<Run, 'client' | 'config'>,
): Promise<Candidate[]> {
  const asleep = !config.server && !looksRunning(config)
  const quiet: Client = { ...client, call: () => Promise.reject(new Error('The database does not run.')) }
  const late = new Promise<Candidate[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS).unref())
  return Promise.race([candidates(typed, asleep ? quiet : client).catch(() => []), late])
}

export const group: Group = {
  name: '__complete',
  about: '',
  commands: [
    {
      name: '__complete',
      about: '',
      hidden: true,
      passThrough: true,
      args: [{ name: 'words...?', about: '' }],
      async run({ rest, client, config, out }) {
        const last = rest.at(-1) ?? ''
        const fitting = (await inTime(rest, { client, config })).filter(([word]) => word.startsWith(last))
        out.raw(fitting.map(([word, about]) => (about ? `${word}\t${clean(about)}\n` : `${word}\n`)).join(''))
        // Whatever is still open would only keep the shell waiting.
        process.stdout.write('', () => process.exit(0))
      },
    },
  ],
}
