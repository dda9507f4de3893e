// Titles that were filed a few times: every one is found again with its occupation, and nothing else is.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runToEnd } from '../../../../core/kernel/cooperative.ts'
import { rareRow, rareSocOf, rareTitlesFrom } from '../../../../core/intelligence/search/rare-titles.ts'

const word = fc.stringMatching(/^[a-z]{2,9}$/)
const title = fc.tuple(word, word, word).map((words) => words.join(' '))

test('every title of the table has its occupation, and no other title has one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(title, { minLength: 2, maxLength: 60 }), fc.integer({ min: 1, max: 829 }), (titles, last) => {
      const [filed, unknown] = [titles.slice(1), titles[0]!]
      const socs = [0, 7, last]
      const rows = socs.map((soc, at) => rareRow(soc, filed.filter((_, place) => place % 3 === at)))
      const rare = runToEnd(rareTitlesFrom(rows.filter(({ hashes }) => hashes !== '')))
      filed.forEach((text, place) => expect(rareSocOf(rare, text.split(' '))).toBe(socs[place % 3]))
      expect(rareSocOf(rare, unknown.split(' '))).toBeUndefined()
    }),
  )
}) // prettier-ignore

test('a single word is never looked up: it names a line of work', () => {
  const rare = runToEnd(rareTitlesFrom([rareRow(3, ['consultant'])]))
  expect(rareSocOf(rare, ['consultant'])).toBeUndefined()
})
