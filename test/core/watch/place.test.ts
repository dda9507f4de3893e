// Which offices are in a wanted place: one resolver for every spelling, and nothing guessed where it is not sure.
import { beforeAll, expect, test } from 'vitest'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { whyItFits } from '../../../core/watch/criteria.ts'
import { areaReader, placeFinder, type PlaceFinder } from '../../../core/watch/place.ts'

let finder: PlaceFinder
beforeAll(() => {
  finder = placeFinder(areaReader(openDataset(openShipped()).words))
})

const fits = (wish: string, ...places: string[]): boolean =>
  finder.reason({ places, workplace: 'onsite' }, [wish]) !== null

test.each([
  ['sf', 'San Francisco, CA'],
  ['NYC', 'Austin, TX', 'New York, New York, United States'],
  ['San Francisco', 'Oakland, CA'],
  ['94110', 'San Francisco Bay Area'],
  ['California', 'Los Angeles, CA'],
  ['CA', 'Eureka, CA'],
  ['Texas', 'Dallas, TX (Hybrid)'],
  ['Portland', 'Portland, ME'],
  ['Portland, OR', 'Portland'],
  ['United States', 'Remote - US'],
  ['USA', 'Seattle'],
  ['Germany', 'Munich'],
  ['Zürich', 'Zurich, Switzerland'],
])('%s holds %s', (wish, ...places) => {
  expect(fits(wish, ...places)).toBe(true)
})

test.each([
  ['sf', 'San Diego, CA'],
  ['California', 'New York, NY'],
  ['IN', 'Hybrid in Berlin'],
  ['CA', 'Toronto, Canada'],
  ['Portland, OR', 'Portland, ME'],
  ['Eureka, CA', 'Los Angeles, CA'],
  ['Berlin', 'Hartford, CT'],
  ['London', 'Manchester, England'],
  ['United States', 'Oslo'],
  ['Atlantis', 'Remote - US'],
])('%s does not hold %s', (wish, place) => {
  expect(fits(wish, place)).toBe(false)
})

test.each([
  ['Prague, Czechia', 'the Czech Republic'],
  ['Istanbul, Türkiye', 'Turkey'],
])('%s is in %s', (office, country) => expect(finder.country(office)).toBe(country))

test('any office counts, a hybrid one is said, and remote means remote', () => {
  const posting = { places: ['Oslo', 'New York, NY'], workplace: 'hybrid' as const }
  expect(finder.reason(posting, ['nyc'])).toEqual(['hybrid in New York, NY'])
  expect(finder.reason(posting, ['remote'])).toBeNull()
  expect(finder.reason({ places: [], workplace: null }, ['nyc'])).toEqual(['names no place'])
})

test.each([
  [{ min: 80_000, max: 90_000, currency: 'USD', period: 'year' as const }, false],
  [{ min: null, max: 8_000, currency: 'USD', period: 'month' as const }, false],
  [{ min: 80_000, max: null, currency: 'USD', period: 'year' as const }, true],
  [{ min: 8, max: 9, currency: 'USD', period: null }, true],
])('the least pay hides only pay that is surely less: %o', (pay, isShown) => {
  const posting = { role: 'Clerk', company: 'Acme', places: [], workplace: null, pay, text: null }
  const criteria = { match: [], not: [], level: [], place: [], minPay: 100_000, timeZone: null }
  const nothing = () => []
  const market = () => ({ offers: null, estimate: null })
  const knowledge = { levels: nothing, places: finder, hours: nothing, market }
  expect(whyItFits(posting, criteria, knowledge) !== null).toBe(isShown)
  // Of several amounts none is the pay, so it is not said that none is stated.
  expect(whyItFits({ ...posting, pay: null }, criteria, knowledge)).toEqual(['states no clear pay'])
})
