// Normalises argv into the order commander expects.
import type { Group } from './command.ts'

/** Whether a group consists of a single command, such as `crm next`. */
export const isSingle = ({ name, commands }: Group): boolean =>
  commands.length === 1 && commands[0]?.name === name

const isJson = (word: string | undefined): boolean =>
  word === '--json' || word?.startsWith('--json=') === true

/** Whether output is JSON, including errors. After `--` nothing is a flag. */
export const wantsJson = (argv: string[]): boolean => {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? undefined : end).some(isJson)
}

const HELP = new Set(['help', '--help', '-h'])

/**
 * Moves `--json` behind the verb, rewrites `help X` and `X help Y` to `X Y --help`, and adds `--help` to a
 * program or noun on its own. Without the group only the noun is reliable.
 */
export function normaliseArgs(typed: string[], group: Group | undefined): string[] {
  const argv = withOwnVerb(withJsonLast(typed, group), group)
  const rest = argv.filter((word) => word !== 'help')
  const [noun, verb] = argv
  if (noun === 'help') return [...rest, '--help']
  if (verb === 'help' && group && !isSingle(group)) return [...rest, '--help']
  const isAlone = argv.every((word, at) => isJson(word) || (at === 0 && group && !isSingle(group)))
  return isAlone && !argv.some((word) => HELP.has(word)) ? [...argv, '--help'] : argv
}

/**
 * A noun alone or followed by flags runs its command of
 * the same name, if there is one: `crm mcp --allow-all`.
 */
function withOwnVerb(argv: string[], group: Group | undefined): string[] {
  const [noun = '', verb, ...rest] = argv
  if (!group || isSingle(group) || !ownOf(group)) return argv
  const isVerb = verb !== undefined && (!verb.startsWith('-') || HELP.has(verb))
  return isVerb ? argv : [noun, group.name, ...(verb === undefined ? [] : [verb]), ...rest]
}

/** The command with the same name as its group. */
const ownOf = (group: Group): Group['commands'][number] | undefined =>
  group.commands.find(({ name }) => name === group.name)

function withJsonLast(argv: string[], group: Group | undefined): string[] {
  const at = argv.findIndex((word) => !isJson(word))
  if (at > 0) return withJsonLast([...argv.slice(at), ...argv.slice(0, at)], group)
  const isBeforeVerb = isJson(argv[1]) && group?.commands.some(({ name }) => name === argv[2])
  if (isBeforeVerb && group && !isSingle(group)) return [argv[0] ?? '', ...argv.slice(2), argv[1] ?? '']
  return argv
}
