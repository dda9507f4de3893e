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
  return body.data
}

describe('training after a degree', () => {
  test.each([
    ['postdoc', 'postdoctoral-researcher', 50_000, 85_000],
    ['medical resident', 'resident-physician', 55_000, 100_000],
  ])(
    '%s has the offers of training, beside the survey of its occupation',
    async (title, slug, least, most) => {
      const { role, offers, reasons } = await pay(title, '')
      expect(role.slug).toBe(slug)
      expect(role.priced_as.own_series).toBe(false)
      expect(reasons.estimate).toMatch(/^The survey has no figure for this title alone: this is that of /)
      expect(offers.median).toBeGreaterThan(least)
      expect(offers.median).toBeLessThan(most)
    },
  )
})

test('each rank of an engineering ladder is paid at least as much as the rank below it', async () => {
  const ranks = ['junior', 'senior', 'staff', 'principal']
  const figures: number[] = []
  for (const rank of ranks)
    figures.push((await pay(`${rank} software engineer`, 'san-francisco-ca')).estimate.median)
  expect([...figures].sort((a, b) => a - b)).toEqual(figures)
  expect(new Set(figures).size).toBe(ranks.length)
})
