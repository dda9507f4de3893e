// What a tailored resume leaves out is named, and what it only words differently is not.
import { expect, test } from 'vitest'
import { missingFacts } from '../../../core/assistants/missing-facts.ts'

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
