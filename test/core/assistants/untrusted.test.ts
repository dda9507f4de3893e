// Text of strangers in a prompt has no invisible characters, neither in values nor in the names of fields.
import { expect, test } from 'vitest'
import { asData } from '../../../core/assistants/untrusted.ts'

test('invisible characters are left out everywhere', () => {
  const data = asData({ profile: { 'na\u200bme\u{e0041}': 'Sam\u202e', skills: ['Ru\u2066st'] } })
  expect(data.split('\n')[1]).toBe('{"field":"profile","value":{"name":"Sam","skills":["Rust"]}}')
})

test('no field is lost because of what its name has', () => {
  expect(asData({ row: { '\u009b': 1, b: 2, c: 3 } })).toContain('"b":2,"c":3')
  expect(asData({ row: { 'a\u200b': 1, a: 2 } })).toMatch(/"a\u200b":1,"a":2/)
})
