// Commands as commander knows them: only the named group is built.
import { Command as Commander, CommanderError } from 'commander'
import type { Config } from '../core/config.ts'
import { fail, problem } from '../core/kernel/errors.ts'
import type { Client } from './client.ts'
import type { Command, Group } from './command.ts'
import { GROUPS } from './groups.ts'
import { createOutput } from './output.ts'
import { VERSION } from '../core/version.ts'

interface Surroundings {
  config: Config
  client: Client
}

const INTRO = `Your job search, in the terminal.

Examples:
  $ crm jobs add "Acme" "Staff Engineer" --salary "$180k-220k"
  $ crm jobs list --status applied,interviewing
  $ crm next`

/** Runs the command line and answers the exit code; throws what a command throws. */
export async function runProgram(argv: string[], surroundings: Surroundings): Promise<number> {
  const program = base(new Commander('crm')).description(INTRO).usage('<noun> <verb> [options]')
  program.version(VERSION, '-V, --version', 'Print the version.')
  const named = GROUPS.find(({ name }) => name === (argv[0] === 'help' ? argv[1] : argv[0]))
  const group = (await named?.load())?.group
  for (const entry of GROUPS) {
    if (entry === named && group) addGroup(program, group, surroundings)
    else program.command(entry.name, { hidden: entry.name.startsWith('_') }).description(entry.about)
  }
  try {
    await program.parseAsync(explained(program, await bindFields(argv, group)), { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return usage(error)
    throw error
  }
}

/** Without a verb the program, or the noun, explains itself. */
function explained(program: Commander, argv: string[]): string[] {
  if (argv[0] === 'help') return [...argv.slice(1), '--help']
  const noun = program.commands.find((command) => command.name() === argv[0])
  const isAlone = argv.length === 0 || (argv.length === 1 && noun !== undefined && noun.commands.length > 0)
  return isAlone ? [...argv, '--help'] : argv
}

const FIELD_LIST = /^[A-Za-z]\w*(?:,[A-Za-z]\w*)*$/

/**
 * `--json` takes a list of fields or nothing, and commander would take the next word for it, whatever it is:
 * `crm jobs show --json acme` means the job acme. A word is a list of fields when it names fields.
 */
async function bindFields(argv: string[], group: Group | undefined): Promise<string[]> {
  const at = argv.indexOf('--json')
  const next = argv[at + 1]
  if (at < 0 || next === undefined || next.startsWith('-')) return argv
  const command = group?.commands.find(({ name }) => name === argv[1]) ?? group?.commands[0]
  const known = command?.operation ? await knownFields(command.operation) : []
  const names = next.split(',')
  const isFields =
    FIELD_LIST.test(next) &&
    (names.length > 1 || !command?.args?.length || names.every((name) => known.includes(name)))
  return [
    ...argv.slice(0, at),
    isFields ? `--json=${next}` : '--json=',
    ...argv.slice(isFields ? at + 2 : at + 1),
  ]
}

/** Help is an answer; everything else commander refuses is a mistake of use, in our words and with our code. */
function usage(error: CommanderError): number {
  if (error.exitCode === 0 || error.code === 'commander.help') return 0
  throw problem('usage', {
    problem: error.message.replace(/^error: /, '').replace(/^./, (c) => c.toUpperCase()),
  })
}

const base = (command: Commander): Commander =>
  command
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
    .configureHelp({ helpWidth: Math.min(80, process.stdout.columns ?? 80), showGlobalOptions: false })
    .helpOption('-h, --help', 'Show help.')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .allowExcessArguments(false)
    .enablePositionalOptions()

function addGroup(program: Commander, group: Group, surroundings: Surroundings): void {
  const [only] = group.commands
  if (only && group.commands.length === 1 && only.name === group.name)
    return void addCommand(program, only, surroundings)
  const noun = base(program.command(group.name)).description(group.about)
  for (const command of group.commands) addCommand(noun, command, surroundings)
}

function addCommand(parent: Commander, command: Command, surroundings: Surroundings): void {
  const built = base(parent.command(command.name, { hidden: command.hidden ?? false })).description(
    command.about,
  )
  for (const { name, about } of command.args ?? []) built.argument(bracketed(name), about)
  for (const { flags, about } of command.options ?? []) built.option(flags, about)
  if (command.destructive) built.option('-y, --yes', 'Do it without asking.')
  if (command.destructive || command.dryRun) built.option('--dry-run', 'Show what would happen.')
  if (command.passThrough) built.allowUnknownOption().passThroughOptions()
  else built.option('--json [fields]', 'Print JSON: everything, or the fields named.')
  if (command.examples)
    built.addHelpText('after', `\nExamples:\n${command.examples.map((e) => `  $ ${e}`).join('\n')}`)
  built.action((...all: unknown[]) => run(command, all, surroundings))
}

const bracketed = (name: string): string => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`)

async function run(command: Command, all: unknown[], { config, client }: Surroundings): Promise<void> {
  const values = all.slice(0, (command.args ?? []).length) as (string | string[] | undefined)[]
  const { json, ...options } = all[values.length] as Record<string, string | boolean | undefined>
  const out = createOutput({
    json: json === undefined ? null : typeof json === 'string' ? json : '',
    fields: await fieldsOf(command, json),
    color: config.color,
  })
  const args = values.map((value) => (Array.isArray(value) ? value[0] : value))
  const rest = values.flat().filter((value) => value !== undefined)
  if (command.destructive && options['yes'] !== true && options['dryRun'] !== true && !canAsk())
    fail('confirmation_needed', { action: `crm ${command.name}` })
  await command.run({ args, rest, options, config, client, out })
}

/** Whether a person can be asked: both ends are a terminal. */
const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

async function fieldsOf(command: Command, json: string | boolean | undefined): Promise<string[]> {
  return typeof json === 'string' && json && command.operation ? knownFields(command.operation) : []
}

async function knownFields(operation: string): Promise<string[]> {
  const { readSchemas } = await import('./local.ts')
  return readSchemas()[operation]?.fields ?? []
}
