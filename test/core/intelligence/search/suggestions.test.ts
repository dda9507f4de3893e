// Roles suggested for a text that names none: misspelt titles get theirs, words that are no titles get nothing.
import { expect, it } from 'vitest'
import { matchRoleInIndex } from '../../../../core/intelligence/library/resolve.ts'
import { buildRoleIndex, findRoles, suggestRoles } from '../../../../core/intelligence/search/roles.ts'
import { readCatalogue, readTitleModel } from '../../../bench/catalogue.ts'
import { hardQueries, seeded } from '../../../bench/search.ts'

const roles = readCatalogue()
const index = buildRoleIndex(roles, readTitleModel())

const isUnknown = (text: string): boolean => {
  try {
    return matchRoleInIndex(index, text).slug === ''
  } catch {
    return true
  }
}

it('a misspelt title that is not understood gets its role suggested: 94 % of those that search finds', () => {
  const unknown = hardQueries(roles, 4).filter(({ text }) => isUnknown(text))
  const has = (found: readonly { slug: string }[], slugs: ReadonlySet<string>) =>
    found.some(({ slug }) => slugs.has(slug))
  const found = unknown.filter(({ text, slugs }) => has(findRoles(index, text, 5), slugs))
  const suggested = found.filter(({ text, slugs }) => has(suggestRoles(index, text), slugs))
  expect(found.length).toBeGreaterThan(50)
  expect(suggested.length / found.length).toBeGreaterThanOrEqual(0.94)
}, 60_000)

const WORDS =
  'banana cherry window purple monkey cloudy happy running jumping pencil galaxy planet rainbow thunder lightning yellow crimson triangle hexagon potato tomato onion garlic elephant giraffe zebra penguin lorem ipsum dolor qux love dream nightmare shadow midnight yesterday tomorrow whatever nothing everything somebody'.split(
    ' ',
  )

/** Words of everyday life, alone and in twos and threes, and keys hit at random. */
function nonsense(): string[] {
  const random = seeded(20260602)
  const upTo = (most: number) => Math.floor(random() * most)
  const word = () => WORDS[upTo(WORDS.length)] ?? ''
  const keys = () => Array.from({ length: 4 + upTo(6) }, () => String.fromCharCode(97 + upTo(26))).join('')
  const many = (count: number, make: () => string) => Array.from({ length: count }, make)
  return [
    ...WORDS,
    ...many(150, () => `${word()} ${word()}`),
    ...many(80, () => `${word()} ${word()} ${word()}`),
    ...many(150, keys),
    ...many(100, () => `${keys()} ${keys()}`),
  ]
}

it('words that are no title get no suggestion: 95 % of them', () => {
  const unknown = nonsense().filter(isUnknown)
  const answered = unknown.filter((text) => suggestRoles(index, text).length > 0)
  expect(unknown.length).toBeGreaterThan(450)
  expect(answered.length / unknown.length).toBeLessThan(0.05)
}, 60_000)

it.each(['banana', 'asdf qwerty', 'hello world', 'xyzzy', 'rockstar ninja'])(
  '"%s" is said to be no title, with how to search and browse',
  (text) => {
    expect(() => matchRoleInIndex(index, text)).toThrow(
      expect.objectContaining({
        code: 'role_not_found',
        hint: expect.stringMatching(
          /^No role has a name like it\..*crm salary search.*crm salary roles/,
        ) as string,
      }),
    )
  },
)

it.each([
  ['nurse toronto', 'registered-nurse'],
  ['accountant san fransisco', 'accountant'],
  ['sofware arkitect', 'software-architect'],
  ['call gjent', 'call-agent'],
  ['frontend-wizard', 'frontend-engineer'],
])('"%s" is close to %s', (text, slug) => {
  expect(suggestRoles(index, text).map((role) => role.slug)).toContain(slug)
})
