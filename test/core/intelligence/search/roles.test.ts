// Finding a role from free text, on the shipped catalogue.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMER_ROLES, presentRole } from '../../../../core/intelligence/catalog/former-roles.ts'
import { GENERAL_WORDS } from '../../../../core/intelligence/search/general-words.ts'
import { buildRoleIndex, findRoles, resolveRole } from '../../../../core/intelligence/search/roles.ts'
import { readCatalogue, readTitleModel } from '../../../bench/catalogue.ts'
import { hardQueries, measure } from '../../../bench/search.ts'

const roles = readCatalogue()
const index = buildRoleIndex(roles, readTitleModel())

const answer = (text: string) => {
  const found = resolveRole(index, text)
  return found.kind === 'one' ? found.role.slug : found.kind
}

describe('a title resolves', () => {
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
    ['java engineer 2', 'java-developer'],
    ['product manager', 'product-manager'],
    ['np', 'nurse-practitioner'],
    ['police', 'police-officer'],
    ['ml', 'machine-learning-engineer'],
    ['it', 'information-technology-specialist'],
    ['911 dispatcher', '911-dispatcher'],
    ['911 operator', '911-dispatcher'],
    ['TSA agent', 'transportation-security-officer'],
    ['adjunct professor', 'professor'],
    ['lecturer', 'professor'],
    ['growth hacker', 'marketing-specialist'],
    ['payroll specialist', 'payroll-clerk'],
    ['code enforcement officer', 'construction-and-building-inspector'],
    ['tech lead', 'software-engineer'],
    ['technical lead', 'software-engineer'],
    ['vp of engineering', 'chief-technology-officer'],
    ['VP Engineering', 'chief-technology-officer'],
    ['managing consultant', 'management-consultant'],
    ['channel manager', 'business-development-manager'],
    ['CISO', 'chief-information-security-officer'],
    ['virtual assistant', 'administrative-assistant'],
    ['LLM engineer', 'machine-learning-engineer'],
    ['valet', 'parking-attendant'],
    ['flagger', 'flagger'],
    ['wedding DJ', 'disc-jockey'],
    ['mortgage broker', 'loan-officer'],
  ])('"%s" to %s', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it.each([
    ['VMWARE Enablement Specialist', '13-1151'],
    ['QA Scientist II (Assistant Manager)', '19-2031'],
    ['Retention Marketing Manager', '13-1161'],
    ['Economy Strategy Manager', '19-3011'],
  ])('"%s", filed a few times only, to a role of the occupation it was filed under', (text, soc) => {
    expect(resolveRole(index, text)).toMatchObject({ kind: 'one', role: { soc } })
  })

  it.each([
    ['Director- Batch Integration', 'computer-occupations-all-other'],
    ['CMP MANAGER – NVM – METALS', 'architectural-and-engineering-manager'],
    ['Data Engineer, Infra Optimization', 'data-scientist'],
  ])('"%s" to the general role of its occupation, since it is like no other role of it', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it('without asking back, when it was filed under one occupation nearly always', () => {
    expect(answer('applications consultant 3')).toBe('software-engineer')
  })

  it('with a score of at most 1', () => {
    const found = resolveRole(index, 'nurse')
    expect(found.kind === 'one' && found.score).toBe(1)
  })

  it('and its seniority becomes experience', () => {
    const found = resolveRole(index, 'Sr. Software Engineer II')
    expect(found).toMatchObject({ kind: 'one', experience: 'senior', role: { slug: 'software-engineer' } })
  })

  it('to the role of that name, whatever employers file it under', () => {
    const wrong = roles
      .filter((_, at) => at % 7 === 0)
      .filter((role) => {
        const [first] = findRoles(index, role.title, 1)
        return first?.slug !== role.slug && first?.title.toLowerCase() !== role.title.toLowerCase()
      })
    expect(wrong.length / (roles.length / 7)).toBeLessThan(0.03)
  })
})

describe('an ambiguous title', () => {
  it('gives ranked choices when an abbreviation has several meanings', () => {
    const found = resolveRole(index, 'pm')
    expect(found.kind).toBe('ambiguous')
    const slugs = found.kind === 'ambiguous' ? found.candidates.map((role) => role.slug) : []
    expect(slugs[0]).toBe('product-manager')
    expect(slugs).toContain('project-manager')
  })

  it.each([
    ['manager', ['general-manager', 'office-manager', 'store-manager', 'project-manager']],
    ['Sr. Mgr', ['general-manager', 'office-manager', 'store-manager', 'project-manager']],
    [
      'teacher',
      ['elementary-school-teacher', 'high-school-teacher', 'middle-school-teacher', 'preschool-teacher'],
    ],
    ['sales', ['sales-representative', 'retail-salesperson', 'account-executive', 'sales-manager']],
    ['hr', ['human-resources-specialist', 'human-resources-manager']],
    ['pm', ['product-manager', 'project-manager', 'property-manager']],
  ])('"%s", which many kinds of work share, gives the usual ones', (text, slugs) => {
    const found = resolveRole(index, text)
    expect(found.kind === 'ambiguous' && found.candidates.map((role) => role.slug)).toEqual(slugs)
  })

  it.each([
    'director',
    'associate director',
    'Deputy Director II',
    'vice president',
    'Assistant Vice President',
    'associate',
    'Senior Associate',
    'team lead',
    'group manager',
    'consultant',
    'lead analyst',
    'specialist III',
    'coordinator',
    'summer intern',
    'senior fellow',
    'partner',
    'technical specialist',
    'subject matter expert',
    'SME',
  ])('"%s", which only says a rank, asks back', (text) => {
    expect(resolveRole(index, text).kind).toBe('ambiguous')
  })

  it('is none where a role has that very title', () => {
    for (const text of ['associate consultant', 'associate partner', 'graduate fellow', 'tech lead'])
      expect(resolveRole(index, text).kind, text).toBe('one')
  })

  it('is none of the former spellings of a role', () => {
    // An elementary teacher is found under the longer name of the same work.
    for (const slug of FORMER_ROLES.filter((one) => one !== 'elementary-teacher'))
      expect(answer(slug.replaceAll('-', ' ')), slug).toBe(presentRole(slug))
  })

  it.each([
    ['staff engineer', 'software-engineer', 'staff'],
    ['Sr. Developer', 'software-developer', 'senior'],
    ['police', 'police-officer', null],
  ])('"%s" has one usual meaning', (text, slug, experience) => {
    const found = resolveRole(index, text)
    expect(found).toMatchObject({ kind: 'one', role: { slug }, experience })
  })

  it('offers only titles that name a role', () => {
    const unknown = Object.values(GENERAL_WORDS)
      .flat()
      .filter((title) => (findRoles(index, title, 1)[0]?.score ?? 0) < 0.98)
    expect(unknown).toEqual([])
  })

  it('gives no match, with the nearest roles, when it names no work at all', () => {
    expect(resolveRole(index, 'xyzzy').kind).toBe('none')
    expect(resolveRole(index, '   ')).toMatchObject({ kind: 'none', nearest: [] })
  })
})

it('hard queries find their role: 90 % at first place, 98 % within five', () => {
  const { tallies } = measure(index, hardQueries(roles, 16))
  const all = tallies.get('all') ?? { asked: 1, first: 0, five: 0 }
  expect(all.asked).toBeGreaterThan(700)
  expect(all.first / all.asked).toBeGreaterThanOrEqual(0.9)
  expect(all.five / all.asked).toBeGreaterThanOrEqual(0.98)
}, 60_000)

it('any text gives results, best first, within the limit and with scores between 0 and 1', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const found = findRoles(index, text, limit)
      expect(found.length).toBeLessThanOrEqual(limit)
      expect(found.every((role) => role.score >= 0 && role.score <= 1)).toBe(true)
      expect(() => resolveRole(index, text)).not.toThrow()
    }),
    { numRuns: 200 },
  )
})

it('the same text always gives the same result', () => {
  expect(findRoles(index, 'maketing mangr', 10)).toEqual(findRoles(index, 'maketing mangr', 10))
})
