// Parses the arguments of simple command lines. All others are left to commander.
import type { Command } from '../command.ts'
import { optionsOf } from '../help.ts'
import { bindFields, type ParsedArgs } from '../run-command.ts'

interface Flag {
  /** The option's name in commander's results: `updatedSince`. */
  key: string
  takesValue: boolean
}

const FLAG_SPELLING = /^(?:(-\w), )?--([a-z][a-z-]*)(?: ([<[])\w)?/

/** Every spelling of a command's flags, without `--json` and flags that are not simple. */
function flagsOf(command: Command): Map<string, Flag> {
  const flags = new Map<string, Flag>()
  for (const { flags: text } of optionsOf(command)) {
    const [, short, long = '', bracket] = FLAG_SPELLING.exec(text) ?? []
    if (!long || long.startsWith('no-') || bracket === '[') continue
    const key = long.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const flag = { key, takesValue: bracket === '<' }
    if (short) flags.set(short, flag)
    flags.set(`--${long}`, flag)
  }
  return flags
}

/** The parsed arguments, as commander would return them; null if the command line is not simple enough. */
export function parseArgs(typed: string[], command: Command): ParsedArgs | null {
  const flags = flagsOf(command)
  const values: string[] = []
  const options: ParsedArgs['options'] = {}
  let json: string | undefined
  const words = bindFields(typed, command)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]! // Within the list.
    if (!word.startsWith('-')) {
      values.push(word)
      continue
    }
    const [, name = word, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [word, word]
    if (name === '--json' && json === undefined) {
      json = value ?? ''
      continue
    }
    const flag = flags.get(name)
    if (!flag || flag.key in options || (value !== undefined && !flag.takesValue)) return null
    const flagValue = flag.takesValue ? (value ?? words[(at += 1)]) : true
    // Stdin can be read once, and the whole program may have to run the command again.
    if (flagValue === undefined || flagValue === '-') return null
    options[flag.key] = flagValue
  }
  const args = command.args ?? []
  const required = args.filter(({ name }) => !name.endsWith('?')).length
  const isOpen = args.at(-1)?.name.includes('...') ?? false
  if (values.length < required || (!isOpen && values.length > args.length)) return null
  const valueAt = (at: number) => (isOpen && at === args.length - 1 ? values.slice(at) : values[at])
  return { values: args.map((_, at) => valueAt(at)), json, options }
}
