// The pay of a posting's page: in its data or its text, in the currency of its place, and what was not used.
import { expect, test } from 'vitest'
import { readPay } from '../../../core/reading/pay.ts'
import { readPostingMeta } from '../../../core/scout/job-posting.ts'
import { payInText } from '../../../core/scout/page-pay.ts'
import { readPage } from '../../../core/scout/page.ts'

const read = async (fields: object, { url = 'https://acme.example/jobs/1', text = 'Cook.' } = {}) => {
  const data = JSON.stringify({ '@type': 'JobPosting', title: 'Chef', ...fields })
  const html = `<script type="application/ld+json">${data}</script><p>${text}</p>`
  return readPage({ body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url })
}
const inTown = (addressLocality: string, addressRegion: string, addressCountry: string) => ({
  jobLocation: { address: { addressLocality, addressRegion, addressCountry } },
})
const OWN = { minValue: 80_000, maxValue: 100_000, unitText: 'YEAR' }
const RANGES = [
  { currency: '$', value: OWN },
  { value: { ...OWN, minValue: '$80,000', maxValue: '$100,000' } },
  { value: '$80,000 - $100,000' },
  '$80,000 - $100,000',
]
const GUESS = 'is taken for US dollars'

test.each([
  ['Waterloo', 'ON', 'CA', 'CAD'],
  ['Hobart', 'TAS', 'AU', 'AUD'],
  ['Wellington', '', 'NZ', 'NZD'],
  ['Austin', 'TX', 'US', 'USD'],
])('a bare $ in %s, %s, %s is %s', async (town, region, country, currency) => {
  for (const baseSalary of RANGES) {
    const { meta, left } = await read({ ...inTown(town, region, country), baseSalary })
    const { salary, location } = meta.jobPosting ?? {}
    expect(readPay(String(salary), String(location)).value).toMatchObject({ min: 80_000, currency })
    expect(left).toEqual([])
  }
})

test.each([
  ['https://acme.ca/jobs/1', 'CAD', false],
  ['https://jobs.acme.com.au/1', 'AUD', false],
  ['https://acme.sg/1', 'SGD', false],
  ['https://acme.co/jobs/1', 'USD', true],
  ['https://acme.com/jobs/1', 'USD', true],
])('a page without a place means by $ the currency of its site: %s', async (url, currency, isGuess) => {
  const pays = RANGES.map((baseSalary) => read({ baseSalary }, { url }))
  const inItsText = read({}, { url, text: 'Salary: $80,000 - $100,000 a year' })
  for (const { meta, left } of await Promise.all([...pays, inItsText])) {
    expect(readPay(String(meta.jobPosting?.['salary'])).value).toMatchObject({ min: 80_000, currency })
    expect(left.map(({ field, why }) => [field, why.includes(GUESS)])).toEqual(
      isGuess ? [['salary', true]] : [],
    )
  }
})

test('work that is only said to be remote is paid in the currency of the site', async () => {
  for (const baseSalary of RANGES) {
    const { meta } = await read({ jobLocationType: 'TELECOMMUTE', baseSalary }, { url: 'https://acme.ca/1' })
    expect(meta.jobPosting).toMatchObject({ location: 'Remote', salary: 'CAD 80,000 – 100,000 a year' })
  }
})

test('a place counts before the site, and a named currency is no guess', async () => {
  const url = 'https://acme.ca/1'
  const inTexas = await read({ ...inTown('Austin', 'TX', 'US'), baseSalary: RANGES[0] }, { url })
  expect(inTexas.meta.jobPosting?.['salary']).toBe('USD 80,000 – 100,000 a year')
  expect((await read({ baseSalary: { currency: 'USD', value: OWN } })).left).toEqual([])
  expect(payInText('Salary: $90,000 a year. We match your 401(k).').left).toEqual([])
  expect(payInText('Salary: US$90,000 a year').left).toEqual([])
})

test('what the text says of the pay and crm does not count is said', () => {
  const whys = (text: string) => payInText(text, 'Berlin').left.map(({ why }) => why)
  expect(whys('Salary: €3,000 net per month')).toEqual([expect.stringContaining('after tax')])
  expect(whys('Salary: €80,000 a year. OTE: €120,000')).toEqual(['is target pay, not base pay'])
  expect(whys('Total compensation: €200k - €250k')).toEqual(['is total pay, not base pay'])
  expect(whys('We raised a total of €200M')).toEqual([])
  expect(whys('Salary: 35 000 kr per month')).toEqual([expect.stringContaining('names no currency')])
  expect(whys('Starting pay: €21/hr, up to €25/hr after 90 days')).toHaveLength(2)
})

test('neither a place nor an amount is cut in two', async () => {
  const towns = Array.from({ length: 12 }, (_, at) => ({ address: `Nordstadt an der Aar ${at}` }))
  const depends = 'depends on where you work and on what you know'
  const baseSalary = `The range of base pay for this role ${depends}: $93,059 - $156,160 a year`
  const { meta } = await read({ jobLocation: towns, baseSalary }, { url: 'https://acme.ca/1' })
  const { location, salary } = readPostingMeta(meta)
  expect(location).toMatch(/^(?:Nordstadt an der Aar \d; )+Nordstadt an der Aar \d$/)
  expect(salary).toBe('USD 93,059 – 156,160 a year')
})

test('pay that no job has in the data leaves the word to the text, but not an estimate', async () => {
  const text = 'Salary: €85,000 - €95,000 a year'
  const value = { minValue: 85_000, maxValue: 95_000, unitText: 'HOUR' }
  const wrong = await read({ baseSalary: { currency: 'EUR', value } }, { text })
  expect(wrong.meta.jobPosting?.['salary']).toBe('EUR 85,000 – 95,000 a year')
  expect(wrong.left).toMatchObject([{ text: 'EUR 85,000 – 95,000 HOUR' }])
  const survey = await read({ baseSalary: { currency: 'EUR', percentile10: 1, median: 2 } }, { text })
  expect(survey.meta.jobPosting?.['salary']).toBeUndefined()
})

test.each([
  ['Salary: $120,000 - $140,000 a year', true],
  ['Salary: €80,000 - €100,000 a year', true],
  ['Base salary: $90,000 a year', true],
  ['Salary: $80,000 - $100,000 a year', false],
  ['Salary: 80k - 100k', false],
  ['Pay: $40 - $50 an hour', false],
  ['Salary: from $80,000 a year', false],
  ['We raised $20,000,000. Cook.', false],
])('the data count, and text that says another pay is said: %s', async (text, isSaid) => {
  const { meta, left } = await read({ baseSalary: { currency: 'USD', value: OWN } }, { text })
  expect(meta.jobPosting?.['salary']).toBe('USD 80,000 – 100,000 a year')
  const why = 'is what the text says; the data say USD 80,000 – 100,000 a year, which was taken'
  expect(left).toEqual(isSaid ? [{ field: 'salary', text: expect.stringMatching(/\d/), why }] : [])
})

test('of several postings on a page, none gives its pay', async () => {
  const data = [{ title: 'Chef' }, { title: 'Cook' }].map((each) => ({ '@type': 'JobPosting', ...each }))
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const html = `${script}<p>Salary: £30,000 a year</p>`
  const { meta, left } = await readPage({ body: Buffer.from(html), contentType: 'text/html' })
  expect([meta.jobPosting, left.map(({ field }) => field)]).toEqual([null, ['posting']])
})
