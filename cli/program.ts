// Runs a command line: finds its command, or shows help. Only the module of the named command is loaded.
import { nearest } from '../core/kernel/nearest.ts'
import { type Command, type Group, type Run, shellWord, misused } from './command.ts'
import { GROUPS } from './groups.ts'
import { bracketed, commandHelp, groupHelp, optionsOf, programHelp, wholeHelp } from './help.ts'
import { readSchemas } from './known-schemas.ts'
import { parse, refuseFlag } from './parse.ts'
import { runCommand, type CommandEnvironment } from './run-command.ts'
import {
  commandOf,
  helpLast,
  isHelp,
  isJson,
  isSingle,
  meantBy,
  normaliseArgs,
  SHORTCUTS,
  wantsJson,
  writtenOut,
} from './argv.ts'
import { VERSION } from '../core/version.ts'

export const EXIT_CODES = {
  0: 'done',
  1: 'failure',
  2: 'usage',
  3: 'not found or no data',
  4: 'not allowed or not signed in',
  5: 'invalid or in conflict',
  6: 'unavailable, try again',
  7: 'rate limited',
  130: 'interrupted',
} as const

/** A command as typed. A command with the same name as its group needs no verb. */
export const pathOf = (group: Group, command: Command): string =>
  group.name === command.name ? group.name : `${group.name} ${command.name}`

/** The command tree as data: for `crm --help --json` and the pinned surface. */
const treeOf = (groups: readonly Group[], fieldsOf: (operation: string) => string[]) =>
  groups.flatMap((group) =>
    group.commands
      .filter(({ hidden }) => !hidden)
      .map((command) => ({
        command: pathOf(group, command),
        about: command.about,
        args: (command.args ?? []).map(({ name, about }) => ({ name: bracketed(name), about })),
        options: optionsOf(command),
        examples: command.examples ?? [],
        destructive: Boolean(command.destructive),
        fields: command.operation ? fieldsOf(command.operation) : (command.fields ?? []),
      })),
  )

/** Runs the command line and returns the exit code; throws what the command throws. */
export async function runProgram(args: string[], environment: CommandEnvironment): Promise<number> {
  // Node decodes arguments as UTF-8 and replaces invalid bytes with this character.
  const damaged = args.find((word) => word.includes('\ufffd'))
  if (damaged !== undefined)
    misused(`The argument “${damaged}” is not valid UTF-8.`, { hint: 'Set the terminal to UTF-8.' })
  const isAll = args[0] === 'help' && args[1] === 'all'
  const typed = writtenOut(isAll ? ['--help', ...args.slice(2)] : helpLast(args))
  const [noun = '', verbSaid] = normaliseArgs(typed, undefined)
  const named = GROUPS.find(({ name }) => name === noun)
  if (!named) return runAlone(noun, typed, isAll, environment)
  const group = await named.load(verbSaid)
  const argv = normaliseArgs(writtenOut(typed, group), group)
  const verb = argv[1] ?? ''
  const command = commandOf(group, argv)
  const show = (text: (width: number) => string, commands: readonly Command[]) =>
    showHelp(environment, wantsJson(typed), text, [{ ...group, commands: [...commands] }])
  if (!command && argv.some(isHelp) && verb.startsWith('-'))
    return show((width) => groupHelp(group, width), group.commands)
  if (!command) {
    if (verb.startsWith('-')) refuseFlag(verb, [], group.name)
    const names = group.commands.map(({ name }) => name)
    const isSlip = nearest(verb, names) !== undefined
    if (!named.otherwise || isSlip) unknownWord(verb, group.commands, `${group.name} `)
    return runProgram([group.name, named.otherwise, ...argv.slice(1)], environment)
  }
  const path = pathOf(group, command)
  const parsed = parse(argv.slice(isSingle(group) ? 1 : 2), command, path)
  if (parsed.asksHelp) return show((width) => commandHelp(path, command, width), [command])
  const again: Run['again'] = (argv, streams) => runProgram(argv, { ...environment, streams })
  return runCommand(path, command, parsed, { ...environment, again })
}

/** A command line without a noun: help, or the version. */
async function runAlone(
  noun: string,
  typed: string[],
  isAll: boolean,
  environment: CommandEnvironment,
): Promise<number> {
  if (noun && !noun.startsWith('-'))
    unknownWord(noun, [...GROUPS, ...Object.keys(SHORTCUTS).map((name) => ({ name }))], '')
  if (typed.some((word) => word === '--version' || word === '-V')) {
    environment.streams.stdout.write(`${VERSION}\n`)
    return 0
  }
  const flag = typed.find((word) => !isHelp(word) && !isJson(word))
  if (flag) refuseFlag(flag, ['--help', '--version'], '')
  const json = wantsJson(typed)
  const groups = json ? await Promise.all(GROUPS.map((entry) => entry.load())) : []
  const text = (width: number) => (isAll ? wholeHelp(GROUPS, width) : programHelp(width))
  return showHelp(environment, json, text, groups)
}

function showHelp(
  { streams: { stdout } }: CommandEnvironment,
  json: boolean,
  text: (width: number) => string,
  groups: readonly Group[],
): number {
  stdout.write(json ? manifest(groups) : text(Math.max(20, Math.min(80, stdout.columns || 80))))
  return 0
}

/** Reports an unknown command with the most similar one, which is never run automatically. */
function unknownWord(
  word: string,
  known: readonly { name: string; hidden?: boolean }[],
  prefix: string,
): never {
  const names = known.filter(({ name, hidden }) => !hidden && !name.startsWith('_')).map(({ name }) => name)
  const guess = (prefix === '' ? meantBy(word) : undefined) ?? nearest(word, names)
  const hint = guess
    ? `Did you mean crm ${prefix}${guess}?`
    : prefix === ''
      ? `crm help all lists all. To look for it in your search: crm find ${shellWord(word)}`
      : `There are: ${names.join(', ')}.`
  return misused(`There is no command crm ${prefix}${word}.`, { hint })
}

function manifest(groups: readonly Group[]): string {
  const schemas = readSchemas()
  const commands = treeOf(groups, (operation) => schemas[operation]?.fields ?? [])
  return `${JSON.stringify({ version: VERSION, commands, exitCodes: EXIT_CODES }, null, 2)}\n`
}
