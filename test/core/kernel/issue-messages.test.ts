import { expect, test } from 'vitest'
import { z } from 'zod'
import { asCrmError } from '../../../core/kernel/errors.ts'
import { parse } from '../../../core/kernel/schema.ts'

const said = (schema: z.ZodType, value: unknown): string => {
  try {
    parse(schema, value)
    return 'accepted'
  } catch (error) {
    return asCrmError(error).message
  }
}

test.each([
  [z.enum(['high', 'low']), 'urgent', 'f must be one of high, low'],
  [z.literal('save'), 'x', 'f must be save'],
  [z.string(), undefined, 'f is missing'],
  [z.string(), 4, 'f must be a text'],
  [z.int(), NaN, 'f must be a number'],
  [z.int(), 1.5, 'f must be a whole number'],
  [z.int().max(5), 9, 'f must be at most 5'],
  [z.int().max(5), 1e300, 'f must be at most 5'],
  [z.int().min(0), -1e300, 'f must be at least 0'],
  [z.int(), 1e300, 'f must be at most 9007199254740991'],
  [z.boolean(), 'x', 'f must be true or false'],
  [z.array(z.string()).max(1), ['a', 'b'], 'f must have at most 1 items'],
  [z.array(z.string()), [1], 'f.0 must be a text'],
  [z.string().max(2), 'abc', 'f must have at most 2 characters'],
  [z.array(z.string()).max(2), 'abc', 'f must be a list'],
  [z.string().max(2), ['a', 'b', 'c'], 'f must be a text'],
  [z.string().min(2), '', 'f must have at least 2 characters'],
  [z.string().nullable(), 4, 'f must be a text'],
  [z.union([z.string(), z.number()]), true, 'f must be a text or a number'],
  [z.union([z.string(), z.number()]), undefined, 'f is missing'],
  [z.url(), 'x', 'f is not a web address'],
  [z.email(), 'x', 'f is not an e-mail address'],
  [z.string().regex(/^a/), 'b', 'f does not have the right form'],
  [z.string().max(2, 'is longer than 2 characters'), 'abc', 'f is longer than 2 characters'],
  [z.string().refine(() => false, 'a note needs a body'), 'abc', 'f: a note needs a body'],
])('%# an invalid field is named with its allowed values', (schema, value, words) => {
  expect(said(z.strictObject({ f: schema }), { f: value })).toBe(words)
})

test('every problem is reported, including unknown fields by name and an input that is not an object', () => {
  const schema = z.strictObject({ a: z.string(), b: z.enum(['x']) })
  expect(said(schema, { b: 'y', c: 1 })).toBe('a is missing; b must be x; c is not a known field')
  expect(said(schema, null)).toBe('The input must be an object')
})
