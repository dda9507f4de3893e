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
  const { body } = await pro.get('/salaries?role=stockbroker')
  expect(body.data.reasons.estimate).toMatch(
    /^The survey has no figure for this title alone: this is that of Securities, /,
  )
  const told = await pro.post('/tools/analyze_compensation', { role: 'stockbroker' })
  expect(told.body.data.summary).toMatch(/Survey of everyone in Securities, .* \(\d+ titles share it\)/)
  const nurse = await pro.get('/salaries?role=registered-nurse')
  expect(nurse.body.data.reasons.estimate).toBeUndefined()
})

test('the name of a role is paid like its slug, in words and in a city', async () => {
  for (const place of ['', '&city=austin-tx']) {
    const ask = async (role: string) =>
      (await pro.get(`/salaries?role=${encodeURIComponent(role)}${place}`)).body.data.estimate.median
    for (const slug of ['software-engineer', 'machine-learning-engineer'])
      expect(await ask(slug.replaceAll('-', ' '))).toBe(await ask(slug))
  }
})

test('a town without its state is answered with the town it could be, and the place abroad it is not', async () => {
  const ask = (city: string) => pro.get(`/salaries?role=accountant&city=${encodeURIComponent(city)}`)
  const bare = await ask('berlin')
  expect([bare.status, bare.body.error.code]).toEqual([404, 'city_not_found'])
  expect(bare.body.error.hint).toBe(
    'The only one with figures is hartford-ct (Berlin, CT). The city in Germany has no figures: only US cities do.',
  )
  const full = await ask('Berlin, CT')
  expect(full.body.data.understood.city).toMatchObject({ slug: 'hartford-ct', place: 'Berlin, CT' })
  const abroad = await ask('toronto')
  expect([abroad.status, abroad.body.error.code]).toEqual([404, 'city_not_found'])
  expect(abroad.body.error.hint).toMatch(/^It is in Canada, and only US cities have figures\./)
  expect(abroad.body.error.country).toBe('Canada')
})
