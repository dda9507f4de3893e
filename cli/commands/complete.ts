// `crm __complete …`: what may follow these words, a line each, with what it means after a tab. Never an error.
import { listContacts } from '../../core/contacts/operations.ts'
import { listJobs } from '../../core/jobs/operations.ts'
import { STATUSES } from '../../core/jobs/status.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import type { Command, Group } from '../command.ts'
import { GROUPS } from '../groups.ts'

type Candidate = readonly [word: string, about: string]

/** Values of an argument, by its name. */
const VALUES: Record<string, (client: Client) => Promise<Candidate[]>> = {
  async job(client) {
    const { jobs } = await client.call(listJobs, { limit: 100 })
    return jobs.map(({ id, company, role }) => [shortId(id), `${company} — ${role}`])
  },
  async contact(client) {
    const { contacts } = await client.call(listContacts, { limit: 100 })
    return contacts.map(({ id, name, company }) => [shortId(id), company ? `${name}, ${company}` : name])
  },
  status: async () => STATUSES.map((status) => [status, '']),
  tier: async () => ['free', 'pro', 'ultra'].map((tier) => [tier, '']),
  shell: async () => ['bash', 'zsh', 'fish'].map((shell) => [shell, '']),
}

async function candidates(words: string[], client: Client): Promise<Candidate[]> {
  const [noun, verb] = words
  const last = words.at(-1) ?? ''
  if (words.length <= 1)
    return GROUPS.filter(({ name }) => !name.startsWith('_')).map(({ name, about }) => [name, about])
  const group = (await GROUPS.find(({ name }) => name === noun)?.load())?.group
  if (!group) return []
  const isOne = group.commands.length === 1 && group.commands[0]?.name === group.name
  if (!isOne && words.length === 2) return group.commands.map(({ name, about }) => [name, about])
  const command = isOne ? group.commands[0] : group.commands.find(({ name }) => name === verb)
  if (!command) return []
  if (last.startsWith('-')) return flagsOf(command)
  const given = words.slice(isOne ? 1 : 2, -1).filter((word) => !word.startsWith('-')).length
  const argument = command.args?.[given]?.name.replace(/[.?]+$/, '')
  return argument === undefined ? [] : ((await VALUES[argument]?.(client)) ?? [])
}

const flagsOf = (command: Command): Candidate[] =>
  [...(command.options ?? []), { flags: '--json', about: 'Print JSON.' }].map(({ flags, about }) => [
    /--[\w-]+/.exec(flags)?.[0] ?? flags,
    about,
  ])

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
      async run({ rest, client, out }) {
        const last = rest.at(-1) ?? ''
        const found = await candidates(rest, client).catch(() => [])
        const fitting = found.filter(([word]) => word.startsWith(last))
        out.raw(fitting.map(([word, about]) => (about ? `${word}\t${about}\n` : `${word}\n`)).join(''))
      },
    },
  ],
}
