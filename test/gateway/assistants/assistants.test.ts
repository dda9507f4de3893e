// Every assistant: the input it accepts and refuses, how a model's response is used, and its limits.
import { describe, expect, test } from 'vitest'
import { ASSISTANTS } from '../../../core/assistants/operations.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { LIMITS } from '../../../core/limits/limits.ts'
import { as, call } from '../../harness.ts'
import { useAsking } from './fixture.ts'
import { SAMPLES } from './samples.ts'

const asking = useAsking()
const samples = Object.entries(SAMPLES).map(([name, sample]) => ({ name, ...sample }))

test('every assistant has a sample and a limit', () => {
  const names = ASSISTANTS.map(({ name }) => name)
  expect(Object.keys(SAMPLES).sort()).toEqual([...names].sort())
  for (const name of names) expect(Object.keys(LIMITS)).toContain(`assistants.${name}`)
})

describe.each(['openai', 'anthropic', 'grok'])('by %s', (provider) => {
  test.each(samples)('$name responds', async ({ name, body, said, answered = said }) => {
    const me = await asking().somebody({ provider })
    asking().models.play(me.key, { say: () => ({ text: JSON.stringify(said) }) })
    const answer = await me.ask(`/api/${name}`, body)
    expect(answer.status, answer.text).toBe(200)
    if (name === 'salary-advisor') {
      const [cited, ...points] = answer.body.talkingPoints
      expect(cited).toMatch(/^Typical base pay of Software .* \$\d.*\[comp:software-/)
      expect({ ...answer.body, talkingPoints: points }).toEqual(answered)
    } else expect(answer.body).toEqual(answered)
  })
})

describe.each(samples)('$name', ({ name, body, refused }) => {
  test.each(refused.map((bad) => [bad]))('refuses %j', async (bad) => {
    const me = await asking().somebody()
    const answer = await me.ask(`/api/${name}`, bad)
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'VALIDATION_ERROR'])
    expect(asking().models.asked.filter(({ key }) => key === me.key)).toEqual([])
  })

  test('requires a session before anything else', async () => {
    const me = await asking().somebody()
    const answer = await me.ask(`/api/${name}`, {}, { cookie: undefined, 'x-ai-provider': undefined })
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  test('is open to the free plan, unless declared otherwise', async () => {
    const me = await asking().somebody({ tier: 'free' })
    const answer = await me.ask(`/api/${name}`, body)
    expect(answer.status, answer.text).toBe(name === 'parse-contact' ? 403 : 200)
  })
})

test('the plan is checked before the body is read', async () => {
  const me = await asking().somebody({ tier: 'free' })
  const answer = await me.ask('/api/parse-contact', {}, { 'x-ai-provider': undefined })
  expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
})

test('a contact is linked to the tracked jobs at their company', async () => {
  const me = await asking().somebody()
  const job = await call(addJob, as(asking().gateway.core, me.principal), {
    company: 'Acme GmbH',
    role: 'CTO',
  })
  const said = { name: 'Sam', company: 'Acme', suggestedJobs: [{ company: 'Acme GmbH', role: 'CTO' }] }
  asking().models.play(me.key, { say: () => ({ text: JSON.stringify(said) }) })
  const answer = await me.ask('/api/parse-contact', { text: 'Sam of Acme' })
  expect(answer.body.suggestedJobs).toEqual([
    { jobId: job.id, company: 'Acme GmbH', role: 'CTO', reason: 'You follow this job; it is saved.' },
  ])
})

test.each([
  ['wellness-analysis', 'moodHistory', ['2024-02-29', '2026-11-01T10:00', '2026-11-01T10:00:00.000Z']],
  ['salary-advisor', 'offer', ['150000', '120k', '€ 45.000', '8500 CHF/month', 'OTE $200k', 'up to 90k']],
])('%s accepts every readable %s', async (name, field, values) => {
  const { body, said } = SAMPLES[name]!
  const me = await asking().somebody()
  asking().models.play(me.key, { say: () => ({ text: JSON.stringify(said) }) })
  for (const value of values) {
    const moods = values.map(() => ({ date: value, mood: 'calm' }))
    const offer = { company: 'Acme', role: 'Software Engineer', salary: value }
    const answer = await me.ask(`/api/${name}`, { ...body, [field]: field === 'offer' ? offer : moods })
    expect(answer.status, `${value}: ${answer.text}`).toBe(200)
  }
})

describe('pay figures from a model', () => {
  test('are removed from advice; the figures come from the product', async () => {
    const me = await asking().somebody()
    const said = {
      ...SAMPLES['salary-advisor']!.said,
      advice: 'The market median is $212,345 for this role. Ask politely.',
      talkingPoints: ['Glassdoor says $198k on average.', 'You have five years.'],
    }
    asking().models.play(me.key, { say: () => ({ text: JSON.stringify(said) }) })
    const { body } = await me.ask('/api/salary-advisor', SAMPLES['salary-advisor']!.body)
    expect(body.advice).toBe('Ask politely.')
    expect(body.talkingPoints).toEqual([expect.stringContaining('[comp:'), 'You have five years.'])
  })

  test.each([
    ['a role without data', 'Qzxv Wibbler', '45 an hour'],
    ['pay that is not in dollars', 'Software Engineer', '€ 90.000'],
  ])('are not added for %s', async (_, role, salary) => {
    const me = await asking().somebody()
    asking().models.play(me.key, { say: () => ({ text: JSON.stringify(SAMPLES['salary-advisor']!.said) }) })
    const offer = { company: 'Acme', role, salary }
    const { status, body } = await me.ask('/api/salary-advisor', { offer, runway: {} })
    expect([status, body.talkingPoints]).toEqual([200, ['Your experience.']])
  })
})
