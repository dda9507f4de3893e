// What a failing database is called: a full disk is a full disk.
import { expect, test } from 'vitest'
import { CrmError } from '../../../core/kernel/errors.ts'
import { asUnavailable } from '../../../core/database/unreachable.ts'

test.each([
  ['53100', /disk of the database is full/],
  ['53300', /does not answer/],
  ['ECONNREFUSED', /does not answer/],
  // Postgres ends a transaction that is idle for ten seconds, as on a machine that is too busy.
  ['25P03', /does not answer/],
])('%s', (code, words) => {
  const shown = asUnavailable(Object.assign(new Error('could not extend file'), { code }))
  expect(shown).toBeInstanceOf(CrmError)
  expect(shown).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(words) })
})
