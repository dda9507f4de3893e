// Which hours a remote posting asks for: only what it states counts, and who is too far away is told by how much.
import { beforeAll, describe, expect, test } from 'vitest'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { hoursReader, type HoursReader, type HoursPosting } from '../../../core/watch/hours.ts'
import { areaReader, placeFinder } from '../../../core/watch/place.ts'

const WINTER = Date.parse('2026-01-15T12:00:00Z')

let hours: HoursReader
beforeAll(() => {
  const places = placeFinder(areaReader(openDataset(openShipped()).words))
  hours = hoursReader(WINTER, (office) => places.country(office))
})

const posting = (over: Partial<HoursPosting>): HoursPosting => ({
  ...{ role: 'Clerk', places: ['Remote'], workplace: 'remote' as const, text: null },
  ...over,
})

describe('a remote posting', () => {
  test.each([
    ['Candidates must have at least 4 hours of overlap with PST.', '4 h of overlap with PST', 9],
    ['You need to overlap four hours with the Eastern time zone.', '4 h of overlap with Eastern', 6],
    ['Time zone: CET ±2h', 'CET ± 2 h', 0],
    ['Location: Remote (UTC-8 to UTC-5)', 'the hours of UTC-8 to UTC-5', 6],
    ['Location: Remote, UTC−8 to −5', 'the hours of UTC−8 to −5', 6],
    ['You must work US business hours.', 'the hours of US', 6],
    ['Applicants must be located between EST and CET time zones.', 'the hours of EST to CET', 0],
    ['Must be within 3 hours of GMT.', 'GMT ± 3 h', 1],
    ['Must be able to overlap with U.S. or European working hours.', 'overlap with US or European', 0],
    ['You should be available during APAC office hours.', 'the hours of APAC', 4],
  ])('that says “%s” asks for %s', (text, said, away) => {
    const sentence = `asks for ${said}`
    expect(hours(posting({ text: `We count.\n${text}\nApply now.` }), null)).toEqual([sentence])
    const limit = /overlap with (?:PST|Eastern)/.test(said)
      ? 4
      : /±/.test(said)
        ? Number(/± (\d)/.exec(said)![1])
        : 2
    const answer = hours(posting({ text }), 'Europe/Berlin')
    if (away > limit) expect(answer).toBeNull()
    else if (away === 0) expect(answer).toEqual([`${sentence}; Europe/Berlin has those hours`])
    else
      expect(answer).toEqual([
        expect.stringMatching(new RegExp(`; Europe/Berlin is ${away} h (?:ahead|behind)$`)),
      ])
  })

  test.each([
    [['Remote - EMEA'], 'EMEA', ['Europe/Berlin', 'Africa/Lagos'], ['America/New_York', 'Asia/Tokyo']],
    [['Remote (US)'], 'US', ['America/Denver', 'Pacific/Honolulu'], ['Europe/Berlin', 'Asia/Kolkata']],
    [['Remote, Germany'], 'Germany', ['Europe/Berlin', 'Europe/Lisbon'], ['America/New_York']],
    [['Remote (Canada)', 'Remote - US'], 'Canada or US', ['America/Toronto'], ['Europe/Paris']],
    [['Remote - Texas'], 'United States', ['America/Chicago'], ['Europe/Paris']],
    [['Germany', 'Austria'], 'Germany or Austria', ['Europe/Vienna'], ['America/New_York']],
    [['Remote (US time zones)'], 'US', ['America/Lima'], ['Australia/Sydney']],
  ])('at %s can be done from %s', (places, said, near, far) => {
    expect(hours(posting({ places }), null)).toEqual([`asks for work from ${said}`])
    for (const zone of near) expect(hours(posting({ places }), zone), zone).not.toBeNull()
    for (const zone of far) expect(hours(posting({ places }), zone), zone).toBeNull()
  })

  test('says in its title where, and says by how much somebody is away', () => {
    const titled = posting({ role: 'Clerk (Remote, CET ± 3 h)', workplace: null, places: [] })
    expect(hours(titled, 'Europe/London')).toEqual(['asks for CET ± 3 h; Europe/London is 1 h behind'])
    expect(hours(titled, 'Asia/Kolkata')).toBeNull()
    expect(hours(posting({ text: 'Must overlap with PST for 4 hours.' }), 'America/Halifax')).toEqual([
      'asks for 4 h of overlap with PST; America/Halifax is 4 h ahead',
    ])
  })

  test('that only wishes for hours says so, and is not hidden by it', () => {
    const wish = posting({ text: 'Ideally you overlap 4 hours with PST.' })
    expect(hours(wish, 'Europe/Berlin')).toEqual([
      'prefers 4 h of overlap with PST; Europe/Berlin is 9 h ahead',
    ])
  })

  test.each([
    'Our team is distributed across US and European time zones.',
    'You work with customers in many time zones: PST, CET and JST.',
    'Work from any time zone, whatever it is.',
    'Tell us what time zone suits you.',
    'We sell to the US and Europe.',
    'Founded in 2015 (EST.), we must keep books in order.',
    'Our business hours are flexible; the US office is in Austin.',
  ])('is not hidden by “%s”', (text) => {
    expect(hours(posting({ text }), 'Asia/Tokyo')).toEqual([])
  })

  test('with one place whose hours are not known is not hidden', () => {
    expect(
      hours(posting({ places: ['Remote - US', 'Grand Duchy of Books'] }), 'Europe/Berlin'),
    ).not.toBeNull()
    expect(hours(posting({ places: ['New York, US'] }), 'Europe/Berlin'), 'where the firm is').toEqual([])
    expect(hours(posting({ places: ['Remote', 'Worldwide'] }), 'Europe/Berlin')).toEqual([])
    expect(hours(posting({ places: ['Remote, CT'] }), null)).toEqual(['asks for work from United States'])
  })
})

test('a posting with an office, or a hybrid one, asks for nothing', () => {
  const text = 'Must have 4 hours of overlap with PST.'
  for (const workplace of ['onsite', 'hybrid'] as const)
    expect(hours(posting({ workplace, text, places: ['New York, US'] }), 'Asia/Tokyo')).toEqual([])
  expect(hours(posting({ workplace: null, text, places: ['Berlin'] }), 'Asia/Tokyo')).toEqual([])
})
