// Which level a title states: as the product reads titles everywhere, and nothing guessed where it states none.
import { beforeAll, expect, test } from 'vitest'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import type { Experience } from '../../../core/intelligence/words/experience.ts'
import { levelReader, type LevelReader } from '../../../core/watch/seniority.ts'

let levels: LevelReader
beforeAll(() => {
  levels = levelReader(openDataset(openShipped()).words)
})

const reasons = (role: string, wanted: Experience[], company: string | null = null) =>
  levels({ role, company }, wanted)

test.each<[string, Experience, Experience]>([
  ['Sr. Software Engineer', 'senior', 'entry'],
  ['Junior Clerk (m/w/d)', 'entry', 'senior'],
  ['Praktikant Buchhaltung', 'entry', 'mid'],
  ['Software Engineer II', 'mid', 'principal'],
  ['Staff Engineer, Billing', 'staff', 'senior'],
  ['Senior Staff Engineer', 'principal', 'senior'],
  ['Principal Designer', 'principal', 'staff'],
])('“%s” is %s and not %s', (role, is, isNot) => {
  expect(reasons(role, [is])).toEqual([`level: ${is}`])
  expect(reasons(role, [isNot])).toBeNull()
  expect(reasons(role, [is, isNot])).toEqual([`level: ${is}`])
})

test('a title open to several levels fits each of them, and no other', () => {
  expect(reasons('Junior / Senior Accountant', ['entry'])).toEqual(['level: entry'])
  expect(reasons('Accountant, mid to senior', ['mid', 'senior'])).toEqual(['level: mid, senior'])
  expect(reasons('Junior / Senior Accountant', ['principal'])).toBeNull()
})

test('a title without a level is shown, and that is said; a word of the profession is no level', () => {
  for (const role of ['Accountant', 'Staff Nurse', 'Lead Generation Specialist', 'Grand Vizier of Vibes'])
    expect(reasons(role, ['senior']), role).toEqual(['title states no level'])
})

test('a rung means what its company means by it', () => {
  expect(reasons('Software Engineer, L5', ['senior'], 'Google')).toEqual(['level: senior'])
  expect(reasons('Software Development Engineer III', ['senior'], 'Amazon')).toEqual(['level: senior'])
})

test('without a wish nothing is read, hidden or said', () => {
  expect(reasons('Junior Clerk', [])).toEqual([])
})
