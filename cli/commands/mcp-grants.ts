// The permissions of `crm mcp`, from its flags: read-only by default, everything else is granted by name.
import { PIPELINE_NOUNS } from '../../core/identity/scopes.ts'
import { flaggedScopes, READABLE_NOUNS, type Flag } from '../../core/identity/grants.ts'
import type { Permission } from '../../gateway/mcp/stdio.ts'
import { flagName, isOn, optionName, textOf, words, type Option, type Run, misused } from '../command.ts'

/** Nouns with write grants. Suggestions and pipeline figures are computed, and snoozing needs `me`. */
const WRITABLE_NOUNS = PIPELINE_NOUNS.filter((noun) => !['pipeline', 'suggestions'].includes(noun))

const nouns = WRITABLE_NOUNS.join(', ')

export const GRANT_OPTIONS: Option[] = [
  { flags: '--allow-write [nouns]', about: `Allow adding and changing: everything, or only ${nouns}.` },
  { flags: '--allow-delete [nouns]', about: 'Allow deleting: everything, or only these nouns.' },
  { flags: '--allow-ai', about: 'Allow the AI assistants, which cost money.' },
  { flags: '--allow-all', about: 'Allow all of the above.' },
  { flags: '--deny-read [nouns]', about: 'Deny reading these nouns; intelligence hides the pay tools.' },
  { flags: '--deny-write [nouns]', about: 'Deny writing these nouns; overrides --allow-write.' },
  { flags: '--deny-delete [nouns]', about: 'Deny deleting these nouns; overrides --allow-delete.' },
  { flags: '--deny-ai', about: 'Deny the AI assistants; overrides --allow-ai.' },
  {
    flags: '--tools <list>',
    about: 'Offer only these sets of tools: search, pay, offers, reach, or a noun such as jobs.',
  },
]

/** The words of a flag. Refuses an unknown word, because a typo must not change the grants. */
function wordsOf(text: string, flag: string, known: readonly string[], what = ''): string[] {
  const given = words(text.toLowerCase()) ?? []
  const strange = given.filter((word) => !known.includes(word))
  if (strange.length || (what && !given.length))
    misused(`${flag}: there is no ${strange.join(', ') || what}. There are: ${known.join(', ')}.`)
  return given
}

export function permissionOf(options: Run['options']): Permission {
  const read = (flag: string, known: readonly string[] = PIPELINE_NOUNS): Flag => {
    const value = options[optionName(flag)]
    return typeof value === 'string' ? wordsOf(value, flag, known, 'such noun') : value || undefined
  }
  const allow = {
    write: read('--allow-write', WRITABLE_NOUNS),
    delete: read('--allow-delete', WRITABLE_NOUNS),
    ai: isOn(options, 'allowAi'),
    all: isOn(options, 'allowAll'),
  }
  const deny = {
    read: read('--deny-read', READABLE_NOUNS),
    write: read('--deny-write'),
    delete: read('--deny-delete'),
    ai: isOn(options, 'denyAi'),
  }
  const scopes = flaggedScopes({ allow, deny })
  const everything = flaggedScopes({ allow: { all: true }, deny: {} })
  const undenied = flaggedScopes({ allow: { all: true }, deny })
  const denied = new Set([...everything].filter((scope) => !undenied.has(scope)))
  const sets = textOf(options, 'tools')
  if (sets !== undefined) wordsOf(sets, '--tools', SETS)
  return { scopes, denied, sets }
}

/** A copy of the sets in `gateway/mcp/pipeline/tools.ts`; a test compares them. */
export const SETS = [
  ...['search', 'pay', 'offers', 'reach', 'pipeline', 'jobs', 'contacts', 'activities', 'calendar', 'inbox'],
  ...['watch', 'ai'],
]

/** The flags as they were given, for the program that a host starts. */
export const grantFlags = (options: Run['options']): string[] =>
  GRANT_OPTIONS.flatMap(({ flags }) => {
    const value = options[optionName(flags)]
    if (value === undefined || value === false) return []
    return value === true ? [`--${flagName(flags)}`] : [`--${flagName(flags)}=${value}`]
  })
