// Reading a title before it is looked up: its words, its level, and what stands beside it.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPERIENCES } from '../../../../core/intelligence/words/experience.ts'
import { openLexicon } from '../../../../core/intelligence/words/lexicon.ts'
import { plainText, slugOf } from '../../../../core/intelligence/words/plain.ts'
import { readTitle } from '../../../../core/intelligence/words/title.ts'

const rows = parse(readFileSync(new URL('../../../../sql/data/words.csv', import.meta.url))) as string[][]
const lexicon = openLexicon(rows.slice(1))
const read = (text: string) => readTitle(lexicon, text)
const wordsOf = (text: string) => read(text).words

describe('a level', () => {
  it.each([
    ['Sr. Software Engineer', 'software engineer', 'senior', 'senior'],
    ['Software Engineer II', 'software engineer', 'mid', 'II'],
    ['Software Engineer III', 'software engineer', 'senior', 'III'],
    ['Software Engineer IV', 'software engineer', 'staff', 'IV'],
    ['software engineer 2', 'software engineer', 'mid', 'II'],
    ['SDE2', 'software development engineer', 'mid', 'II'],
    ['L5 Software Engineer', 'software engineer', 'senior', 'L5'],
    ['Software Engineer, E3', 'software engineer', 'entry', 'E3'],
    ['Software Engineer E6', 'software engineer', 'staff', 'E6'],
    ['Software Engineer IC5', 'software engineer', 'principal', 'IC5'],
    ['Grade 7 nurse', 'nurse', 'senior', 'Grade 7'],
    ['Level 2 Support Engineer', 'support engineer', 'mid', 'Level 2'],
    ['Staff Software Engineer', 'software engineer', 'staff', 'staff'],
    ['Principal Engineer', 'engineer', 'principal', 'principal'],
    ['Senior Staff Data Scientist', 'data scientist', 'principal', 'senior staff'],
    ['Lead Data Scientist', 'data scientist', 'staff', 'lead'],
    ['Jr Accountant', 'accountant', 'entry', 'junior'],
    ['Entry-Level Accountant', 'accountant', 'entry', 'entry level'],
    ['Software Engineering Intern', 'software engineering', 'entry', 'intern'],
    ['Journeyman Electrician', 'electrician', 'mid', 'journeyman'],
    ['Associate Product Manager', 'product manager', 'entry', 'associate'],
    ['Distinguished Engineer', 'engineer', 'principal', 'distinguished'],
    ['Praktikant Marketing', 'marketing', 'entry', 'intern'],
  ])('of "%s" leaves "%s" and is %s, said as %s', (text, base, experience, level) => {
    const title = read(text)
    expect([title.base.join(' '), title.experience, title.level]).toEqual([base, experience, level])
  })

  it('is the highest one when several are written', () => {
    expect(read('Senior Software Engineer II')).toMatchObject({ experience: 'senior', level: 'senior' })
    expect(read('Principal Engineer IV').experience).toBe('principal')
  })

  it.each([
    'Staff Nurse',
    'Staff Accountant',
    'Associate Dentist',
    'Sales Associate',
    'Chief of Staff',
    'Vice Principal',
    'School Principal',
    'Principal Investigator',
    'Data Entry Clerk',
    'Associate Attorney',
    'Associate Professor',
    'Clinical Fellow',
    'Lead Generation Specialist',
  ])('is none in "%s", of whose occupation the word is a part', (text) => {
    expect(read(text)).toMatchObject({ experience: null, level: null })
  })

  it.each([
    'Designer (Contract, 6 mo)',
    'Custodian - 4 hrs',
    'Payroll Clerk (2 days onsite)',
    'Teacher K-5 (2 positions)',
    'Classroom Aide - 1:1 - 6.5 hrs/day',
    'Packer - 2-2-3 schedule',
    'Nurse M-F 8-5',
    'Nurse 3 12s',
    'Cook (2)',
    'Teacher 6-8',
    'Primary Teacher - Grade 3',
    'AP Chemistry 2 Tutor',
  ])('is no number that counts something else, as in "%s"', (text) => {
    expect(read(text)).toMatchObject({ experience: null, level: null })
  })

  it('is a number right behind the work', () => {
    for (const text of ['Accountant 3', 'Accountant 3 Payroll', 'Accountant-3', 'Accountant 3 - Nights'])
      expect(read(text).experience, text).toBe('senior')
  })

  it('is one of the five steps, and never takes all words of a title', () => {
    const word = fc.constantFrom(
      'senior',
      'staff',
      'engineer',
      'ii',
      'lead',
      'nurse',
      'sr.',
      'L5',
      '2',
      'grade 7',
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const title = read(words.join(' '))
        expect(title.base.length).toBeGreaterThan(0)
        expect([null, ...EXPERIENCES]).toContain(title.experience)
        expect(title.level === null).toBe(title.experience === null)
      }),
    )
  })
})

describe('what stands beside a title is told apart', () => {
  it.each([
    ['GS-12 budget analyst', 'budget analyst', 'GS-12'],
    ['GS-0560-09 Budget Analyst', 'Budget Analyst', 'GS-0560-09'],
    ['WG 10 electrician', 'electrician', 'WG 10'],
    ['accountant, part-time', 'accountant', 'part-time'],
    ['Part-time/full-time cashier', 'cashier', 'Part-time/full-time'],
    ['Registered Nurse (PRN)', 'Registered Nurse', 'PRN'],
    ['Software Engineer - $150k', 'Software Engineer', '$150k'],
    ['Software Engineer ($150,000 - $180,000/yr)', 'Software Engineer', '$150,000 - $180,000/yr'],
    ['Truck Driver $1,500 per week', 'Truck Driver', '$1,500 per week'],
    ['Software Engineer R-12345', 'Software Engineer', 'R-12345'],
    ['Software Engineer - Job ID: 12345', 'Software Engineer', 'Job ID: 12345'],
    ['Softwareentwickler (m/w/d)', 'Softwareentwickler', 'm/w/d'],
    ['Accountant with 5+ years of experience', 'Accountant', 'with 5+ years of experience'],
    ['Software Engineer (TS/SCI)', 'Software Engineer', 'TS/SCI'],
    ['software engineer, remote US', 'software engineer', 'remote US'],
    ['Software Engineer - W2 only', 'Software Engineer', 'W2 only'],
    ['nurse practitioner (night shift)', 'nurse practitioner', 'night shift'],
  ])('%s', (text, title, unused) => {
    expect(read(text).unused).toEqual([unused])
    expect(wordsOf(text)).toEqual(wordsOf(title))
  })

  it.each([
    'Software Engineer II/III',
    '911 dispatcher',
    '7th grade teacher',
    'night auditor',
    'part-time',
    '$150k',
    'R&D engineer',
    'C/C++ developer',
    'full-stack developer',
  ])('“%s” has nothing beside it', (text) => {
    expect(read(text).unused).toEqual([])
  })

  it('a program analyst with a federal grade is no programmer', () => {
    expect(wordsOf('GS-12 Program Analyst')).toEqual(wordsOf('management analyst'))
    expect(wordsOf('Program Analyst')).toEqual(['program', 'analyst'])
  })
})

describe('two spellings of one title', () => {
  it.each([
    ['Front-End Developers', 'frontend developer'],
    ['CAFÉ Manager', 'cafe manager'],
    ['R.N.', 'rn'],
    ['Help Desk Technician', 'helpdesk technician'],
    ['Nurses’ Aides', 'nurse aide'],
    ['QA Engr', 'Quality Assurance Engineer'],
    ['Schweißer', 'schweisser'],
    ['Enfermero/a', 'enfermero'],
    ['Software Engineer (Remote) #118253610', 'software engineer'],
  ])('"%s" and "%s" are the same words', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other))
  })

  it('C, C++, C# and .NET stay distinct', () => {
    const words = ['c developer', 'c++ developer', 'c# developer', '.net developer'].map((text) =>
      wordsOf(text).join(' '),
    )
    expect(new Set(words).size).toBe(4)
  })

  it('any text gives plain words, normalising them again changes nothing, and no text is an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const plain = plainText(text)
        expect(plain).toMatch(/^([a-z0-9]+( [a-z0-9]+)*)?$/)
        expect(plainText(plain)).toBe(plain)
        expect(slugOf(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        read(text)
      }),
    )
  })
})
