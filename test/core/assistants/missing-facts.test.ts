// What a tailored resume leaves out is named, and what it only words differently is not.
import { expect, test } from 'vitest'
import { missingFacts } from '../../../core/assistants/tailoring.ts'

const SOURCE = {
  skills: ['Rust', 'Kubernetes'],
  experience: [
    {
      company: 'Beta',
      role: 'Engineer',
      highlights: ['Cut costs by 40 percent', 'Led a team of six people'],
    },
  ],
}

test('a dropped line, skill or figure is missing', () => {
  const tailored = {
    skills: ['Kubernetes', 'Rust'],
    experience: [{ company: 'Beta', role: 'Engineer', highlights: ['Cut costs considerably'] }],
  }
  expect(missingFacts(SOURCE, tailored)).toEqual(['Cut costs by 40 percent', 'Led a team of six people'])
  expect(missingFacts(SOURCE, SOURCE)).toEqual([])
})

test('of a text, its lines', () => {
  expect(
    missingFacts('Ada Smith\n- Led the migration of payroll\n- Wrote Rust', {
      summary: 'Ada Smith wrote Rust',
    }),
  ).toEqual(['Led the migration of payroll'])
})

const JOBS = [
  'Initech, Senior Engineer, 2019 – 2024',
  'Globex, Engineer, 2015 – 2019',
  'Hooli, Engineer, 2012 – 2015',
]

test.each([
  ['a line each', JOBS.join('\n'), [JOBS[1]!]],
  ['sentences of one line', `${JOBS.join('. ')}.`, [`${JOBS[1]!}.`]],
  ['several lines each', JOBS.join('\n').replaceAll(', ', '\n'), ['Globex', '2015 – 2019']],
  ['without years', 'Initech, Senior Engineer\nIBM, Engineer\nHooli, Engineer', ['IBM, Engineer']],
])('a dropped position between two others is named: %s', (_, text, named) => {
  const kept = [JOBS[0]!, JOBS[2]!].map((line) => {
    const [company, role, duration] = line.split(', ')
    return { company, role, duration, highlights: [] }
  })
  expect(missingFacts(text, { name: null, experience: kept })).toEqual(named)
  expect(missingFacts(JOBS[0]!, { experience: kept })).toEqual([])
})
