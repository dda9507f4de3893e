// Letters and messages make no claims about their sender that the profile does not support.
import { expect, test } from 'vitest'
import type { Ask } from '../../../core/assistants/exchange.ts'
import { createModels } from '../../../core/assistants/model.ts'
import type { ModelChoice } from '../../../core/assistants/providers.ts'
import { draftMessage } from '../../../core/assistants/tasks/draft-message.ts'
import { coverLetter } from '../../../core/billing/purchases/cover-letter.ts'
import type { Context } from '../../../core/kernel/context.ts'

const NOBODY = {} as Context

const PROFILE = {
  name: 'Ada Okafor',
  skills: ['TypeScript', 'PostgreSQL'],
  experience: [{ company: 'Initech', role: 'Senior Engineer', duration: '2019 – 2024' }],
  education: [{ school: 'University of Lagos', degree: 'BSc Computer Science', year: '2014' }],
}
const ASKED = {
  profile: PROFILE,
  jobDescription: 'We need Kubernetes, Terraform. You lead 12 people.',
  jobTitle: 'Principal Engineer',
  jobCompany: 'Acme',
}
const LETTER = {
  greeting: 'Dear Hiring Team,',
  opening: 'I am writing to apply for the role of Principal Engineer at Acme.',
  body: 'At Initech I worked with PostgreSQL since 2019.',
  closing: 'I would be glad to talk.',
  signoff: 'Kind regards,\nAda Okafor',
}
const letter = (changes: Partial<typeof LETTER>) =>
  coverLetter.finish!({ ...LETTER, ...changes }, ASKED, {}, NOBODY)

test('a letter that only states the profile is unchanged', async () => {
  expect(await letter({})).toEqual(LETTER)
})

test.each([
  ['an employer', 'At Google I learned to ship.'],
  ['a time shifted by a year', 'I have been at Initech since 2018.'],
  ['a rank', 'As a principal engineer I set direction.'],
  ['a degree', 'I hold a master’s degree.'],
  ['a figure', 'I led 12 people.'],
  ['a figure in words', 'I led twelve people.'],
  ['a skill of the posting', 'I run Kubernetes every day.'],
  ['the same in lower case', 'I run terraform every day.'],
])('%s that the profile does not contain is removed from a letter, in every paragraph', async (_, claim) => {
  const { body, closing } = await letter({
    body: `${LETTER.body} ${claim}`,
    closing: `${claim} ${LETTER.closing}`,
  })
  expect([body, closing]).toEqual([LETTER.body, LETTER.closing])
})

test('a letter is signed with the sender’s name', async () => {
  expect((await letter({ signoff: 'Best,\nBob Smith, PhD' })).signoff).toBe('Kind regards,\nAda Okafor')
})

test('a message leaves unknown details of its sender blank', async () => {
  const input = { contact: { name: 'Sam Lee', company: 'Acme' }, job: { role: 'Staff Engineer' } }
  const said = [
    'Hi Sam Lee,',
    'I saw the Staff Engineer role at Acme. I have 8 years with Rust at Google. My [relevant skill] would help.',
    'Would you have ten minutes on Monday?',
  ]
  const draft = { subject: 'Hello', message: said.join('\n\n'), tone: 'warm', platform: 'linkedin' as const }
  const { message } = await draftMessage.finish!(draft, input, { ...input }, NOBODY)
  expect(message.split('\n\n')).toEqual([
    said[0],
    'I saw the Staff Engineer role at Acme. [Say it with facts of your own.] My [relevant skill] would help.',
    said[2],
  ])
})

test('a provider’s connections that could not be opened are opened again, and closed without an error', async () => {
  let tries = 0
  const models = createModels(() => {
    if ((tries += 1) < 2) throw new Error('Not now.')
    return new Set()
  })
  const choice = { provider: 'openai', baseUrl: 'http://127.0.0.1:9', model: 'm', key: 'k' } as ModelChoice
  const question = { system: '', messages: [], maxTokens: 1, format: 'text' } as unknown as Ask
  const ask = () => models.ask(choice, question)
  await expect(ask()).rejects.toThrow('Not now.')
  await models.close()
  await expect(ask()).rejects.toThrow('No model may be asked')
  await models.close()
})
