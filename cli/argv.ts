// Normalises argv into the order commander expects.
import type { Group } from './command.ts'

export const isSingle = ({ name, commands }: Group): boolean =>
  commands.length === 1 && commands[0]?.name === name

export const isJson = (word: string | undefined): boolean =>
  word === '--json' || word?.startsWith('--json=') === true

export const wantsJson = (argv: string[]): boolean => {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? undefined : end).some(isJson)
}

export const SHORTCUTS: Readonly<Record<string, readonly string[]>> = {
  add: ['jobs', 'add'],
  ls: ['jobs', 'list'],
  list: ['jobs', 'list'],
  show: ['jobs', 'show'],
  view: ['jobs', 'show'],
  open: ['jobs', 'open'],
  edit: ['jobs', 'edit'],
  rm: ['jobs', 'rm'],
  status: ['jobs', 'status'],
  done: ['jobs', 'done'],
  log: ['activities', 'log'],
  find: ['search'],
  ui: ['board'],
}

/** Other first words, with the command that was probably meant. The error suggests it; crm never runs it. */
const SUGGESTED_COMMANDS: Readonly<Record<string, string>> = {
  new: 'add',
  note: 'log',
  mv: 'status',
  move: 'status',
  delete: 'rm',
  remove: 'rm',
  events: 'calendar',
  people: 'contacts',
  mail: 'inbox',
  export: 'jobs export',
  import: 'jobs import',
  merge: 'jobs merge',
  backup: 'db backup',
  history: 'undo --list',
  version: '--version',
}

export const meantBy = (word: string): string | undefined =>
  Object.hasOwn(SUGGESTED_COMMANDS, word) ? SUGGESTED_COMMANDS[word] : undefined

/** Other spellings, of old scripts and of habit; longer ones first. Those with a flag show another command’s answer: `crm undo --list`. */
const SPELLINGS: readonly (readonly [said: string, now: string, flag?: string])[] = [
  ['account', 'me'],
  ['login', 'remote login'],
  ['logout', 'remote logout'],
  ['me show', 'me'],
  ['inbox accounts list', 'inbox add'],
  ['inbox accounts rm', 'inbox add --rm'],
  ['inbox accounts', 'inbox add'],
  ['jobs views rm', 'jobs views --rm'],
  ['undo', 'audit', '--list'],
  ['salary show', 'salary history', '--history'],
  ['salary show', 'salary projections', '--projections'],
]

function respelt(words: string[]): string[] {
  const [first = ''] = words
  if (Object.hasOwn(SHORTCUTS, first)) return [...(SHORTCUTS[first] ?? []), ...words.slice(1)]
  for (const [said, now, flag] of SPELLINGS) {
    const path = said.split(' ')
    if (path.every((word, at) => words[at] === word) && (flag === undefined || words.includes(flag)))
      return [...now.split(' '), ...words.slice(path.length).filter((word) => word !== flag)]
  }
  return words
}

export const VERBS: ReadonlyMap<string, string> = new Map([
  ['ls', 'list'],
  ['view', 'show'],
  ['remove', 'rm'],
  ['delete', 'rm'],
])

/** A command line with its shortcuts written out: `crm ls -s open` is `crm jobs list -s open`. */
export function writtenOut(typed: string[], group?: Group): string[] {
  const at = typed.findIndex((word) => !isJson(word))
  if (!group) return at < 0 ? typed : [...typed.slice(0, at), ...respelt(typed.slice(at))]
  const verb = typed[at + 1] ?? ''
  const meant = VERBS.get(verb)
  const isMeant =
    !group.commands.some(({ name }) => name === verb) && group.commands.some(({ name }) => name === meant)
  return meant && isMeant ? typed.with(at + 1, meant) : typed
}

/** Turns `crm help ls` into `crm ls --help`. */
export const helpLast = (typed: string[]): string[] => {
  const at = typed.findIndex((word) => !isJson(word))
  return typed[at] === 'help' ? [...typed.toSpliced(at, 1), '--help'] : typed
}

const HELP = new Set(['help', '--help', '-h'])

/** Moves `--json` after the verb, and `help` after the command that it explains. Without the group, only the noun is reliable. */
export function normaliseArgs(typed: string[], group: Group | undefined): string[] {
  const argv = withOwnVerb(withJsonLast(typed, group), group)
  const rest = argv.filter((word) => word !== 'help')
  const [, verb] = argv
  if (verb === 'help' && group && !isSingle(group)) return [...rest, '--help']
  const isAlone = argv.every((word, at) => isJson(word) || (at === 0 && group && !isSingle(group)))
  return isAlone && !argv.some((word) => HELP.has(word)) ? [...argv, '--help'] : argv
}

/** A noun alone or followed by flags runs its command of the same name: `crm mcp --allow-all`. */
function withOwnVerb(argv: string[], group: Group | undefined): string[] {
  const [noun = '', verb, ...rest] = argv
  if (!group || isSingle(group) || !group.commands.some(({ name }) => name === group.name)) return argv
  const isVerb = verb !== undefined && (!verb.startsWith('-') || HELP.has(verb))
  return isVerb ? argv : [noun, group.name, ...(verb === undefined ? [] : [verb]), ...rest]
}

function withJsonLast(argv: string[], group: Group | undefined): string[] {
  const at = argv.findIndex((word) => !isJson(word))
  if (at > 0) return withJsonLast([...argv.slice(at), ...argv.slice(0, at)], group)
  const isBeforeVerb = isJson(argv[1]) && group?.commands.some(({ name }) => name === argv[2])
  if (isBeforeVerb && group && !isSingle(group)) return [argv[0] ?? '', ...argv.slice(2), argv[1] ?? '']
  return argv
}
