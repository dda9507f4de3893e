// Builds the commander program; only the named group is built.
import { Command as Commander, CommanderError, Option } from 'commander'
import { nearest } from '../core/kernel/nearest.ts'
import { flagName, type Command, type Group, type Run, shellWord, misused } from './command.ts'
import { GROUPS } from './groups.ts'
import { bracketed, commandHelp, groupHelp, optionsOf, programHelp, usageOf, wholeHelp } from './help.ts'
import { readSchemas } from './known-schemas.ts'
import { refuseUnknown } from './output.ts'
import {
  bindFields,
  commandOf,
  fieldsOf,
  isFields,
  isNamed,
  plainWords,
  runCommand,
  type ParsedArgs,
  type CommandEnvironment,
} from './run-command.ts'
import { helpLast, isSingle, meantBy, normaliseArgs, SHORTCUTS, wantsJson, writtenOut } from './argv.ts'
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

interface ProgramSession extends CommandEnvironment, Pick<Run, 'again'> {
  json: boolean
  exitCode: number
  isAll: boolean
}

/** Runs the command line and returns the exit code; throws what the command throws. */
export async function runProgram(args: string[], surroundings: CommandEnvironment): Promise<number> {
  // Node decodes arguments as UTF-8 and replaces invalid bytes with this character.
  const damaged = args.find((word) => word.includes('\ufffd'))
  if (damaged !== undefined)
    misused(`The argument “${damaged}” is not valid UTF-8.`, { hint: 'Set the terminal to UTF-8.' })
  const isAll = args[0] === 'help' && args[1] === 'all'
  const typed = writtenOut(isAll ? ['--help', ...args.slice(2)] : helpLast(args))
  const [noun = '', verbSaid] = normaliseArgs(typed, undefined)
  const named = GROUPS.find(({ name }) => name === noun)
  if (!named && noun && !noun.startsWith('-'))
    unknownWord(noun, [...GROUPS, ...Object.keys(SHORTCUTS).map((name) => ({ name }))], '')
  const group = await named?.load(verbSaid)
  const argv = normaliseArgs(writtenOut(typed, group), group)
  const verb = argv[1]
  if (group && verb && !isSingle(group) && !verb.startsWith('-') && !group.commands.some(isNamed(verb))) {
    const verbs = group.commands.map(({ name }) => name)
    const isSlip = nearest(verb, verbs) !== undefined
    if (!named?.otherwise || isSlip) unknownWord(verb, group.commands, `${group.name} `)
    return runProgram([group.name, named.otherwise, ...argv.slice(1)], surroundings)
  }
  const again: Run['again'] = (argv, streams) => runProgram(argv, { ...surroundings, streams })
  const session: ProgramSession = { ...surroundings, again, json: wantsJson(typed), exitCode: 0, isAll }
  const program = await build(session, group, verb)
  try {
    const start = group && isSingle(group) ? 1 : 2
    const command = commandOf(group, argv)
    await program.parseAsync(bindFields(argv, command, start), { from: 'user' })
    return session.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return usage(error, argv, group)
    throw error
  }
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
      ? `crm help all lists all commands. To search your records for the word: crm find ${shellWord(word)}`
      : `There are: ${names.join(', ')}.`
  return misused(`There is no command crm ${prefix}${word}.`, { hint })
}

async function build(session: ProgramSession, group: Group | undefined, verb = ''): Promise<Commander> {
  const everyGroup = session.json && !group ? await Promise.all(GROUPS.map((entry) => entry.load())) : []
  const program = base(new Commander('crm'), session, {
    text: (width) => (session.isAll ? wholeHelp(GROUPS, width) : programHelp(width)),
    groups: everyGroup,
  })
  program.version(VERSION, '-V, --version', 'Print the version.')
  if (group) addGroup(program, group, verb, session)
  return program
}

/** Help is a success; every other commander error becomes a usage error with our wording and code. */
function usage(error: CommanderError, argv: string[], group: Group | undefined): number {
  if (error.exitCode === 0 || error.code === 'commander.help') return 0
  const command = commandOf(group, argv)
  const afterJson = argv[argv.indexOf('--json') + 1]
  if (error.code === 'commander.excessArguments' && command && argv.includes('--json') && afterJson)
    if (isFields.test(afterJson)) refuseUnknown(afterJson, fieldsOf(command, true))
  const [reason = '', guess] = error.message.split('\n')
  const path = group && command ? pathOf(group, command) : (group?.name ?? '')
  const hint =
    guess?.replace(/^\(|\)$/g, '') ??
    reworded(error, argv, command, path) ??
    `See crm ${path} --help`.replace('  ', ' ')
  return misused(saidOf(error, reason.replace(/^error: /, ''), command, path), { hint })
}

/** Too many words without quotes probably belong together: `crm show acme cook`. */
function reworded({ code }: CommanderError, argv: string[], command: Command | undefined, path: string) {
  if (code !== 'commander.excessArguments' || !command) return undefined
  const words = plainWords(argv.slice(path.split(' ').length), command)
  const takesQuery = optionsOf(command).some(({ flags }) => flags.includes('--query'))
  if (takesQuery && words.length) return `To look for it: crm ${path} -q ${shellWord(words.join(' '))}`
  const first = (command.args ?? []).slice(0, -1).map((_, at) => words[at] ?? '')
  const last = words.slice(first.length)
  const isLoose = command.args?.length && last.length > 1 && words.every((word) => /^[^\s=]+$/.test(word))
  return isLoose
    ? `Words that belong together need quotes: crm ${[path, ...[...first, last.join(' ')].map(shellWord)].join(' ')}`
    : undefined
}

function saidOf({ code }: CommanderError, text: string, command: Command | undefined, path: string): string {
  const [, quoted = ''] = /'([^']*)'/.exec(text) ?? []
  if (code === 'commander.missingArgument') return `<${quoted}> is missing: ${usageLine(path, command)}`
  if (code === 'commander.excessArguments') return `Too many arguments: ${usageLine(path, command)}`
  if (code === 'commander.unknownOption') return `There is no option ${quoted}.`
  if (code === 'commander.optionMissingArgument') return `${quoted} needs a value.`
  return sentence(text.replaceAll(/'([^']*)'/g, '“$1”'))
}

const usageLine = (path: string, command: Command | undefined): string =>
  `crm ${command ? usageOf({ ...command, name: path }) : path}`

const sentence = (text: string): string =>
  text.replace(/^./, (first) => first.toUpperCase()).replace(/[^.]$/, '$&.')

interface Help {
  text: (width: number) => string
  groups: readonly Group[]
}

const base = (command: Commander, session: ProgramSession, help: Help): Commander =>
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => session.streams.stdout.write(text),
      writeErr: () => {},
      outputError: () => {},
    })
    .configureHelp({
      formatHelp: () =>
        session.json
          ? manifest(help.groups)
          : help.text(Math.max(20, Math.min(80, session.streams.stdout.columns || 80))),
    })
    .helpOption('-h, --help', 'Show help.')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .enablePositionalOptions()

/** The command tree as data: for `crm --help --json`. */
function manifest(groups: readonly Group[]): string {
  const schemas = readSchemas()
  const commands = groups.flatMap((group) =>
    group.commands
      .filter(({ hidden }) => !hidden)
      .map((command) => ({
        command: pathOf(group, command),
        about: command.about,
        args: (command.args ?? []).map(({ name, about }) => ({ name: bracketed(name), about })),
        options: optionsOf(command),
        examples: command.examples ?? [],
        destructive: Boolean(command.destructive),
        fields: (command.operation ? schemas[command.operation]?.fields : command.fields) ?? [],
      })),
  )
  return `${JSON.stringify({ version: VERSION, commands, exitCodes: EXIT_CODES }, null, 2)}\n`
}

/** Builds only the named verb of a noun, if there is one. Building the others took a millisecond. */
function addGroup(program: Commander, group: Group, verb: string, session: ProgramSession): void {
  if (isSingle(group)) return void group.commands.forEach((only) => addCommand(program, group, only, session))
  const help = { text: (width: number) => groupHelp(group, width), groups: [group] }
  const noun = base(program.command(group.name), session, help)
  const named = group.commands.filter(isNamed(verb))
  for (const command of named.length ? named : group.commands) addCommand(noun, group, command, session)
}

/** How to join the values of a repeated flag. Pairs are joined by line breaks, because they may contain commas. */
const JOINS: readonly (readonly [takes: RegExp, separator: string])[] = [
  [/<(?:list|tag)>$/, ','],
  [/<\w+=\w+>$/, '\n'],
  [/\[nouns\]$/, ','],
]

/** A flag that was once given without a value already means all nouns. */
const joinedBy =
  (separator: string) =>
  (value: string, before: string | boolean | undefined): string | boolean =>
    typeof before === 'string' ? `${before}${separator}${value}` : (before ?? value)

/** `--note` is accepted for `--notes` and the reverse, unless a command has both. */
function noteSynonym(has: (name: string) => boolean): readonly [own: string, synonym: string] | undefined {
  const [own, synonym] = has('note') ? ['note', 'notes'] : ['notes', 'note']
  return has(own) && !has(synonym) ? [own, synonym] : undefined
}

function addCommand(parent: Commander, group: Group, command: Command, session: ProgramSession): void {
  const path = pathOf(group, command)
  const built = base(parent.command(command.name), session, {
    text: (width) => commandHelp(path, command, width),
    groups: [{ ...group, commands: isSingle(group) ? group.commands : [command] }],
  })
  for (const { name, about } of command.args ?? []) built.argument(bracketed(name), about)
  for (const { flags, about } of optionsOf(command)) {
    const join = JOINS.find(([takes]) => takes.test(flags))
    if (join) built.option(flags, about, joinedBy(join[1]))
    else built.option(flags, about)
  }
  const has = (name: string) => optionsOf(command).some(({ flags }) => flagName(flags) === name)
  const synonym = noteSynonym(has)
  if (synonym) built.addOption(new Option(`--${synonym[1]} <text>`).hideHelp())
  // A command that asks nothing takes --yes too.
  if (command.dryRun && !has('yes')) built.addOption(new Option('-y, --yes').hideHelp())
  if (command.passThrough) built.allowUnknownOption().passThroughOptions()
  built.action(async (...all: unknown[]) => {
    const count = (command.args ?? []).length
    // commander passes what was declared: the arguments, then the options.
    const values = all.slice(0, count) as ParsedArgs['values']
    const { json, ...options } = all[count] as ParsedArgs['options']
    if (synonym && options[synonym[1]] !== undefined) options[synonym[0]] = options[synonym[1]]
    session.exitCode = await runCommand(path, command, { values, json, options }, session)
  })
}
