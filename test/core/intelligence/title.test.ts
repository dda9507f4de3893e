/** Titles: seniority words are read as seniority, and all other words are kept. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { titleResolver } from '../../../core/intelligence/roles/resolve.ts'
import { LEVELS, readTitle, slugOf, plainWords } from '../../../core/intelligence/roles/title.ts'

describe('reading a title', () => {
  it.each([
    ['Sr. Software Engineer', 'software engineer', 'senior'],
    ['SENIOR SOFTWARE ENGINEER II', 'software engineer', 'senior-two'],
    ['Software Engineer III', 'software engineer', 'three'],
    ['Staff Software Engineer', 'software engineer', 'staff'],
    ['Senior Staff Data Scientist', 'data scientist', 'senior-staff'],
    ['Principal Product Manager', 'product manager', 'principal'],
    ['Junior Java Developer', 'java developer', 'junior'],
    ['Lead QA Engineer', 'qa engineer', 'lead'],
    ['Staff Nurse', 'staff nurse', 'plain'],
    ['Staff Accountant', 'staff accountant', 'plain'],
    ['School Principal', 'school principal', 'plain'],
    ['Associate Professor', 'associate professor', 'plain'],
    ['Distinguished Engineer', 'engineer', 'distinguished'],
    ['Fellow Engineer', 'engineer', 'distinguished'],
    ['Clinical Fellow', 'clinical fellow', 'plain'],
    ['Postdoctoral Research Fellow', 'postdoctoral research fellow', 'plain'],
    ['C++ Developer (Remote)', 'c++ developer', 'plain'],
  ])('%s is %s at level %s', (title, base, level) => {
    expect(readTitle(title)).toMatchObject({ base, level })
  })

  it('never leaves an empty base when there are words, and returns only known levels', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('senior', 'staff', 'engineer', 'ii', 'lead', 'nurse', 'sr.', 'principal', '2'),
          { minLength: 1, maxLength: 6 },
        ),
        (words) => {
          const reading = readTitle(words.join(' '))
          expect(reading.base.length).toBeGreaterThan(0)
          expect(LEVELS).toContain(reading.level)
        },
      ),
    )
  })

  it('ignores case, spacing and punctuation', () => {
    expect(plainWords('  Data-Engineer /  ETL ')).toEqual(plainWords('data engineer etl'))
  })
})

describe('a slug', () => {
  it('is lower-case words joined by single hyphens', () => {
    fc.assert(fc.property(fc.string(), (text) => /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slugOf(text))))
    expect(slugOf('C++ Developer')).toBe('cpp-developer')
    expect(slugOf("Children's Librarian")).toBe('childrens-librarian')
  })
})

describe('the exact resolver', () => {
  const resolve = titleResolver(
    [{ slug: 'software-engineer', title: 'Software Engineer' }, { slug: 'registered-nurse', title: 'Registered Nurse' }],
    [{ slug: 'registered-nurse', text: 'staff nurse', weight: 1 }, { slug: 'software-engineer', text: 'swe', weight: 1 }],
  ) // prettier-ignore

  it('prefers the whole title to its parts', () => {
    expect(resolve('Staff Nurse')).toMatchObject({ slug: 'registered-nurse', how: 'wording', level: 'plain' })
    expect(resolve('Senior SWE')).toMatchObject({ slug: 'software-engineer', how: 'base', level: 'senior' })
    expect(resolve('Software Engineer Payments')).toMatchObject({ slug: 'software-engineer', how: 'part' })
    expect(resolve('Zookeeper')).toBeNull()
  })
})
