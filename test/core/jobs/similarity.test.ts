// When two jobs count as duplicates, and above all when they do not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duplicatesAmong, similarity, type Comparable } from '../../../core/jobs/duplicates.ts'

const job = (company: string, role: string, url = '', location = ''): Comparable => ({
  company,
  role,
  url,
  location,
})

describe('probably the same job', () => {
  test.each([
    [job('Acme Inc.', 'Senior Software Engineer'), job('ACME', 'Sr. Software Engineer')],
    [job('Acme', 'Front-End Developer (m/f/d)'), job('acme', 'Frontend Developer')],
    [job('Acme', 'Engineer, Backend'), job('Acme GmbH', 'Backend Engineer')],
    [job('Acme', 'Software Engineer II'), job('Acme', 'SWE 2')],
    [job('Café Société SA', 'Chef'), job('Cafe Societe', 'chef')],
    [job('Ørsted', 'Data Scientist'), job('Orsted', 'Data Scientist')],
    [job('Acme', 'Sofware Engineer Payments'), job('Acme', 'Software Engineer Payments')],
    [job('Acme', 'Data Scientist', '', 'Berlin, Germany'), job('Acme', 'Data Scientist', '', 'Berlin')],
    [job('Acme', 'Data Scientist', '', 'Remote (US)'), job('Acme', 'Data Scientist', '', 'Boston')],
    [
      job('Acme', 'Engineer', 'https://acme.com/x?gh_jid=4012345'),
      job('Acme Labs', 'Platform person', 'https://boards.greenhouse.io/acme/jobs/4012345'),
    ],
    [job('Acme', 'Engineer (R-10023)'), job('Acme', 'Platform person JR 10023')],
    [
      job('Hired by us', 'Engineer', 'https://www.linkedin.com/jobs/view/3812345678'),
      job('Acme', 'Other', 'https://uk.linkedin.com/jobs/view/x-3812345678'),
    ],
  ])('%o %o', (a, b) => expect(similarity(a, b)).toBe('probable'))
})

describe('possibly the same job', () => {
  test.each([
    [job('Acme', 'Software Engineer'), job('Acme', 'Senior Software Engineer')],
    [job('Acme', 'Software Engineer'), job('Acme', 'Software Engineer, Payments')],
    [job('Google', 'Staff Engineer, Storage'), job('Google Cloud', 'Staff Engineer, Storage')],
    [job('Acme', 'Data Scientist', '', 'Berlin'), job('Acme', 'Data Scientist', '', 'Madrid')],
  ])('%o %o', (a, b) => expect(similarity(a, b)).toBe('possible'))
})

describe('not the same job', () => {
  test.each([
    [job('Acme', 'Software Engineer'), job('Globex', 'Software Engineer')],
    [job('Acme', 'Senior Software Engineer'), job('Acme', 'Staff Software Engineer')],
    [job('Acme', 'Software Engineer II'), job('Acme', 'Software Engineer III')],
    [job('Acme', 'Software Engineer'), job('Acme', 'Product Designer')],
    [job('Acme', 'Engineer (R-10023)'), job('Acme', 'Engineer (R-10024)')],
    [
      job('Acme', 'Engineer', 'https://boards.greenhouse.io/acme/jobs/4012345'),
      job('Acme', 'Engineer', 'https://boards.greenhouse.io/acme/jobs/4012346'),
    ],
    [job('', ''), job('', '')],
  ])('%o %o', (a, b) => expect(similarity(a, b)).toBeNull())
})

test('ids from two aggregators, or from two systems, do not contradict each other', () => {
  const a = job('Acme', 'Engineer', 'https://www.linkedin.com/jobs/view/3812345678')
  expect(similarity(a, job('Acme', 'Engineer', 'https://www.linkedin.com/jobs/view/3812345679'))).toBe(
    'probable',
  )
  expect(similarity(a, job('Acme', 'Engineer', 'https://boards.greenhouse.io/acme/jobs/4012345'))).toBe(
    'probable',
  )
})

test('of many jobs of one employer the newest are compared, however its name begins', () => {
  const roles = Array.from({ length: 150 }, (_, at) => `Role ${'abcdefghij'[at % 10]}${Math.floor(at / 10)}x`)
  const newest = roles.map((role, at) => ({ ...job(at ? 'The Ácme Inc' : 'acme', role), id: at }))
  const found = (at: number) => duplicatesAmong(newest, job('ACME', roles[at]!)).map(({ id }) => id)
  expect([found(0).includes(0), found(50).includes(50)]).toEqual([true, true])
})

test('similarity is symmetric and never throws', () => {
  const word = fc.constantFrom(
    'Acme',
    'Inc',
    'Senior',
    'Engineer',
    'II',
    'Data',
    '(m/f/d)',
    'R-10023',
    '#999',
    'é',
    '.com',
    '[',
    '',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word, { maxLength: 6 }).map((each) => each.join(' ')),
  )
  const url = fc.constantFrom('', 'https://acme.com/jobs/12345', 'https://acme.com/jobs/12346', 'x', null)
  const likeable = fc.record({ company: text, role: text, url, location: fc.option(text) })
  fc.assert(
    fc.property(likeable, likeable, (a, b) => {
      expect(similarity(a, b)).toBe(similarity(b, a))
    }),
    { numRuns: 2000 },
  )
})
