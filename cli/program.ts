// Commands as commander knows them: only the named group is built.
import { Command as Commander, CommanderError } from 'commander'
import type { Config } from '../core/config.ts'
import { CrmError, fail, problem } from '../core/kernel/errors.ts'
import { joined } from '../core/kernel/issue-words.ts'
import { nearest } from '../core/kernel/nearest.ts'
import type { Client } from './client.ts'
import type { Command, Group } from './command.ts'
import { GROUPS } from './groups.ts'
import { bracketed, commandHelp, groupHelp, optionsOf, programHelp } from './help.ts'
import { readSchema, readSchemas } from './known-schemas.ts'
import { createOutput } from './output.ts'
import { EXIT_CODES, pathOf, treeOf } from './tree.ts'
import { isSingle, ordered, wantsJson } from './words.ts'
import { VERSION } from '../core/version.ts'

interface Surroundings {
  config: Config
  client: Client
}

/** One run of the program: what was typed, and the exit code its command asked for. */
interface Session extends Surroundings {
  json: boolean
  exitCode: number
}

/** Runs the command line and answers the exit code; throws what a command throws. */
export async function runProgram(typed: string[], surroundings: Surroundings): Promise<number> {
  const [noun = ''] = ordered(typed, undefined)
  const named = GROUPS.find(({ name }) => name === noun)
  if (!named && noun && !noun.startsWith('-')) unknownWord(noun, GROUPS, '')
  const group = (await named?.load())?.group
  const argv = ordered(typed, group)
  const verb = argv[1]
  if (group && verb && !isSingle(group) && !verb.startsWith('-') && !group.commands.some(isNamed(verb)))
    unknownWord(verb, group.commands, `${group.name} `)
  const session: Session = { ...surroundings, json: wantsJson(typed), exitCode: 0 }
  const program = await build(session, group, verb)
  try {
    await program.parseAsync(bindFields(argv, group), { from: 'user' })
    return session.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return usage(error, argv, group)
    throw error
  }
}

const isNamed = (word: string) => (entry: { name: string }) => entry.name === word

/** A word that is no command is named, with the likeliest one; a guess is never run. */
function unknownWord(
  word: string,
  known: readonly { name: string; hidden?: boolean }[],
  prefix: string,
): never {
  const names = known.filter(({ name, hidden }) => !hidden && !name.startsWith('_')).map(({ name }) => name)
  const guess = nearest(word, names)
  const hint = guess ? `Did you mean crm ${prefix}${guess}?` : `There are: ${names.join(', ')}.`
  return fail('usage', { problem: `There is no command crm ${prefix}${word}.` }, { hint })
}

async function build(session: Session, group: Group | undefined, verb = ''): Promise<Commander> {
  const everyGroup = session.json && !group ? await Promise.all(GROUPS.map((entry) => entry.load())) : []
  const program = base(new Commander('crm'), session, {
    text: (width) => programHelp(GROUPS, width),
    groups: everyGroup.map((loaded) => loaded.group),
  })
  program.version(VERSION, '-V, --version', 'Print the version.')
  if (group) addGroup(program, group, verb, session)
  return program
}

const isFields = /^[A-Za-z]\w*(?:,[A-Za-z]\w*)*$/

/**
 * `--json` takes a list of fields or nothing, and commander would take the next word for it, whatever it is:
 * `crm jobs show --json acme` means the job acme. A word is a list of fields when it names fields.
 */
function bindFields(argv: string[], group: Group | undefined): string[] {
  const at = argv.indexOf('--json')
  const next = argv[at + 1]
  const command = commandOf(group, argv)
  if (at < 0 || next === undefined || next.startsWith('-') || command?.passThrough) return argv
  const known = command ? fieldsOf(command) : []
  const names = next.split(',')
  const isList =
    isFields.test(next) &&
    (names.length > 1 || !command?.args?.length || names.every((name) => known.includes(name)))
  return [
    ...argv.slice(0, at),
    isList ? `--json=${next}` : '--json=',
    ...argv.slice(isList ? at + 2 : at + 1),
  ]
}

const commandOf = (group: Group | undefined, argv: string[]): Command | undefined =>
  group?.commands.find(isNamed(argv[1] ?? '')) ?? (group && isSingle(group) ? group.commands[0] : undefined)

/** Help is an answer; everything else commander refuses is a mistake of use, in our words and with our code. */
function usage(error: CommanderError, argv: string[], group: Group | undefined): number {
  if (error.exitCode === 0 || error.code === 'commander.help') return 0
  const command = commandOf(group, argv)
  const afterJson = argv[argv.indexOf('--json') + 1]
  if (error.code === 'commander.excessArguments' && command && argv.includes('--json') && afterJson)
    if (isFields.test(afterJson)) refuseUnknown(afterJson, fieldsOf(command))
  const [said = '', guess] = error.message.split('\n')
  const path = group && command ? pathOf(group, command) : (group?.name ?? '')
  throw problem(
    'usage',
    { problem: sentence(said.replace(/^error: /, '')) },
    { hint: guess?.replace(/^\(|\)$/g, '') ?? `See crm ${path} --help`.replace('  ', ' ') },
  )
}

const sentence = (text: string): string =>
  text.replace(/^./, (first) => first.toUpperCase()).replace(/[^.]$/, '$&.')

interface Help {
  text: (width: number) => string
  /** What `--help --json` describes. */
  groups: readonly Group[]
}

const base = (command: Commander, session: Session, help: Help): Commander =>
  command
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
    .configureHelp({ formatHelp: () => (session.json ? manifest(help.groups) : help.text(helpWidth())) })
    .helpOption('-h, --help', 'Show help.')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .enablePositionalOptions()

const helpWidth = (): number => Math.max(20, Math.min(80, process.stdout.columns || 80))

function manifest(groups: readonly Group[]): string {
  const schemas = readSchemas()
  const commands = treeOf(groups, (operation) => schemas[operation]?.fields ?? [])
  return `${JSON.stringify({ version: VERSION, commands, exitCodes: EXIT_CODES }, null, 2)}\n`
}

/** Of a noun only the verb that is named, if one is: building the others took a millisecond. */
function addGroup(program: Commander, group: Group, verb: string, session: Session): void {
  if (isSingle(group)) return void group.commands.forEach((only) => addCommand(program, group, only, session))
  const help = { text: (width: number) => groupHelp(group, width), groups: [group] }
  const noun = base(program.command(group.name), session, help)
  const named = group.commands.filter(isNamed(verb))
  for (const command of named.length ? named : group.commands) addCommand(noun, group, command, session)
}

function addCommand(parent: Commander, group: Group, command: Command, session: Session): void {
  const path = pathOf(group, command)
  const built = base(parent.command(command.name), session, {
    text: (width) => commandHelp(path, command, width),
    groups: [{ ...group, commands: isSingle(group) ? group.commands : [command] }],
  })
  for (const { name, about } of command.args ?? []) built.argument(bracketed(name), about)
  for (const { flags, about } of optionsOf(command)) built.option(flags, about)
  if (command.passThrough) built.allowUnknownOption().passThroughOptions()
  built.action((...all: unknown[]) => run(path, command, all, session))
}

async function run(path: string, command: Command, all: unknown[], session: Session): Promise<void> {
  const values = all.slice(0, (command.args ?? []).length) as (string | string[] | undefined)[]
  const { json, ...options } = all[values.length] as Record<string, string | boolean | undefined>
  const wanted = json === undefined ? null : typeof json === 'string' ? json : ''
  const known = wanted ? fieldsOf(command) : []
  // Before anything is done: a write must not happen and then fail for how it was to be printed.
  if (wanted && known.length) refuseUnknown(wanted, known)
  const { color } = session.config
  const { whole } = session.client.envelopes
  const out = createOutput({ json: wanted, fields: known, color, whole })
  const args = values.map((value) => (Array.isArray(value) ? value[0] : value))
  const rest = values.flat().filter((value) => value !== undefined)
  if (command.destructive && options['yes'] !== true && options['dryRun'] !== true && !out.canAsk)
    fail('confirmation_needed', { action: `crm ${path}` })
  const { config, client } = session
  try {
    session.exitCode = (await command.run({ args, rest, options, config, client, out })) ?? 0
  } catch (error) {
    throw withFlags(error, command)
  }
}

/** Fields of an input are flags here: `limit must be at most 100` is said of `--limit`. */
function withFlags(error: unknown, command: Command): unknown {
  if (!(error instanceof CrmError) || !error.issues.length) return error
  const flags = new Map(optionsOf(command).map(({ flags }) => [camelOf(flags), `--${nameOf(flags)}`]))
  const issues = error.issues.map(({ path, message }) => ({ path: flags.get(path) ?? path, message }))
  return new CrmError(error.code, joined(issues), { ...error, cause: error.cause })
}

const nameOf = (flags: string): string => /--([\w-]+)/.exec(flags)?.[1] ?? ''

const camelOf = (flags: string): string =>
  nameOf(flags).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function refuseUnknown(wanted: string, known: readonly string[]): void {
  const unknown = wanted.split(',').filter((name) => !known.includes(name.trim()))
  if (!unknown.length) return
  fail('usage', { problem: `--json: there is no field ${unknown.join(', ')}. Fields: ${known.join(', ')}` })
}

const fieldsOf = (command: Command): readonly string[] =>
  command.operation ? (readSchema(command.operation)?.fields ?? []) : (command.fields ?? [])
