import { expect, test } from 'vitest'
import { readMinutes } from '../../../core/reading/durations.ts'

test.each([
  ['90m', 90],
  ['1h', 60],
  ['1h30m', 90],
  ['1h30', 90],
  ['1h3', null],
  ['1.5h', 90],
  ['1,5 h', 90],
  ['45 min', 45],
  ['2 hours', 120],
  ['1 d', 1440],
  ['an hour', 60],
  ['two hours', 120],
  ['half an hour', 30],
  ['1 hour 30 minutes', 90],
  ['next hour', null],
  ['90', null],
  ['', null],
  ['0m', null],
  ['-5m', null],
  ['5 weeks', null],
  ['0.01h', null],
])('%s is %s minutes', (text, minutes) => expect(readMinutes(text)).toBe(minutes))
