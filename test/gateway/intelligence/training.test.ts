// People in training after a degree, and the highest ranks: titles whose pay is far from that of their occupation.
import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '../harness.ts'
import { keyHolder, type KeyHolder } from './key-holder.ts'

const gateway = useGateway()

let pro: KeyHolder
beforeAll(async () => {
  pro = await keyHolder(gateway(), 'pro')
})

const pay = async (role: string, city = 'boston-ma') => {
  const place = city && `&city=${city}`
  const { status, body } = await pro.get(`/salaries?role=${encodeURIComponent(role)}${place}`)
  expect(status, `${role}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  const { role: found, estimate, distribution } = body.data
  return {
    slug: found.slug as string,
    median: estimate.median as number,
    spread: (distribution.p90 / distribution.p10) as number,
  }
}

describe('training after a degree', () => {
  // Offers held: postdoctoral titles 53,000 to 75,000, residents 59,000 to 80,000, clinical fellows 67,000 to 99,000
  // (10th to 90th percentile, LCA FY2024 Q1 and FY2025 Q2); cities above the median pay more.
  test.each([
    ['postdoc', 'postdoctoral-researcher', 55_000, 85_000],
    ['postdoctoral research fellow', 'postdoctoral-researcher', 55_000, 85_000],
    ['research fellow', 'postdoctoral-researcher', 55_000, 90_000],
    ['medical resident', 'resident-physician', 60_000, 100_000],
    ['surgery resident', 'resident-physician', 60_000, 100_000],
    ['PGY-2', 'resident-physician', 60_000, 100_000],
    ['clinical fellow', 'fellow-physician', 70_000, 125_000],
    ['cardiology fellow', 'fellow-physician', 70_000, 125_000],
  ])('%s is paid like one, in a city and in the nation', async (title, slug, least, most) => {
    for (const city of ['boston-ma', '']) {
      const { slug: found, median, spread } = await pay(title, city)
      expect(found).toBe(slug)
      expect(spread, 'paid by a scale').toBeLessThan(1.7)
      expect(median, city || 'nation').toBeGreaterThan(least)
      expect(median, city || 'nation').toBeLessThan(most)
    }
  })
})

test('each rank of an engineering ladder is paid at least nearly as much as the rank below it', async () => {
  const ranks = [
    'junior',
    'senior',
    'staff',
    'senior staff',
    'principal',
    'senior principal',
    'distinguished',
  ]
  const figures: number[] = []
  for (const rank of ranks) figures.push((await pay(`${rank} software engineer`, 'san-francisco-ca')).median)
  for (const [at, figure] of figures.entries())
    if (at > 0) expect(figure, ranks[at]!).toBeGreaterThan(figures[at - 1]! * 0.97)
})

test('a fellow of an engineering ladder is an engineer of the highest band', async () => {
  const { body } = await pro.get('/salaries?role=fellow+software+engineer&city=boston-ma')
  expect(body.data.understood.role).toMatchObject({ experience: 'staff' })
  expect(body.data.role.classification.soc_code).toBe('15-1252')
})
