// The days that a sentence of a letter names.
import { expect, test } from 'vitest'
import { daysIn } from '../../../core/reading/prose.ts'

/** A Thursday. */
const today = { year: 2026, month: 11, day: 26, hour: 9, minute: 0, second: 0 }

test.each([
  ['we are open monday to friday from 9am to 5pm.', []],
  ['office hours: monday - friday, 9am-5pm', []],
  ['el horario es de lunes a viernes de 9 a 18 h.', []],
  ['unsere sprechzeiten: montag bis freitag 9-17 uhr', []],
  ['your interview has been moved from monday to friday at 3pm', [30, 27]],
  ['monday or friday at 3pm', [30, 27]],
  ['friday 4 december to monday 7 december', [4, 7]],
])('“%s”', (text, days) => {
  expect(daysIn(text, { today, monthFirst: false }).map(({ day }) => day)).toEqual(days)
})
