// A command line means the same wherever `--json` stands.
import { expect, test } from 'vitest'
import { writtenOut } from '../../cli/argv.ts'

test.each([
  [
    ['undo', '--list', '--json'],
    ['audit', '--json'],
  ],
  [
    ['--json', 'undo', '--list'],
    ['--json', 'audit'],
  ],
])('%j lists the changes, and undoes none', (typed, meant) => {
  expect(writtenOut(typed)).toEqual(meant)
})
