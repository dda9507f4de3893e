// Reads the words after a command's name: its arguments, and its flags with their values.
import { nearest } from '../core/kernel/nearest.ts'
import { isHelp } from './argv.ts'
import { flagName, misused, optionName, shellWord, type Command, type Run } from './command.ts'
import { optionsOf, usageOf } from './help.ts'
import { readSchema } from './known-schemas.ts'
import { refuseUnknown } from './output.ts'

export interface ParsedArgs {
  given: string[]
  options: Run['options']
  asksHelp: boolean
}

interface Flag {
  /** As declared: `-s, --status <list>`. */
  flags: string
  name: string
  takes: 'a value' | 'a value or none' | 'none'
  isNegated: boolean
}

function flagsOf(command: Command): ReadonlyMap<string, Flag> {
  const flags = optionsOf(command).flatMap(({ flags }) => {
    const isNegated = flagName(flags).startsWith('no-')
    const name = optionName(isNegated ? flags.replace('--no-', '--') : flags)
    const takes = flags.includes('<') ? 'a value' : flags.includes('[') ? 'a value or none' : 'none'
    return spellingsOf(flags).map((word) => [word, { flags, name, takes, isNegated }] as const)
  })
  return new Map(flags)
}

const spellingsOf = (flags: string): string[] => flags.split(/[ ,]+/).filter((word) => word.startsWith('-'))

/** Other spellings of a flag, which count unless a command has both. */
const TWINS: Readonly<Record<string, string>> = { '--note': '--notes', '--notes': '--note' }

/**
 * How to join the values of a repeated flag, by their kind. Pairs are joined by line breaks, because they may contain
 * commas.
 */
const JOINS: readonly (readonly [takes: RegExp, separator: string])[] = [
  [/<(?:list|tag)>$/, ','],
  [/<\w+=\w+>$/, '\n'],
  [/\[nouns\]$/, ','],
]

/** The value of a flag that may be given again. Without a value, it once meant everything. */
function joined({ flags }: Flag, before: string | boolean | undefined, value: string): string | boolean {
  const join = JOINS.find(([takes]) => takes.test(flags))
  if (!join || before === undefined) return value
  return typeof before === 'string' ? `${before}${join[1]}${value}` : before
}

/** A negative number is an argument. */
const isFlag = (word: string): boolean => /^-./.test(word) && !/^-\d*\.?\d+$/.test(word)

/** The parts of `--name=value` and `-n5`. */
function partsOf(word: string): readonly [name: string, value?: string | undefined] {
  const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? []
  return [name, value]
}

const IS_FIELDS = /^[A-Za-z]\w*(?:,[A-Za-z]\w*)*,?$/

export const fieldsOf = ({ operation, fields }: Command, hasFile = false): readonly string[] =>
  (hasFile ? fields : undefined) ?? (operation ? readSchema(operation)?.fields : fields) ?? []

/**
 * Whether the word after `--json` names fields. Otherwise it is an argument: in `crm jobs show --json acme`, acme is
 * the job. It also names fields if the command has what it needs and takes any number of words: a misspelt field (`swe
 * sf --json estimat`) must not become one of them.
 */
function isFieldList(word: string, command: Command, given: readonly string[]): boolean {
  if (!IS_FIELDS.test(word)) return false
  const { args = [], name } = command
  const names = word.split(',')
  const known = [...fieldsOf(command), ...fieldsOf(command, true)]
  const required = args.filter((argument) => !argument.name.endsWith('?')).length
  const isComplete = args.at(-1)?.name.includes('...') && given.length >= Math.max(1, required)
  // In a list, words precede flags, so a misspelt field is refused, not searched for.
  if (names.length > 1 || !args.length || name === 'list' || isComplete) return true
  return names.every((each) => known.includes(each))
}

/** Whether a flag takes the next word. */
function isValue(
  next: string | undefined,
  { takes, name }: Flag,
  isFields: (word: string) => boolean,
): boolean {
  if (takes !== 'a value or none') return takes === 'a value'
  return next !== undefined && !isFlag(next) && (name !== 'json' || isFields(next))
}

/** The arguments and flags of a command; `usage` for what it does not take. `path` is its name as typed. */
export function parse(words: readonly string[], command: Command, path: string): ParsedArgs {
  const flags = flagsOf(command)
  const given: string[] = []
  const unknown: string[] = []
  const options: Run['options'] = {}
  const rest = [...words]
  const isFields = (word: string) => isFieldList(word, command, given)
  let asksHelp = false
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, attached] = partsOf(word)
    const flag = flags.get(name) ?? flags.get(TWINS[name] ?? '')
    if (word === '--') given.push(...rest.splice(0))
    else if (!isFlag(word)) given.push(word, ...(command.passThrough ? rest.splice(0) : []))
    else if (isHelp(word)) asksHelp = true
    else if (flag && (attached === undefined || flag.takes !== 'none')) {
      const isNext = attached === undefined && isValue(rest[0], flag, isFields)
      if (isNext && !rest.length) misused(`${flag.flags} needs a value.`, { hint: helpHint(path) })
      const value = isNext ? rest.shift() : attached
      options[flag.name] = value === undefined ? !flag.isNegated : joined(flag, options[flag.name], value)
      // A command that asks nothing takes --yes too.
    } else if (word !== '--yes' || !command.dryRun) unknown.push(word)
  }
  if (!asksHelp) {
    if (unknown[0] !== undefined) refuseFlag(unknown[0], [...flags.keys()], path)
    refuseCount(given, command, path, words.includes('--json') ? words[words.indexOf('--json') + 1] : '')
  }
  return { given, options, asksHelp }
}

export function refuseFlag(word: string, known: readonly string[], path: string): never {
  const guess = word.startsWith('--') ? nearest(word, known) : undefined
  misused(`There is no option ${word}.`, { hint: guess ? `Did you mean ${guess}?` : helpHint(path) })
}

const helpHint = (path: string): string => `See crm ${path} --help`.replace('  ', ' ')

/** Refuses too few or too many arguments. `afterJson` may be a misspelt field. */
function refuseCount(given: readonly string[], command: Command, path: string, afterJson = ''): void {
  const { args = [] } = command
  const usage = `crm ${usageOf({ ...command, name: path })}`
  const missing = args.find(({ name }, at) => !name.endsWith('?') && given[at] === undefined)
  if (missing) misused(`<${missing.name.replace('...', '')}> is missing: ${usage}`, { hint: helpHint(path) })
  if (given.length <= args.length || args.at(-1)?.name.includes('...')) return
  if (IS_FIELDS.test(afterJson)) refuseUnknown(afterJson, fieldsOf(command, true))
  misused(`Too many arguments: ${usage}`, { hint: reworded(given, command, path) ?? helpHint(path) })
}

/** Too many words without quotes probably belong together: `crm show acme cook`. */
function reworded(words: readonly string[], command: Command, path: string): string | undefined {
  const takesQuery = optionsOf(command).some(({ flags }) => flags.includes('--query'))
  if (takesQuery) return `To look for it: crm ${path} -q ${shellWord(words.join(' '))}`
  const first = words.slice(0, (command.args?.length ?? 0) - 1)
  const last = words.slice(first.length)
  const isLoose = command.args?.length && words.every((word) => /^[^\s=]+$/.test(word))
  return isLoose
    ? `Words that belong together need quotes: crm ${[path, ...[...first, last.join(' ')].map(shellWord)].join(' ')}`
    : undefined
}
