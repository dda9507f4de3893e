// The error catalogue in plain words: short sentences, in the words of the door that a person uses.
import { expect, test } from 'vitest'
import { terminalWords } from '../../cli/output.ts'
import { CATALOG } from '../../core/kernel/errors.ts'
import { keysOf } from '../../core/kernel/narrow.ts'
import { sourcesOf } from './sources.ts'

/** What an error of the core or the catalogue says: its message, and the hints that are written beside it. */
const said = [
  ...keysOf(CATALOG).map((code) => [code, CATALOG[code].message] as const),
  ...sourcesOf('core', 'gateway').flatMap(({ path, text }) =>
    [...text.matchAll(/\bhint: (['`])(.*?)\1/g)].map(([, , hint]) => [path, hint!] as const),
  ),
]

/** What only a terminal raises. */
const AT_TERMINAL = ['confirmation_needed', 'usage', 'gateway/main.ts']

test('no sentence of an error has more than 25 words', () => {
  const long = said.flatMap(([where, text]) =>
    text
      .split(/(?<=[.!?])\s/)
      .filter((sentence) => sentence.split(/\s+/).length > 25)
      .map((sentence) => `${where}: ${sentence}`),
  )
  expect(long).toEqual([])
})

test('an error over HTTP names no flag', () => {
  const flags = said.filter(([where, text]) => !AT_TERMINAL.includes(where) && /(?:^|\s)--\w/.test(text))
  expect(flags, 'The terminal makes a flag of the field: cli/terminal-words.ts.').toEqual([])
})

test('an error at the terminal names no field, header or route of HTTP', () => {
  const foreign = said.filter(([, text]) =>
    /\bX-[A-Z]|(?<!\w)\/api\/|\b[a-z]+[A-Z]\w*:/.test(
      terminalWords(text.replace(/\{\w+\}|\$\{[^}]*\}/g, 'x')),
    ),
  )
  expect(foreign).toEqual([])
})
