// Converts the text of grants (`read-only`, `read-write`, or `jobs:write contacts:write`) to scopes.
import { first, isOneOf } from '../kernel/narrow.ts'
import type { Scope } from '../kernel/scope.ts'
import { EFFECTS, PIPELINE_NOUNS, TOKEN_BUNDLES, TOKEN_SCOPES, type TokenScope } from './scopes.ts'

type Effect = (typeof EFFECTS)[number]

const PIPELINE_GRANTS: readonly Scope[] = [...TOKEN_BUNDLES['read-write']]

/** Use of the assistants: `ai`. It costs money, so no bundle includes it. */
const AI_GRANT: Scope = 'assistants:write'

const AI_SCOPES: readonly Scope[] = ['assistants:read', AI_GRANT, 'scout:read']

const EXTENSION_GRANT: Scope = 'jobs:write'

export const GRANTS: readonly Scope[] = [...PIPELINE_GRANTS, AI_GRANT]

export const GRANT_WORDS: readonly string[] = [...PIPELINE_GRANTS, 'ai']

const isTokenScope = (word: string): word is TokenScope => isOneOf(TOKEN_SCOPES, word)

/** The scopes of one word: `jobs:write`, `write` for all nouns, or `ai`. */
function grantsOf(word: string): readonly Scope[] {
  if (word === 'ai') return [AI_GRANT]
  if (isOneOf(EFFECTS, word)) return PIPELINE_GRANTS.filter((grant) => grant.endsWith(`:${word}`))
  return GRANTS.filter((grant) => grant === word)
}

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
]

export const unknownGrants = (text: string): string[] =>
  wordsOf(text).filter((word) => !isTokenScope(word) && !grantsOf(word).length)

/** The canonical text of grants: `read-only`, `read-write`, or single grants in a fixed order. */
export function canonicalGrants(text: string): string {
  const words = wordsOf(text)
  const named = new Set(words.flatMap(grantsOf))
  if (words.includes('read-write')) {
    if (!named.has(AI_GRANT)) return 'read-write'
    for (const grant of PIPELINE_GRANTS) named.add(grant)
  }
  if (!named.size) return 'read-only'
  return GRANTS.filter((grant) => named.has(grant)).join(' ')
}

const nounOf = (grant: Scope): string => first(grant.split(':'))

const isChange = (scope: Scope): boolean => !scope.endsWith(':read') && !AI_SCOPES.includes(scope)

/** Adds undo to write grants. To undo a change, the caller also needs the scope of each row in it. */
const withUndo = (scopes: readonly Scope[]): ReadonlySet<Scope> =>
  new Set([...scopes, ...(scopes.some(isChange) ? (['audit:read', 'audit:write'] as const) : [])])

/** A write grant alone also reads the whole pipeline. With read grants beside it, only the nouns that the grants name. */
export function scopesOf(text: string): ReadonlySet<Scope> {
  if (isTokenScope(text)) return TOKEN_BUNDLES[text]
  if (text === EXTENSION_GRANT) return new Set(['jobs:read', EXTENSION_GRANT])
  const named = wordsOf(text).flatMap(grantsOf)
  const isNarrow = named.some((grant) => grant.endsWith(':read'))
  const read = isNarrow ? named.map((grant): Scope => `${nounOf(grant)}:read`) : TOKEN_BUNDLES['read-only']
  return withUndo([...read, ...named, ...(named.includes(AI_GRANT) ? AI_SCOPES : [])])
}

/** The value of a command-line flag: `true` for all nouns, a list of nouns, or undefined. */
export type Flag = readonly string[] | true | undefined

type Flags = Partial<Record<Effect, Flag>> & { ai?: boolean }

/** What an agent on this machine may read unless it is denied: the pipeline and pay data. */
export const READABLE_NOUNS = [...PIPELINE_NOUNS, 'intelligence'] as const

const scopesOfFlags = ({ ai, ...flags }: Flags): Scope[] => [
  ...EFFECTS.flatMap((effect) => {
    const all: readonly string[] = effect === 'read' ? READABLE_NOUNS : PIPELINE_NOUNS
    const nouns = flags[effect] === true ? all : (flags[effect] ?? [])
    return nouns.map((noun): Scope => `${noun}:${effect}`)
  }),
  ...(ai ? AI_SCOPES : []),
]

/** Reads are allowed unless denied; everything else must be allowed by name. A denial always wins. */
export function flaggedScopes({ allow, deny }: { allow: Flags & { all?: boolean }; deny: Flags }) {
  const wanted = allow.all ? ({ write: true, delete: true, ai: true } as const) : allow
  const granted = scopesOfFlags({ ...wanted, read: true })
  const denied = new Set(scopesOfFlags(deny))
  const allowed = withUndo(granted.filter((scope) => !denied.has(scope)))
  return new Set([...allowed].filter((scope) => !denied.has(scope)))
}

const isAi = (scope: Scope): boolean => AI_SCOPES.includes(scope)

const nounsOf = (scopes: readonly Scope[], effect: Effect): string[] => [
  ...new Set(scopes.filter((scope) => !isAi(scope) && scope.endsWith(`:${effect}`)).map(nounOf)),
]

function flagsBy(words: Readonly<Record<Effect | 'ai', string>>, scopes: readonly Scope[]): string[] {
  const flags = EFFECTS.map((effect) => [words[effect], nounsOf(scopes, effect)] as const)
  const named = flags.filter(([, nouns]) => nouns.length).map(([word, nouns]) => `${word}=${nouns.join(',')}`)
  return [...named, ...(scopes.some(isAi) ? [words.ai] : [])]
}

const ALLOW = { read: 'no --deny-read', write: '--allow-write', delete: '--allow-delete', ai: '--allow-ai' }
const DENY = { read: '--deny-read', write: '--deny-write', delete: '--deny-delete', ai: '--deny-ai' }

export const allowFlagsFor = (scopes: readonly Scope[]): string[] => flagsBy(ALLOW, scopes)

export const denialsOf = (scopes: readonly Scope[]): string[] => flagsBy(DENY, scopes)

export const grantFor = (scopes: readonly Scope[]): string =>
  [...new Set(scopes.map((scope) => (isAi(scope) ? AI_GRANT : scope)))].join(',')
