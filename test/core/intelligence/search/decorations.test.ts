// What stands beside a title is told apart from it, and nothing of a title is taken for it.
import { describe, expect, it } from 'vitest'
import { titleParts, undecorated } from '../../../../core/intelligence/search/decorations.ts'

describe('a decoration is separated from its title', () => {
  it.each([
    ['GS-12 budget analyst', 'budget analyst', 'GS-12'],
    ['GS-0560-09 Budget Analyst', 'Budget Analyst', 'GS-0560-09'],
    ['WG 10 electrician', 'electrician', 'WG 10'],
    ['E-5 mechanic', 'mechanic', 'E-5'],
    ['accountant, part-time', 'accountant', 'part-time'],
    ['Part-time/full-time cashier', 'cashier', 'Part-time/full-time'],
    ['Registered Nurse (PRN)', 'Registered Nurse', 'PRN'],
    ['Software Engineer - $150k', 'Software Engineer', '$150k'],
    ['Software Engineer ($150,000 - $180,000/yr)', 'Software Engineer', '$150,000 - $180,000/yr'],
    ['Truck Driver $1,500 per week', 'Truck Driver', '$1,500 per week'],
    ['Software Engineer R-12345', 'Software Engineer', 'R-12345'],
    ['Software Engineer - Job ID: 12345', 'Software Engineer', 'Job ID: 12345'],
    ['Software Engineer (m/f/d)', 'Software Engineer', 'm/f/d'],
    ['Accountant with 5+ years of experience', 'Accountant', 'with 5+ years of experience'],
    ['Software Engineer (TS/SCI)', 'Software Engineer', 'TS/SCI'],
    ['software engineer, remote US', 'software engineer', 'remote US'],
    ['Software Engineer - W2 only', 'Software Engineer', 'W2 only'],
  ])('%s', (text, title, unused) => {
    expect(undecorated(text)).toEqual({ title, unused: [unused] })
  })

  it('of two ranks of one post the second is used', () => {
    expect(undecorated('VP/Director of Sales')).toEqual({ title: 'Director of Sales', unused: [] })
  })

  it('a program analyst with a federal grade is no programmer', () => {
    expect(undecorated('GS-12 Program Analyst').title).toBe('management and program analyst')
    expect(undecorated('Program Analyst').title).toBe('Program Analyst')
  })
})

it.each([
  'Software Engineer II/III',
  'Software Engineer, E5',
  'L5 software engineer',
  '911 dispatcher',
  '7th grade teacher',
  'night auditor',
  'RN - ICU - Nights',
  'part-time',
  '$150k',
  'R&D engineer',
  'C/C++ developer',
  'A/V technician',
  'full-stack developer',
])('“%s” is left as it is', (text) => {
  expect(undecorated(text)).toEqual({ title: text, unused: [] })
})

it('separators make parts, of which one may be the title', () => {
  expect(titleParts('Machinist - 1st shift')).toEqual([
    { title: 'Machinist', others: ['1st shift'] },
    { title: '1st shift', others: ['Machinist'] },
  ])
  expect(titleParts('data-entry clerk')).toEqual([])
})
