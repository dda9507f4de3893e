// The permissions of `crm mcp`, from its flags: read-only by default, everything else is granted by name.
import { PIPELINE_NOUNS } from '../../core/identity/scopes.ts'
import { flaggedScopes, READABLE_NOUNS, type Flag } from '../../core/identity/grants.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Permission } from '../../gateway/mcp/stdio.ts'
import type { Option, Run } from '../command.ts'

/** Suggestions are made, and the pipeline counted: a grant to write them would do nothing (snoozing is of `me`). */
const WRITTEN = PIPELINE_NOUNS.filter((noun) => !['pipeline', 'suggestions'].includes(noun))

const nouns = WRITTEN.join(', ')

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

/**
 * The nouns of a flag. An unknown noun is an error that lists
 * the known ones, so that a typo does not silently grant less.
 */
function nounsOf(options: Run['options'], name: string, flag: string, known: readonly string[]): Flag {
  const value = options[name]
  if (value === undefined || value === false) return undefined
  if (value === true) return true
  const words = value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const strange = words.filter((word) => !known.includes(word))
  if (strange.length || !words.length)
    fail('usage', {
      problem: `${flag}: there is no ${strange.join(', ') || 'such noun'}. There are: ${known.join(', ')}.`,
    })
  return words
}

export function permissionOf(options: Run['options']): Permission {
  const read = (name: string, flag: string, known: readonly string[] = PIPELINE_NOUNS) =>
    nounsOf(options, name, flag, known)
  const allow = {
    write: read('allowWrite', '--allow-write', WRITTEN),
    delete: read('allowDelete', '--allow-delete', WRITTEN),
    ai: options['allowAi'] === true,
    all: options['allowAll'] === true,
  }
  const deny = {
    read: read('denyRead', '--deny-read', READABLE_NOUNS),
    write: read('denyWrite', '--deny-write'),
    delete: read('denyDelete', '--deny-delete'),
    ai: options['denyAi'] === true,
  }
  const scopes = flaggedScopes({ allow, deny })
  const everything = flaggedScopes({ allow: { all: true }, deny: {} })
  const undenied = flaggedScopes({ allow: { all: true }, deny })
  const denied = new Set([...everything].filter((scope) => !undenied.has(scope)))
  return { scopes, denied, sets: setsOf(options) }
}

/** The sets of --tools. An unknown one is an error that lists the known ones. */
function setsOf({ tools }: Run['options']): string | undefined {
  if (typeof tools !== 'string') return undefined
  const strange = tools
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => !SETS.includes(word))
  if (strange.length)
    fail('usage', { problem: `--tools: there is no ${strange.join(', ')}. There are: ${SETS.join(', ')}.` })
  return tools
}

/** As `gateway/mcp/pipeline/sets.ts` has them; a test compares. */
export const SETS = [
  'search',
  'pay',
  'offers',
  'reach',
  'pipeline',
  'jobs',
  'contacts',
  'activities',
  'calendar',
  'inbox',
  'watch',
  'ai',
]

const FLAG_OF: Readonly<Record<string, string>> = {
  allowWrite: '--allow-write',
  allowDelete: '--allow-delete',
  allowAi: '--allow-ai',
  allowAll: '--allow-all',
  denyRead: '--deny-read',
  denyWrite: '--deny-write',
  denyDelete: '--deny-delete',
  denyAi: '--deny-ai',
  tools: '--tools',
}

export const grantFlags = (options: Run['options']): string[] =>
  Object.entries(FLAG_OF).flatMap(([name, flag]) => {
    const value = options[name]
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [`${flag}=${value}`]
  })
