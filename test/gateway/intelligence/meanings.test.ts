// Answers that say what a figure is of, or which place was meant.
import { beforeAll, expect, test } from 'vitest'
import { useGateway } from '../harness.ts'
import { keyHolder, type KeyHolder } from './key-holder.ts'

const gateway = useGateway()

let pro: KeyHolder
beforeAll(async () => {
  pro = await keyHolder(gateway(), 'pro')
})

test('the figure of a title that the survey does not count apart says so, over HTTP and to a model', async () => {
  const { body } = await pro.get('/salaries?role=investment-banker')
  expect(body.data.reasons.estimate).toMatch(/^The figure is that of Securities, .* as a whole/)
  const told = await pro.post('/tools/analyze_compensation', { role: 'investment-banker' })
  expect(told.body.data.summary).toContain(body.data.reasons.estimate)
  const nurse = await pro.get('/salaries?role=registered-nurse')
  expect(nurse.body.data.reasons.estimate).toBeUndefined()
})

test('a town without its state is answered with the town it could be, and the place abroad it is not', async () => {
  const ask = (city: string) => pro.get(`/salaries?role=accountant&city=${encodeURIComponent(city)}`)
  const bare = await ask('berlin')
  expect([bare.status, bare.body.error.code]).toEqual([404, 'city_not_found'])
  expect(bare.body.error.hint).toBe(
    'It could be one of: hartford-ct (Berlin, CT). The city in Germany has no figures: only US cities do.',
  )
  const full = await ask('Berlin, CT')
  expect(full.body.data.understood.city).toMatchObject({ slug: 'hartford-ct', place: 'Berlin, CT' })
  const abroad = await ask('toronto')
  expect([abroad.status, abroad.body.error.code]).toEqual([404, 'city_not_found'])
  expect(abroad.body.error.hint).toMatch(/^It is in Canada, and only US cities have figures\./)
})
