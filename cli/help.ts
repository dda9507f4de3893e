// Formats help: description, usage, examples, then every argument and flag, wrapped to the terminal's width.
import type { Argument, Command, Group, GroupEntry, Option } from './command.ts'
import { padded, widthOf, wrapped as linesOf } from './ui/width.ts'

type Item = readonly [term: string, about: string]

const DAILY: readonly Item[] = [
  ['add', 'Add a job: crm add "Acme" "Engineer", or the address of its posting.'],
  ['ls', 'List jobs: crm ls, crm ls stripe, crm ls -s open'],
  ['show', 'Show a job with its people and events: crm show acme'],
  ['status', 'Move a job: crm status acme interviewing'],
  ['log', 'Log what happened: crm log acme "Called Jane"'],
  ['find', 'Search everything: crm find kubernetes'],
  ['open', 'Open a job’s posting in the browser: crm open acme'],
  ['done', 'Mark a job’s next step as done: crm done acme'],
  ['undo', 'Undo the last change.'],
]

const NOUNS: readonly Item[] = [
  ['jobs', 'Edit, remove, import, export.'],
  ['contacts', 'The people in your search.'],
  ['activities', 'What happened.'],
  ['calendar', 'Interviews and deadlines.'],
  ['offers', 'What employers offer.'],
  ['inbox', 'Changes proposed from mail.'],
  ['next', 'What to do next.'],
  ['board', 'A full-screen app.'],
  ['stats', 'Search statistics.'],
  ['salary', 'Pay by role and city.'],
  ['watch', 'Watched job boards.'],
  ['ai', 'AI assistants.'],
]

const SECTIONS: readonly (readonly [title: string, nouns: readonly string[]])[] = [
  ['Your search', [...NOUNS.map(([noun]) => noun).slice(0, -1), 'demo']],
  ['AI', ['ai', 'chat']],
  ['Programs and agents', ['mcp', 'tokens', 'grants', 'keys', 'webhooks', 'sync', 'call']],
  [
    'This installation',
    ['me', 'remote', 'settings', 'serve', 'db', 'doctor', 'completions', 'users', 'seats'],
  ],
]

type Entry = Pick<GroupEntry, 'name' | 'about' | 'hidden'>

const USAGE = 'Your job search, in the terminal.\n\nUsage: crm <command> [options]\n'

export function programHelp(width: number): string {
  const half = NOUNS.length / 2
  const pairs = NOUNS.slice(0, half).map(([noun, about], at): Item => {
    const [other, more] = NOUNS[half + at] ?? ['', '']
    return [noun, `${padded(about, 30)}  ${padded(other, 6)}  ${more}`]
  })
  return [
    USAGE,
    block('Every day', DAILY, width),
    block('More', width < 80 ? NOUNS : pairs, width),
    wrapped('crm help <command> explains one. crm help all has agents, backups and more.', width, ''),
  ].join('\n')
}

export function wholeHelp(entries: readonly Entry[], width: number): string {
  // `find` is `search`.
  const daily = [...DAILY.map(([name]) => name), 'search']
  const shown = entries.filter(({ name, hidden }) => !hidden && !/^_/.test(name) && !daily.includes(name))
  const placed = SECTIONS.flatMap(([, nouns]) => nouns)
  const sections: [string, Entry[]][] = [
    ...SECTIONS.map(([title, nouns]): [string, Entry[]] => [
      title,
      nouns.flatMap((noun) => shown.filter((e) => e.name === noun)),
    ]),
    ['More', shown.filter(({ name }) => !placed.includes(name))],
  ]
  const termWidth = Math.max(...shown.map(({ name }) => name.length))
  const items = (some: Entry[]) => some.map(({ name, about }): Item => [name, about])
  return sheet(
    USAGE,
    block('Every day', DAILY, width, termWidth),
    ...sections.map(([title, some]) => block(title, items(some), width, termWidth)),
    wrapped('crm help <command> explains one. Every command takes --json.', width, ''),
  )
}

/** The text of `crm jobs --help`. If the noun is also a command, that is described first. */
export function groupHelp(group: Group, width: number): string {
  const own = group.commands.find(({ name }) => name === group.name)
  const shown = group.commands.filter((command) => !command.hidden && command !== own)
  const items = shown.map((command): Item => [usageOf(command), command.about])
  if (own) return sheet(commandHelp(group.name, own, width), block('Verbs', items, width))
  const examples = shown.flatMap((command) => command.examples?.slice(0, 1) ?? []).slice(0, 3)
  return sheet(
    `${wrapped(group.about, width, '')}\nUsage: crm ${group.name} <verb> [options]\n`,
    exampleLines(examples),
    block('Verbs', items, width),
    wrapped(`Run crm help ${group.name} <verb> for details.`, width, ''),
  )
}

export function commandHelp(path: string, command: Command, width: number): string {
  const words = (command.args ?? []).map(({ name }) => bracketed(name))
  const args = (command.args ?? []).map(({ name, about }): Item => [name.replace(/[?.]+$/, ''), about])
  const options = [...optionsOf(command), HELP].map(({ flags, about }): Item => [flags, about])
  return sheet(
    `${wrapped(command.about, width, '')}\n${wrapped(['Usage: crm', path, ...words, '[options]'].join(' '), width, '')}`,
    exampleLines(command.examples ?? []),
    block('Arguments', args, width),
    block('Options', options, width),
  )
}

/** Joins the parts that are not empty. Each ends with a line end, so an empty line stands between them. */
const sheet = (...parts: string[]): string => parts.filter(Boolean).join('\n')

const HELP: Option = { flags: '-h, --help', about: 'Show help.' }

export function optionsOf(command: Command): Option[] {
  return [
    ...(command.options ?? []),
    ...(command.destructive ? [{ flags: '-y, --yes', about: 'Do not ask for confirmation.' }] : []),
    ...(command.destructive || command.dryRun
      ? [{ flags: '--dry-run', about: 'Show what would happen.' }]
      : []),
    { flags: '--json [fields]', about: 'Print JSON: all fields, or only those you name.' },
    { flags: '--jq <filter>', about: 'Filter the JSON with a jq expression.' },
  ]
}

export const bracketed = (name: Argument['name']): string =>
  name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`

export const usageOf = ({ name, args = [] }: Command): string =>
  [name, ...args.map((arg) => bracketed(arg.name))].join(' ')

const exampleLines = (examples: readonly string[]): string =>
  examples.length ? `Examples:\n${examples.map((example) => `  $ ${example}\n`).join('')}` : ''

const MAX_TERM_WIDTH = 30

function block(title: string, items: readonly Item[], width: number, min = 0): string {
  if (!items.length) return ''
  const widest = Math.max(min, ...items.map(([term]) => widthOf(term)).filter((w) => w <= MAX_TERM_WIDTH), 0)
  const margin = widest + 4
  const isNarrow = width - margin < 24
  const lines = items.map(([term, about]) => {
    if (isNarrow || widthOf(term) > widest)
      return `  ${term}\n${wrapped(about, width, ' '.repeat(isNarrow ? 6 : margin))}`
    return `  ${padded(term, widest)}  ${wrapped(about, width, ' '.repeat(margin)).trimStart()}`
  })
  return `${title}:\n${lines.join('')}`
}

const wrapped = (text: string, width: number, margin: string): string =>
  linesOf(text, width - widthOf(margin))
    .map((line) => `${margin}${line}\n`)
    .join('')
