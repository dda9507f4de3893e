// A tailored resume states nothing that its source does not, and loses nothing that its source states.
import { describe, expect, test } from 'vitest'
import { createFactChecker, removeUnsupported } from '../../../core/assistants/fact-check.ts'
import { checkTailored, type TailoredResume } from '../../../core/assistants/tailoring.ts'

const RESUME = {
  name: 'Ada Okafor',
  headline: 'Backend engineer',
  skills: ['TypeScript', 'PostgreSQL', 'C++'],
  experience: [
    { company: 'Initech', role: 'Senior Engineer', duration: '2019 – 2024' },
    { company: 'Globex', role: 'Engineer', duration: '2015 – 2019' },
  ],
}
const TEXT = `Ada Okafor, backend engineer.
Initech, Senior Engineer, 2019 – 2024: cut query times by 40 % with PostgreSQL; led a team of 6.
Globex, Engineer, 2015 – 2019: C++ services.
BSc Computer Science, University of Lagos, 2014. Skills: TypeScript, PostgreSQL, C++.`
const POSTING = `We look for a Principal Engineer. You know Kubernetes and Rust.
- Terraform, Kubernetes
- 10 years with AWS`

const tailored = (changes: Partial<TailoredResume> = {}) => ({
  resume: {
    name: 'Ada Okafor',
    headline: 'Backend engineer',
    summary: null,
    skills: ['PostgreSQL', 'TypeScript', 'C++'],
    experience: RESUME.experience.map((job) => ({ ...job, highlights: [] as string[] })),
    education: [],
    ...changes,
  },
  changes: [],
  gaps: [],
})
const check = (changes: Partial<TailoredResume>, source: unknown = TEXT) =>
  checkTailored(tailored(changes), source, { posting: POSTING, applyingTo: 'Acme\nPrincipal Engineer' })

test('facts from the source are unchanged', () => {
  expect(check({})).toEqual(tailored())
})

describe.each([
  ['text', TEXT],
  ['parts', RESUME],
])('from a resume in %s', (_, source) => {
  test('an employer that it does not name is removed', () => {
    const invented = { company: 'Google', role: 'Staff Engineer', duration: '2010 – 2015', highlights: [] }
    const { resume, gaps } = check({ experience: [invented, ...tailored().resume.experience] }, source)
    expect(resume.experience.map(({ company }) => company)).toEqual(['Initech', 'Globex'])
    expect(gaps.join()).toContain('Google')
  })

  test('a skill that it does not name is removed and reported as a gap', () => {
    const { resume, gaps } = check({ skills: ['Kubernetes', 'TypeScript', 'C', 'Rust'] }, source)
    expect(resume.skills).not.toContain('Kubernetes')
    expect(resume.skills).not.toContain('C')
    expect(gaps.join()).toMatch(/Kubernetes[\s\S]*Rust/)
  })

  test('a better title or a longer period is not accepted', () => {
    const better = {
      company: 'Initech',
      role: 'Engineering Director',
      duration: '2009 – 2024',
      highlights: [],
    }
    const [first] = check({ experience: [better] }, source).resume.experience
    expect(first!.role).not.toBe('Engineering Director')
    expect(first!.duration).not.toBe('2009 – 2024')
  })

  test('a degree that it does not name is removed', () => {
    const { resume, gaps } = check({ education: [{ school: 'MIT', degree: 'PhD', year: '2012' }] }, source)
    expect(resume.education).toEqual([])
    expect(gaps.join()).toContain('MIT')
  })
})

test('positions, skills and titles of a structured resume are restored when the model drops or alters them', () => {
  const altered = { company: 'Initech', role: 'CTO', duration: '2001 – 2024', highlights: [] }
  const { resume } = check({ experience: [altered], skills: ['TypeScript'] }, RESUME)
  expect(resume.experience.map(({ company, role, duration }) => ({ company, role, duration }))).toEqual(
    RESUME.experience,
  )
  expect(resume.skills).toEqual(['TypeScript', 'PostgreSQL', 'C++'])
})

test.each([
  ['an invented figure', 'Cut costs by 35 %.'],
  ['an invented amount', 'Saved $2 million a year.'],
  ['a technology of the posting', 'Ran services on Kubernetes.'],
  ['one in lower case', 'Ran services on kubernetes.'],
  ['an invented client', 'Built tools for Microsoft.'],
  ['a larger team', 'Led a team of 60.'],
])('%s is removed from the highlights', (_, line) => {
  const job = { ...RESUME.experience[0]!, highlights: ['Cut query times by 40 % with PostgreSQL.', line] }
  const { resume, gaps } = check({ experience: [job] })
  expect(resume.experience[0]!.highlights).toEqual(['Cut query times by 40 % with PostgreSQL.'])
  expect(gaps).toHaveLength(1)
})

test('a reworded title at an employer of two positions is that of its time, not of the first one', () => {
  const experience = [
    { company: 'Acme', role: 'Senior Engineer', duration: '2021 – 2024' },
    { company: 'Acme', role: 'Engineer', duration: '2018 – 2021' },
  ]
  const [senior, junior] = experience.map((job) => ({ ...job, highlights: ['Engineer at Acme'] }))
  const reworded = { ...junior!, role: 'Software Engineer' }
  const { resume } = check({ experience: [senior!, reworded] }, { ...RESUME, experience })
  expect(resume.experience).toEqual([senior, junior])
})

test('two periods with the same title at one employer stay two, each with its time', () => {
  const experience = [
    { company: 'Acme', role: 'Engineer', duration: '2021 – 2024' },
    { company: 'Acme', role: 'Engineer', duration: '2015 – 2016' },
  ]
  const both = experience.map((job) => ({ ...job, highlights: [] }))
  const source = { ...RESUME, experience }
  expect(check({ experience: both.toReversed() }, source).resume.experience).toEqual(both.toReversed())
  expect(check({ experience: [both[1]!] }, source).resume.experience).toEqual(both.toReversed())
})

test('two degrees of one school stay two, each with its year', () => {
  const education = [
    { school: 'University of Lagos', degree: 'MSc Mathematics', year: '2016' },
    { school: 'University of Lagos', degree: 'BSc Computer Science', year: '2014' },
  ]
  const source = { ...RESUME, education }
  const kept = (given: typeof education) => check({ education: given }, source)
  expect(kept(education)).toMatchObject({ resume: { education }, gaps: [] })
  expect(kept([education[1]!]).resume.education).toEqual(education.toReversed())
  expect(kept([{ ...education[0]!, year: '2014' }]).resume.education[0]).toMatchObject({ year: null })
})

test('a summary may name the target company, and nothing invented', () => {
  const { resume } = check({
    summary: 'Backend engineer applying to Acme. Ten years at NASA. Knows PostgreSQL.',
  })
  expect(resume.summary).toBe('Backend engineer applying to Acme. Knows PostgreSQL.')
})

test('a change that relies on a removed claim is not reported as made', () => {
  const answer = {
    ...tailored(),
    changes: [{ section: 'skills', before: 'C++', after: 'Kubernetes expert', reason: 'Asked for.' }],
  }
  expect(checkTailored(answer, TEXT, { posting: POSTING, applyingTo: '' }).changes).toEqual([])
})

test('ordinary words are not treated as claims', () => {
  const source = createFactChecker(TEXT, {
    tempting: 'Experience with Teams. You Build things. We want TypeScript.',
  })
  const text =
    'Built reliable services with TypeScript. Experience in leading a team of 6 and in making queries faster.'
  expect(removeUnsupported(text, source)).toEqual({ text, removed: [] })
})

describe('a near match', () => {
  const position = (changes: object) => ({
    ...{ company: 'Initech', role: 'Senior Engineer', duration: '2019 – 2024', highlights: [] as string[] },
    ...changes,
  })
  const both = (changes: object) => [position(changes), tailored().resume.experience[1]!]

  test.each([
    ['a year earlier', { duration: '2018 – 2024' }],
    ['a year longer', { duration: '2019 – 2025' }],
    ['until today', { duration: '2019 – present' }],
    ['the time at another employer', { duration: '2015 – 2019' }],
  ])('%s is not accepted as a period of employment', (_, change) => {
    for (const source of [TEXT, RESUME]) {
      const [first] = check({ experience: both(change) }, source).resume.experience
      expect(first!.duration).toBe(source === TEXT ? null : '2019 – 2024')
    }
  })

  test('a title held at another employer is not accepted for this one', () => {
    const promoted = { company: 'Globex', role: 'Senior Engineer', duration: '2015 – 2019', highlights: [] }
    for (const source of [TEXT, RESUME]) {
      const { resume, gaps } = check({ experience: [position({}), promoted] }, source)
      expect(resume.experience[1]!.role).toBe(source === TEXT ? null : 'Engineer')
      expect(gaps.join()).toContain('Senior Engineer')
    }
  })

  test.each([
    ['a higher one', { degree: 'MSc Computer Science' }],
    ['another subject', { degree: 'BSc Mathematics' }],
    ['another year', { year: '2013' }],
  ])('a degree: %s is removed', (_, change) => {
    const study = { school: 'University of Lagos', degree: 'BSc Computer Science', year: '2014', ...change }
    const parts = { ...RESUME, education: [{ ...study, degree: 'BSc Computer Science', year: '2014' }] }
    for (const source of [TEXT, parts]) {
      const { resume, gaps } = check({ education: [study] }, source)
      const [field, claim] = Object.entries(change)[0]!
      expect(resume.education[0]![field as 'degree']).toBe(null)
      expect(gaps.join()).toContain(claim)
    }
  })

  test.each([
    ['a rank', 'Principal engineer with TypeScript.'],
    ['a rank in lower case', 'A staff engineer at heart.'],
    ['a degree at the beginning', 'Master of Science with TypeScript.'],
    ['a degree in lower case', 'Holds a doctorate.'],
    ['a certificate', 'Certified in PostgreSQL.'],
    ['years in words', 'Twelve years with PostgreSQL.'],
    ['a number that was not a percentage', 'Cut costs by 6 %.'],
    ['a larger amount', 'Saved $6M with PostgreSQL.'],
    ['a removed skill', 'Ran grafana for everybody.'],
  ])('in prose: %s is removed', (_, sentence) => {
    const { resume } = check({
      summary: `Knows PostgreSQL. ${sentence}`,
      skills: ['TypeScript', 'Grafana'],
    })
    expect(resume.summary).toBe('Knows PostgreSQL.')
  })

  test.each([
    ['Led a team of six.'],
    ['Cut query times by 40 percent.'],
    ['Cut query times by 40% with PostgreSQL.'],
    ['Senior engineer since 2019.'],
    ['Applying for the role of Principal Engineer at Acme.'],
  ])('a supported claim is kept, even when paraphrased: %s', (sentence) => {
    expect(check({ summary: sentence }).resume.summary).toBe(sentence)
  })
})

test('a position spread over several lines is found by its employer', () => {
  const stacked = 'Ada Okafor\n\nInitech\nSenior Engineer\n2019 – 2024\nGlobex\nEngineer\n2015 – 2019'
  expect(check({ skills: [] }, stacked).resume.experience).toEqual(tailored().resume.experience)
})

test('removing a multi-word skill does not remove sentences with an ordinary word of it', () => {
  const { resume } = check({
    skills: ['Release management', 'TypeScript'],
    summary: 'Cut the time of a release with PostgreSQL. Strong in release management.',
  })
  expect(resume.summary).toBe('Cut the time of a release with PostgreSQL.')
})

test('paragraphs of a letter are preserved', () => {
  const letter = 'I know PostgreSQL.\n\nI led 60 people. I like it.'
  expect(removeUnsupported(letter, createFactChecker(TEXT)).text).toBe('I know PostgreSQL.\n\nI like it.')
})
