// What stands beside the work in the titles of postings: addresses, numbers, employers, part time, a second kind of work.
import { describe, expect, it } from 'vitest'
import { readPlace, readQuestion, readRole } from '../../../../core/intelligence/words/question.ts'
import { ASKED, refusal, shippedWords } from './book.ts'

const book = shippedWords()

const hintOf = (text: string) => refusal(() => readRole(book, text))?.hint ?? ''

it('a vague title in a vague place is refused once, with what both may mean', () => {
  const { code, hint = '' } =
    refusal(() => readQuestion(book, { role: 'engineer', city: 'Springfield' })) ?? {}
  expect([code, hint]).toEqual([
    'role_not_found',
    expect.stringMatching(
      /^It could be one of: .*\. There is no city “Springfield”\. The only one with figures is /,
    ),
  ])
  const one = refusal(() => readQuestion(book, { role: 'engineer', city: 'Austin' }))
  expect(one?.hint).toMatch(/^It could be one of: [^.]*\.$/)
})

describe('part-time work is no therapy, and an employer is no work', () => {
  it.each([
    ['Bartender PT', '35-3011', 'PT'],
    ['Bank Teller PT', '43-3071', 'PT'],
    ['Optician - LensCrafters', '29-2081', 'LensCrafters'],
    ['Walgreens Pharmacy Technician', '29-2052', 'Walgreens'],
    ['Stocker Team Member', '53-7065', 'Team Member'],
    ['Structural Engineer PE', '17-2051', 'PE'],
    ['Electrician Apprentice 2nd yr', '47-2111', '2nd yr'],
    ['Radiation Therapist 4/10s', '29-1124', '4/10s'],
    ['Pediatric PT', '29-1123', null],
    ['Home Health PT', '29-1123', null],
  ])('"%s"', (text, soc, unused) => {
    const { slug, score, unused: parts } = readRole(book, text)
    expect([book.get('roles', slug)?.[2], score >= 0.6, parts]).toEqual([soc, true, unused ? [unused] : []])
  })

  it.each(['target team lead', 'Walmart team lead', 'Costco supervisor', 'Team Lead - Best Buy'])(
    'whom "%s" leads is asked back',
    (text) => {
      const hint = hintOf(text)
      expect(hint).toMatch(ASKED)
      expect(hint).toContain('supervisor')
    },
  )

  it.each([
    'RN or LPN',
    'CNA or HHA',
    'Electrician or HVAC Technician',
    'Sr. Accountant or Paralegal',
    'FNP or PA - Primary Care Clinic',
  ])('"%s" is two kinds of work, and both are offered', (text) => {
    expect(hintOf(text)).toMatch(ASKED)
  })

  it('numbers of a schedule are no work: "Paramedic - 911 - 24/48"', () => {
    expect(book.get('roles', readRole(book, 'Paramedic - 911 - 24/48').slug)?.[2]).toBe('29-2043')
  })

  it.each(['Part Time or Per Diem Medical Assistant', 'RN or BSN', 'Nurse - Days or Nights'])(
    '"%s" is one kind of work',
    (text) => {
      expect(readRole(book, text).score).toBeGreaterThanOrEqual(0.6)
    },
  )
})

describe('an address, a number and a short name', () => {
  it.each([
    ['Sales Clerk - 301 Boulder Hwy', '301 Boulder Hwy'],
    ['Cook, 88 N Phoenix Rd', '88 N Phoenix Rd'],
    ['Store Manager - Family Dollar #14532', '#14532'],
    ['Cashier store 14532', 'store 14532'],
    ['RN Req 14532', 'Req 14532'],
    ['Welder (14532)', '(14532)'],
  ])('an address or a number of a posting is no place, and is named: "%s"', (text, unused) => {
    const { role, city } = readQuestion(book, { role: text })
    expect([role.unused.includes(unused), city], role.unused.join()).toEqual([true, null])
  })

  it('behind an address, the city is the place', () => {
    const { role, city } = readQuestion(book, { role: 'Cashier - 301 Boulder Hwy, Reno NV' })
    expect([role.slug, city?.slug]).toEqual(['cashier', 'reno-nv'])
    expect(readPlace(book, '200 Denver Ave, Tampa FL').slug).toBe('tampa-fl')
  })

  it('an abbreviation of a trade is no airport, and a short name of a state is asked back', () => {
    expect(readQuestion(book, { role: 'MSP Technician' }).city).toBeNull()
    expect(readQuestion(book, { role: 'Barista - MSP' }).city?.slug).toBe('minneapolis-mn')
    expect(refusal(() => readQuestion(book, { role: 'plumber jersey' }))?.code).toBe('city_not_found')
  })
})

describe('titles of real postings', () => {
  it.each([
    ['Travel MRI Technologist', '29-2035', ['Travel']],
    ['AP Biology Tutor', '25-3041', ['AP']],
    ['Summer Civil Engineering Intern', '17-2051', ['Summer']],
    ['MA, Medical Assistant', '31-9092', ['Medical Assistant']],
    ['Sales Associate - Cielo Vista', '41-2031', ['Cielo Vista']],
    ['Benefits Coordinator', '13-1141', []],
    ['Production Coordinator', '43-5061', []],
    ['Facilities Coordinator', '43-1011', []],
    ['Patient Care Technician', '31-1131', []],
    ['Registered Nurse (RN) JRI Med Surg 4 (PT 7p)', '29-1141', ['7p', 'PT', 'JRI']],
    ['SY 25-26 Special Education Teacher', '25-2052', ['SY 25-26']],
    ['Receptionist Spanish English Required', '43-4171', ['Spanish English Required']],
    ['Bilingual Call Center Representative', '43-4051', ['Bilingual']],
    ['Welder (Immediate Opening) (Internal)', '51-4121', ['Immediate Opening', '(Internal)']],
    ['PT ELC Assistant Teacher', '25-9045', ['PT', 'ELC']],
    ['GC Retail Operations Associate', '41-2031', []],
    ['Physician - Family Medicine Primary Care', '29-1215', ['Family Medicine Primary Care']],
    ['Psychiatry Locum Needed', '29-1223', ['Needed', 'Locum']],
    ['Product Engineer - Mechatronics', '17-2141', ['Mechatronics']],
    ['Test Automation Engineer (Remote from California)', '15-1253', ['Remote from', 'California']],
    ['LPB . LVN', '29-2061', ['LPB']],
  ])('"%s" is of %s, without %j', (text, soc, unused) => {
    const { role, city } = readQuestion(book, { role: text })
    expect([book.get('roles', role.slug)?.[2], role.unused, city]).toEqual([soc, unused, null])
  })

  it('a language is the work of who teaches it, and a student’s placement is a level', () => {
    expect(book.get('roles', readRole(book, 'Bilingual Teacher').slug)?.[2]).toMatch(/^25-/)
    expect(readRole(book, 'Mechanical Engineer Co-op')).toMatchObject({ level: 'co-op', experience: 'entry' })
    expect(readRole(book, 'Food Co-op Manager').level).toBeNull()
  })

  it.each([
    ['Electronic Data Interchange Developer', 'software-engineer'],
    ['Vice President of Payments', 'finance-manager'],
    ['Bad Faith & Insurance Coverage Partner', 'attorney'],
    ['Growth Sales Architect - Madison', 'marketing-specialist'],
  ])('"%s", of which no near title has all the work, is asked back', (text, slug) => {
    const hint = hintOf(text)
    expect(hint).toMatch(ASKED)
    expect(hint).toContain(slug)
  })

  it('a first musician is no level, and a general title before a name keeps its meanings', () => {
    expect(readRole(book, 'Principal Cellist')).toMatchObject({ slug: 'musician', level: null })
    expect(readRole(book, 'Executive Director - Senior Living').slug).toBe('healthcare-administrator')
    expect(hintOf('Executive Director - Sunrise of Boca')).toContain('healthcare-administrator')
  })

  it('a part of a state beside a dash is left out', () => {
    const { role, city } = readQuestion(book, { role: 'Accountant - Western Michigan' })
    expect([role.slug, city]).toEqual(['accountant', null])
  })
})
