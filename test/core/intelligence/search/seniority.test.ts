// Reading the level from a title without losing the occupation.
import { describe, expect, it } from 'vitest'
import { readSeniority } from '../../../../core/intelligence/search/seniority.ts'

const read = (title: string) => {
  const { base, experience } = readSeniority(title)
  return [base, experience]
}

describe('a level in a title', () => {
  it.each([
    ['Sr. Software Engineer', 'software engineer', 'senior'],
    ['Software Engineer II', 'software engineer', 'mid'],
    ['Software Engineer III', 'software engineer', 'senior'],
    ['L5 Software Engineer', 'software engineer', 'senior'],
    ['Software Engineer, E3', 'software engineer', 'entry'],
    ['Staff Software Engineer', 'software engineer', 'staff'],
    ['Principal Engineer', 'engineer', 'staff'],
    ['Lead Data Scientist', 'data scientist', 'staff'],
    ['Junior Accountant', 'accountant', 'entry'],
    ['Entry-Level Accountant', 'accountant', 'entry'],
    ['Software Engineering Intern', 'software engineering', 'entry'],
    ['Journeyman Electrician', 'electrician', 'mid'],
    ['Associate Product Manager', 'product manager', 'entry'],
    ['Head of Engineering', 'engineering manager', 'staff'],
    ['VP, Software Engineer', 'software engineer', 'staff'],
  ])('of "%s" is read as experience, and the occupation stays', (title, base, experience) => {
    expect(read(title)).toEqual([base, experience])
  })

  it('is the highest one when several are written', () => {
    expect(readSeniority('Senior Staff Engineer II').experience).toBe('staff')
  })

  it('is reported with the words it was read from', () => {
    expect(readSeniority('Sr. Software Engineer II').words).toEqual(['sr', 'ii'])
  })
})

describe('a word that belongs to the occupation', () => {
  it.each([
    ['Staff Nurse', 'staff nurse'],
    ['Staff Accountant', 'staff accountant'],
    ['Associate Dentist', 'associate dentist'],
    ['Sales Associate', 'sales associate'],
    ['Chief of Police', 'chief of police'],
    ['Product Manager', 'product manager'],
    ['Vice Principal', 'vice principal'],
    ['Principal Investigator', 'principal investigator'],
    ['Data Entry Clerk', 'data entry clerk'],
    ['Account Executive', 'account executive'],
    ['Chief of Staff', 'chief of staff'],
    ['Associate', 'associate'],
  ])('is not taken for a level in "%s"', (title, base) => {
    expect(read(title)[0]).toBe(base)
  })

  it('leaves experience unset when the title states none', () => {
    expect(read('Staff Nurse')).toEqual(['staff nurse', null])
    expect(read('Product Manager')).toEqual(['product manager', null])
  })
})
