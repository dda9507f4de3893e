// A pay file gives back the rows it was compiled from, by key and whole, and never anything else.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePayFile, digestOf, type PayTable } from '../../../core/intelligence/file/compile.ts'
import { bytesIn, openPayFile, type PayFile } from '../../../core/intelligence/file/pay-file.ts'

const open = (bytes: Uint8Array): PayFile => openPayFile(bytesIn('test.pay', bytes), digestOf(bytes))

const cell = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'a b', 'b'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const cells = cell.filter((text) => !/\p{Cc}/u.test(text) && !/\p{Cs}/u.test(text))
const rows = fc.array(fc.tuple(cells, cells, cells), { maxLength: 400 })

const tableOf = (rows: string[][], key: number): PayTable => ({
  name: 't',
  columns: ['x', 'y', 'z'],
  key,
  rows,
})

test('every question gets the rows that begin with its cells, in the order they were given', () => {
  const property = fc.property(rows, fc.nat({ max: 2 }), cells, cells, (given, key, one, two) => {
    const file = open(compilePayFile([tableOf(given, key)]))
    expect([...file.rows('t')].sort()).toEqual([...given].sort())
    expect(file.tables.map(({ name, rows }) => [name, rows])).toEqual([['t', given.length]])
    const questions = [[], [one], [one, two], ...given.slice(0, 5).map((row) => row.slice(0, key))]
    for (const asked of questions.filter(({ length }) => length <= key)) {
      const wanted = given.filter((row) => asked.every((cell, at) => row[at] === cell))
      const found = [...file.rows('t', ...asked)]
      expect(asked.length === key ? found : [...found].sort()).toEqual(
        asked.length === key ? wanted : wanted.sort(),
      )
      expect(file.get('t', ...asked)).toEqual(found[0])
    }
    if (key > 0) {
      const beginning = given.filter(([first]) => first.startsWith(one)).sort()
      expect([...file.starting('t', one)].sort()).toEqual(beginning)
    }
  })
  fc.assert(property, { numRuns: 200 })
})

const many = Array.from({ length: 5_000 }, (_, at) => [
  `role-${at % 1_000}`,
  `city-${at}`,
  'x'.repeat(at % 50),
])

test('rows of one key are found across the borders of blocks', () => {
  const file = open(compilePayFile([tableOf([...many, ...many.map(([, y, z]) => ['role-5', y!, z!])], 1)]))
  expect([...file.rows('t', 'role-5')]).toHaveLength(5_005)
  expect([...file.rows('t', 'role-999')]).toEqual(many.filter(([role]) => role === 'role-999'))
})

test('the same tables give the same bytes, other rows another digest', () => {
  const digest = (rows: string[][]) => digestOf(compilePayFile([tableOf(rows, 2)]))
  expect(digest(many)).toBe(digest(structuredClone(many)))
  expect(digest(many)).not.toBe(digest(many.slice(1)))
})

test('a row that could not be read back is refused', () => {
  for (const row of [
    ['a', 'b'],
    ['a', 'b', 'c', 'd'],
    ['a', 'b\tc', 'd'],
    ['a', 'b', 'c\n'],
  ])
    expect(() => compilePayFile([tableOf([row], 1)])).toThrow(/Table t/)
})

test('a file that is cut off, of another kind or changed anywhere is refused when the damage is met', () => {
  const bytes = compilePayFile([tableOf(many, 2)])
  const refusal = expect.objectContaining({ code: 'pay_file_damaged' })
  const refused = (damaged: Uint8Array) => {
    try {
      const rows = [...open(damaged).rows('t')]
      expect(rows).toHaveLength(many.length)
      return false
    } catch (error) {
      expect(error).toEqual(refusal)
      return true
    }
  }
  expect(refused(bytes)).toBe(false)
  for (const length of [0, 5, 20, bytes.length >> 1, bytes.length - 1])
    expect(refused(bytes.subarray(0, length))).toBe(true)
  expect(refused(Buffer.concat([bytes, Buffer.of(0)]))).toBe(true)
  for (let at = 0; at < bytes.length; at += 97) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 0x10
    expect(refused(changed), `byte ${at}`).toBe(true)
  }
})
