// Which role the words of a title mean, on the shipped tables; above all, never another kind of work without asking.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQuestion, readRole } from '../../../../core/intelligence/words/question.ts'
import { ASKED, refusal, shippedWords } from './book.ts'

const book = shippedWords()

const hintOf = (text: string) => refusal(() => readRole(book, text))?.hint ?? ''

describe('a title is understood', () => {
  it.each([
    ['Software Engineer', 'software-engineer'],
    ['swe', 'software-engineer'],
    ['sr. sofware enginer', 'software-engineer'],
    ['softwareengineer', 'software-engineer'],
    ['scientist data', 'data-scientist'],
    ['rn', 'registered-nurse'],
    ['staff nurse', 'registered-nurse'],
    ['nurse, registered', 'registered-nurse'],
    ['cdl', 'truck-driver'],
    ['electrican', 'electrician'],
    ['elementry school teacher', 'elementary-school-teacher'],
    ['project mangaer', 'project-manager'],
    ['Project Manager III', 'project-manager'],
    ['Industrial Designer II', 'industrial-designer'],
    ['np', 'nurse-practitioner'],
    ['police', 'police-officer'],
    ['ml', 'machine-learning-engineer'],
    ['it', 'information-technology-specialist'],
    ['911 operator', '911-dispatcher'],
    ['TSA agent', 'transportation-security-officer'],
    ['adjunct professor', 'professor'],
    ['growth hacker', 'marketing-specialist'],
    ['tech lead', 'software-engineer'],
    ['Go Engineer', 'software-engineer'],
    ['Rust Engineer', 'software-engineer'],
    ['C# Engineer', 'software-engineer'],
    ['Rails Engineer', 'software-engineer'],
    ['Rail Engineer', 'rail-engineer'],
    ['vp of engineering', 'chief-technology-officer'],
    ['CISO', 'chief-information-security-officer'],
    ['LLM engineer', 'machine-learning-engineer'],
    ['wedding DJ', 'disc-jockey'],
    ['mortgage broker', 'loan-officer'],
    ['associate partner', 'associate-partner'],
    ['Truck Driver - Home Daily', 'truck-driver'],
    ['Hiring: accountant', 'accountant'],
    ['Softwareentwickler', 'software-developer'],
    ['Senior Softwareentwicklerin (m/w/d)', 'software-developer'],
    ['Krankenschwester', 'registered-nurse'],
    ['enfermera', 'registered-nurse'],
    ['ingeniero de software', 'software-engineer'],
    ['ingénieur logiciel', 'software-engineer'],
    ['Chef de projet', 'project-manager'],
    ['Personal Banker - Plano', 'personal-banker'],
    ['Night Audit', 'hotel-front-desk-clerk'],
    ['Treatment Coordinator - Dental', 'medical-secretary'],
    ['Instrumentation Technician', 'instrumentation-technician'],
    ['Automotive Sales Consultant', 'retail-sales-associate'],
    ['Utilization Review Nurse', 'registered-nurse'],
    ['Contract Administrator', 'contract-administrator'],
    ['Contract Java Developer', 'java-developer'],
    ['Customs Entry Writer', 'customs-broker'],
  ])('"%s" is %s', (text, slug) => {
    expect(readRole(book, text)).toMatchObject({ slug, exact: false })
  })

  it.each([
    ['staff swe', 'software-engineer', 'staff', 'staff'],
    ['senior rn icu', 'critical-care-nurse', 'senior', 'senior'],
    ['Google L5 software engineer', 'software-engineer', 'senior', 'L5'],
    ['software engineer L3', 'software-engineer', 'entry', 'L3'],
    ['Stripe L3 software engineer', 'software-engineer', 'senior', 'L3'],
    ['Software Engineer III at Google', 'software-engineer', 'mid', 'III'],
    ['Amazon SDE III', 'software-engineer', 'senior', 'III'],
    ['Sr. Developer', 'software-developer', 'senior', 'senior'],
    ['Grade 7 nurse', 'registered-nurse', 'senior', 'Grade 7'],
  ])(
    '"%s" with its level, by the ladder of a company where one is named',
    (text, slug, experience, level) => {
      expect(readRole(book, text)).toMatchObject({ slug, experience, level })
    },
  )

  it('every role by its title and by its slug', () => {
    const roles = [...book.rows('roles')].filter((_, at) => at % 5 === 0)
    const wrong = roles.filter(([slug = '', title = '']) => {
      const present = book.get('former_roles', slug)?.[1] ?? slug
      const found = refusal(() => readRole(book, title)) ?? readRole(book, title)
      const isOther =
        'slug' in found ? book.get('roles', found.slug)?.[2] !== book.get('roles', present)?.[2] : true
      return readRole(book, slug).slug !== present || isOther
    })
    expect(wrong.length / roles.length).toBeLessThan(0.03)
  })

  it.each([
    ['project manager', 'manager project'],
    ['business analyst', 'Analyst, Business'],
    ['UX designer', 'Designer, UX'],
    ['data engineer', 'Engineer, Data'],
  ])('"%s" and "%s" as one', (one, other) => {
    const read = (text: string) => {
      const { slug, words, experience } = readRole(book, text)
      return { slug, words, experience }
    }
    expect(read(other)).toEqual(read(one))
  })

  it.each([
    ['Director of Critical Care', '11-9111'],
    ['Director of Corporate Accounting', '11-3031'],
    ['Senior Service Desk Manager', '11-3021'],
    ['Director Actuary', '15-2011'],
    ['Cyber Business Analyst, Mid', null],
    ['Intern - Engineering (Summer 2026)', null],
  ])('"%s" as who leads the work, not as a worker; null is asked back', (text, soc) => {
    const role = refusal(() => readRole(book, text)) ? null : readRole(book, text)
    expect(role && book.get('roles', role.slug)?.[2]).toBe(soc)
  })

  it('a speciality with a survey series of its own is not swallowed by a commoner title', () => {
    const socOf = (text: string) => book.get('roles', readRole(book, text).slug)?.[2]
    for (const kind of ['Family', 'Pediatric', 'Psychiatric Mental Health', 'Acute Care'])
      expect(socOf(`${kind} Nurse Practitioner`), kind).toBe('29-1171')
  })
})

describe('what cannot be told apart is asked back', () => {
  it.each([
    ['engineer', ['software-engineer', 'mechanical-engineer', 'electrical-engineer', 'civil-engineer']],
    [
      'Senior Engineer',
      ['software-engineer', 'mechanical-engineer', 'electrical-engineer', 'civil-engineer'],
    ],
    ['manager', ['general-manager', 'office-manager', 'store-manager', 'project-manager']],
    ['Sr. Mgr', ['general-manager', 'office-manager', 'store-manager', 'project-manager']],
    ['hr', ['human-resources-specialist', 'human-resources-manager']],
    ['pm', ['product-manager', 'project-manager', 'property-manager']],
    [
      'Executive Director',
      ['chief-executive-officer', 'nonprofit-program-director', 'healthcare-administrator'],
    ],
    [
      'program coordinator',
      ['project-coordinator', 'nonprofit-program-director', 'administrative-assistant'],
    ],
  ])('"%s" with the usual meanings', (text, slugs) => {
    expect(hintOf(text)).toBe(`It could be one of: ${slugs.join(', ')}.`)
  })

  it.each(
    'principal|director|associate director|Deputy Director II|vice president|associate|Senior Associate|team lead|group manager|consultant|lead analyst|specialist III|coordinator|summer intern|senior fellow|partner|technical specialist|subject matter expert|SME'.split(
      '|',
    ),
  )('"%s", which only says a rank', (text) => {
    expect(hintOf(text)).toMatch(ASKED)
  })

  it.each(['customer success', 'customer success guy'])(
    '"%s", which says no work, with the titles that have its words first',
    (text) => {
      expect(hintOf(text)).toMatch(/^It could be one of: customer-success-specialist, /)
    },
  )

  it('and every title offered names a role', () => {
    for (const word of book.lexicon().general.keys())
      for (const title of book.lexicon().general.get(word) ?? [])
        expect(
          refusal(() => readRole(book, title)),
          title,
        ).toBeNull()
  })
})

describe('a word that is in no title is never swallowed', () => {
  it.each([
    ['qwixel electrician', 'electrician', ['qwixel']],
    ['senior electrician Zzzz', 'electrician', ['Zzzz']],
    ['calculate rn qzxvw', 'registered-nurse', ['calculate', 'qzxvw']],
    ['registered-nurse Ελ Πάσο', 'registered-nurse', ['Ελ', 'Πάσο']],
    ['google product manager qwixel', 'product-manager', ['qwixel']],
  ])('"%s" is only a guess, and names it', (text, slug, unused) => {
    const role = readRole(book, text)
    expect(role).toMatchObject({ slug, unused })
    expect(role.score).toBeLessThan(0.6)
    expect(role.candidates).toContain(slug)
  })

  it('as a name before the work it is an employer or a team, left out and named', () => {
    for (const [text, slug, unused] of [
      ['Qwixel Electrician', 'electrician', 'Qwixel'],
      ['Vetco Total Care Relief Veterinarian', 'veterinarian', 'Vetco'],
    ] as const)
      expect(readRole(book, text), text).toMatchObject({ slug, score: 0.7, unused: [unused] })
  })

  it.each(['QWIXEL ELECTRICIAN', 'Director of Qwixeling, Accounting'])(
    'as a field, or where all letters are capitals, it is no employer: "%s"',
    (text) => {
      expect(readRole(book, text).score).toBeLessThan(0.6)
    },
  )

  it('an employer or a part of its own beside a title does not change it', () => {
    for (const text of [
      'Google software engineer',
      'software engineer at Google',
      'software engineer - qwixel',
    ])
      expect(readRole(book, text), text).toMatchObject({ slug: 'software-engineer', score: 0.89 })
  })

  it('nothing but it, or but a level, is no role', () => {
    expect(hintOf('senior qwixel')).toMatch(/^No role has a name like it\./)
    expect(hintOf('IC5')).toContain('software engineer IC5')
  })
})

describe('a text that is no title', () => {
  it.each(['cofounder', 'shaman', 'banana', 'asdf qwerty', 'hello world', 'xyzzy', 'rockstar ninja', '社長'])(
    '"%s" names no role, and the hint says how to go on',
    (text) => {
      expect(hintOf(text)).toMatch(/^No role has a name like it\..*crm salary search.*crm salary roles/)
    },
  )

  it('a mistyped slug is no guess at another role', () => {
    expect(hintOf('software-enginer')).toMatch(/^The nearest are: software-engineer/)
  })

  it('any text is answered or refused, with a score between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const error = refusal(() => {
          const { role } = readQuestion(book, { role: text })
          expect(role.score).toBeGreaterThanOrEqual(0)
          expect(role.score).toBeLessThanOrEqual(1)
        })
        if (error) expect(error.code).toMatch(/^(role|city)_not_found$/)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a city among the words of a title is told apart', () => {
  it.each([
    ['swe sf', 'software-engineer', 'san-francisco-ca'],
    ['rn in nyc', 'registered-nurse', 'new-york-ny'],
    ['staff nurse, El Paso, TX', 'registered-nurse', 'el-paso-tx'],
    ['swe 10001', 'software-engineer', 'new-york-ny'],
    ['accountant san fransisco', 'accountant', 'san-francisco-ca'],
    ['software engineer l3 seattle', 'software-engineer', 'seattle-wa'],
    ['registered-nurse new york', 'registered-nurse', 'new-york-ny'],
    ['swe united states', 'software-engineer', null],
    ['attorney dc', 'attorney', 'washington-dc'],
    ['accountant SEA', 'accountant', 'seattle-wa'],
    ['accountant 78701-1234', 'accountant', 'austin-tx'],
    ['nurse bed-stuy', 'registered-nurse', 'new-york-ny'],
    ['Boston Nurse', 'registered-nurse', 'boston-ma'],
    ['DALLAS TRUCK DRIVER', 'truck-driver', 'dallas-tx'],
    ['Senior New York Plumber', 'plumber', 'new-york-ny'],
    ['Austin, TX - Software Engineer', 'software-engineer', 'austin-tx'],
    ['nurse miami nights', 'registered-nurse', 'miami-fl'],
    ['data scientist boston 120k base', 'data-scientist', 'boston-ma'],
    ['Attorney - Chicago WC', 'attorney', 'chicago-il'],
    ['(USA) Accountant', 'accountant', null],
    ['Sales Manager, North America', 'sales-manager', null],
    ['mobile phlebotomist', 'phlebotomist', null],
  ])('"%s"', (text, role, city) => {
    const found = readQuestion(book, { role: text })
    expect([found.role.slug, found.city?.slug ?? null]).toEqual([role, city])
  })

  it.each([
    ['Accountant - London', 'England'],
    ['Accountant (Mumbai)', 'India'],
    ['Accountant | Toronto', 'Canada'],
    ['accountant – Mexico', 'Mexico'],
    ['London Accountant', 'England'],
    ['Senior Toronto Java Developer', 'Canada'],
    ['accountant london 90k', 'England'],
    ['accountant costa rica', 'Costa Rica'],
    ['accountant guam', 'Guam'],
    ['accountant us virgin islands', 'the Virgin Islands'],
    ['accountant dach', 'Europe'],
    ['nurse middle east', 'the Middle East'],
    ['registered nurse toronto canada', 'Canada'],
    ['Business Development Manager (Munich, Germany)', 'Germany'],
    ['Sales Director, EMEA', 'Europe'],
    ['Director of Sales, Latin America', 'Latin America'],
  ])('one abroad is refused, however it is written: "%s"', (text, country) => {
    const error = refusal(() => readQuestion(book, { role: text }))
    expect([error?.code, error?.details]).toEqual(['city_not_found', { country }])
  })

  it.each([
    'rn texas',
    'electrician, TX',
    'nurse california',
    'Texas Truck Driver',
    'accountant CA',
    'attorney PA',
  ])('"%s" is asked back with the cities', (text) => {
    const error = refusal(() => readQuestion(book, { role: text }))
    expect([error?.code, error?.hint]).toEqual([
      'city_not_found',
      expect.stringMatching(/^It could be one of: [a-z-]+-(tx|ca|pa), /),
    ])
  })

  it.each([
    ['Truck Driver - Denver, CO - Nights', 'truck-driver', 'denver-co'],
    [
      '2023 Track Laborer - Leechburg, PA',
      'rail-track-laying-and-maintenance-equipment-operator',
      'pittsburgh-pa',
    ],
    ['Help Desk Technician-Overland Park KS', 'help-desk-technician', 'kansas-city-mo'],
    ['Travel Agent-Miami', 'travel-agent', 'miami-fl'],
    ['Sales Associate-Dallas TX', 'retail-sales-associate', 'dallas-tx'],
    [
      'Field Service Technician I – Transmission & Distribution - Pittsburgh, PA',
      'field-service-technician',
      'pittsburgh-pa',
    ],
  ])('also a town inside a posting’s title: "%s"', (text, role, city) => {
    expect(readQuestion(book, { role: text })).toMatchObject({ role: { slug: role }, city: { slug: city } })
  })

  it('a number of a store and a part of the country are no places', () => {
    for (const text of ['General Manager(01704) - 501 W bremer ave', 'Regional Sales Manager - East'])
      expect(readQuestion(book, { role: text }).city, text).toBeNull()
  })

  it('a place without figures behind a dash is left out and named; a question about it is answered with its own', () => {
    const { role, city } = readQuestion(book, { role: 'Accountant - Bozeman, MT' })
    expect([role.slug, role.exact, role.unused, city]).toEqual(['accountant', false, ['Bozeman, MT'], null])
    expect(refusal(() => readQuestion(book, { role: 'Accountant, Bozeman, MT' }))?.code).toBe(
      'city_not_found',
    )
  })

  it.each(['accountant midwest', 'Southwest accountant', 'Accountant, New England'])(
    'a part of the country is left out and named: "%s"',
    (text) => {
      const { role, city } = readQuestion(book, { role: text })
      expect([role.slug, role.unused.length, city]).toEqual(['accountant', 1, null])
    },
  )

  it.each(['media planner', 'accountant', 'industry analyst'])('"%s" has none', (text) => {
    expect(readQuestion(book, { role: text }).city).toBeNull()
  })
})
