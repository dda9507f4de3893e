// What a place decides: which dollar a bare $ is, and which clock a time is on.
import { expect, test } from 'vitest'
import { readPay } from '../../core/reading/pay.ts'
import { zoneOfPlace } from '../../core/reading/zones.ts'

test.each([
  ['Sydney, NSW', 'AUD'],
  ['Sydney, NS', 'CAD'],
  ['London, ON', 'CAD'],
  ['Ontario, Canada', 'CAD'],
  ['Ontario, OR', 'USD'],
  ['Vancouver, Wash.', 'USD'],
  ['Ottawa, IL', 'USD'],
  ['Mexico, MO', 'USD'],
  ['Mexico, Maine', 'USD'],
  ['Ottawa, Illinois', 'USD'],
  ['New Brunswick, NJ', 'USD'],
  ['London, Ont.', 'CAD'],
  ['Hobart, TAS', 'AUD'],
  ['Toronto, Ontario, CA', 'CAD'],
  // The hint and the state disagree, so nothing is assumed.
  ['Toronto, OH', null],
  ['Toronto, Ohio', null],
  ['Sydney, New South Wales', 'AUD'],
  ['Toronto, ON or Boston, MA', null],
])('a bare $ in %s is %s', (place, currency) => {
  expect(readPay('$60,000 a year', place).value?.currency).toBe(currency)
})

test.each([
  ['cambridge, mass.', 'America/New_York'],
  ['manchester, new hampshire', 'America/New_York'],
  ['birmingham, alabama', 'America/Chicago'],
  ['seattle, washington', 'America/Los_Angeles'],
  ['london, ontario', 'America/Toronto'],
  ['sydney, ns', 'America/Halifax'],
  ['newcastle, new south wales', 'Australia/Sydney'],
  ['cambridge, uk', 'Europe/London'],
  ['ontario, oregon', 'America/Los_Angeles'],
  ['manchester, n.h.', 'America/New_York'],
  ['cambridge, u.k.', 'Europe/London'],
  ['perth, wa', 'Australia/Perth'],
  ['perth, western australia', 'Australia/Perth'],
  ['perth, scotland', 'Europe/London'],
  ['seattle, wa', 'America/Los_Angeles'],
  ['paris, ky', 'America/New_York'],
  ['rome, georgia', 'America/New_York'],
  ['calgary, alberta', 'America/Edmonton'],
  ['victoria, texas', 'America/Chicago'],
  ['el paso, texas', 'America/Denver'],
  ['knoxville, tn', 'America/New_York'],
  ['london st pancras', 'Europe/London'],
  ['180 adelaide street, toronto', 'America/Toronto'],
  ['mass spectrometry scientist', undefined],
  ['car wash attendant', undefined],
])('the clock of %s is that of its state', (place, zone) => {
  expect(zoneOfPlace(place)).toBe(zone)
})
