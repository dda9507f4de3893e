// What the markup of postings contains, tracker by tracker, without a model.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPay } from '../../../core/reading/pay.ts'
import { readPage } from '../../../core/scout/page.ts'
import { readPostingMeta } from '../../../core/scout/job-posting.ts'
import { POSTINGS } from './postings.ts'

const read = (html: string, contentType = 'text/html; charset=utf-8') =>
  readPage({ body: Buffer.from(html), contentType })

test.each(POSTINGS)('$tracker', async ({ html, facts, says }) => {
  const { text, meta } = await read(html)
  expect(meta.jobPosting).toMatchObject(
    Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  )
  expect(meta.jobPosting?.['salary'] ?? null).toBe(facts.salary)
  expect(text).toContain(says)
  expect(text).not.toMatch(/<|window\.__appData|@context/)
  const known = readPostingMeta({ ...meta })
  expect({ ...known, salary: known.salary ?? null }).toEqual(facts)
})

test('the JSON-LD of a page gives the job even if the page was fetched elsewhere', () => {
  const jobPosting = {
    '@type': 'JobPosting',
    title: 'Chef',
    hiringOrganization: { name: 'Acme' },
    baseSalary: { currency: 'EUR', value: 50_000 },
  }
  expect(readPostingMeta({ jobPosting })).toEqual({
    role: 'Chef',
    company: 'Acme',
    salary: 'EUR 50,000 a year',
  })
})

const job = (fields: string) =>
  `<script type="application/ld+json">{"@type": "JobPosting", "title": "Chef", ${fields}}</script><p>x</p>`

test('data with single quotation marks, as scripts write it, is read', async () => {
  const { meta } = await read(
    `<script type="application/ld+json">{'@type': 'JobPosting', title: 'Chef de "rang"', 'description': 'It\\'s Bob's place', 'hiringOrganization': {'name': "O'Neil"}, 'validThrough': '2026-12-10',}</script><p>x</p>`,
  )
  expect(meta.jobPosting).toMatchObject({
    role: 'Chef de "rang"',
    company: "O'Neil",
    validThrough: '2026-12-10',
  })
})

test('a page of Greenhouse with ranges for several zones gives all, as its board does', async () => {
  const range = (zone: string, low: number) =>
    `<div class="pay-input"><div class="title">${zone}:</div><div class="pay-range"><span>$${low},200</span>
    <span class="divider">—</span><span>$${low + 50},200 USD</span></div></div>`
  const ranges = range('Zone A', 150) + range('Zone B', 120)
  const { salary } = readPostingMeta((await read(`<div class="job-post"><h1>Chef</h1>${ranges}</div>`)).meta)
  expect(readPay(salary ?? '').value).toMatchObject({ min: 120_200, max: 200_200, currency: 'USD' })
})

test('Ashby states the last day to apply in the data of its script', async () => {
  const places = { locationName: 'Lisbon', secondaryLocationNames: ['Porto'] }
  const posting = { title: 'Chef', applicationDeadline: '2026-12-10T23:59:59.000Z', ...places }
  const app = `<script>window.__appData = ${JSON.stringify({ posting })};</script><p>x</p>`
  const validThrough = posting.applicationDeadline
  expect((await read(app)).meta.jobPosting).toMatchObject({
    ...{ role: 'Chef', location: 'Lisbon; Porto', validThrough },
  })
  const both = await read(job('"validThrough": "2026-12-01"') + app)
  expect(both.meta.jobPosting).toMatchObject({ validThrough: '2026-12-01' })
})

test('the code of a country is no state: Berlin, DE is not in Delaware', async () => {
  const place = (code: string) => `{"address": {"addressLocality": "Berlin", "addressCountry": ${code}}}`
  const locationOf = async (fields: string) => (await read(job(fields))).meta.jobPosting?.['location']
  expect(await locationOf(`"jobLocation": ${place('"DE"')}`)).toBe('Berlin, Germany')
  expect(await locationOf(`"jobLocation": ${place('{"@type": "Country", "name": "de"}')}`)).toBe(
    'Berlin, Germany',
  )
  const remote = (at: string) => `"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": ${at}`
  expect(await locationOf(remote('{"@type": "Country", "name": "CA"}'))).toBe('Remote (Canada)')
  expect(await locationOf(remote('{"@type": "State", "name": "CA"}'))).toBe('Remote (CA)')
})

test('data is found behind letters that are longer in lower case', async () => {
  const { meta, left } = await read(`<title>İş İlanı, İstanbul</title>${job('"url": "https://a.example/İ"')}`)
  expect([meta.jobPosting?.['role'], left]).toEqual(['Chef', []])
})

const MARKED = (title: string) => `<div itemscope itemtype="https://schema.org/JobPosting">
  <h1 itemprop="title">${title}</h1><span itemprop="hiringOrganization">Acme</span>
  <meta itemprop="validThrough" content="2026-12-10"><div itemprop="baseSalary" itemscope>
  <meta itemprop="currency" content="EUR"><div itemprop="value" itemscope><meta itemprop="minValue" content="50000">
  <meta itemprop="maxValue" content="60000"><meta itemprop="unitText" content="YEAR"></div></div></div>`

test('a posting in the attributes of the markup is read whole, and of several none is taken', async () => {
  const { meta } = await read(MARKED('Chef'))
  expect(meta.jobPosting).toMatchObject({
    ...{ role: 'Chef', company: 'Acme', salary: 'EUR 50,000 – 60,000 a year', validThrough: '2026-12-10' },
  })
  const several = await read(MARKED('Chef') + MARKED('Cook'))
  expect([several.meta.jobPosting, several.left[0]?.text]).toEqual([null, 'Chef; Cook'])
})

test.each([
  '{"currency": "USD", "value": {"value": "65,000", "unitText": "MONTH"}}',
  '{"currency": "GBP", "value": {"value": 52000, "unitText": "WEEK"}}',
  '{"currency": "USD", "value": {"minValue": 1, "maxValue": 2, "unitText": "HOUR"}}',
  '{"currency": "USD", "value": {"minValue": 1, "maxValue": 2}}',
  '"USD 1 – 2"',
])('pay that no job has is left out and said: %s', async (pay) => {
  const { meta, left } = await read(job(`"baseSalary": ${pay}`))
  expect([meta.jobPosting?.['salary'], left.map(({ field }) => field)]).toEqual([undefined, ['salary']])
})

test('a list of jobs is no posting, and an address no company', async () => {
  expect((await read('<title>Careers at Acme</title><p>x</p>')).meta.jobPosting).toBeNull()
  const { meta } = await read(job('"hiringOrganization": "https://acme.example"'))
  expect(meta.jobPosting?.['company']).toBeUndefined()
})

test('pay in the text of a page without markup is read', async () => {
  const { meta } = await read('<title>Work with us</title><p>Salary: £30,000 - £35,000 a year</p>')
  expect(meta.jobPosting).toMatchObject({ salary: 'GBP 30,000 – 35,000 a year' })
})

test('plain text is returned as text', async () => {
  expect(await read('We hire.\n\n  Apply now.', 'text/plain')).toEqual({
    text: 'We hire.\nApply now.',
    meta: { title: null, ogTitle: null, ogDescription: null, jobPosting: null },
    left: [],
  })
})

test('Open Graph tags are read; a page without a posting has no JSON-LD', async () => {
  const { meta } = await read(
    '<title>News</title><meta property="og:title" content="The news"><meta property="og:description" content="Of today"><p>Rain.</p>',
  )
  expect(meta).toEqual({ title: 'News', ogTitle: 'The news', ogDescription: 'Of today', jobPosting: null })
})

test('a page without its optional tags is read', async () => {
  expect((await read('<!doctype html><title>Hi</title><p>Rain.')).text).toBe('Rain.')
})

test('named characters are read, and a table has a line for each cell', async () => {
  const { text } = await read(
    '<title>x</title><p>We&rsquo;re hiring &ndash; Caf&eacute; &amp; Bar<table><tr><td>Where</td><td>K&ouml;ln</td></tr></table>',
  )
  expect(text).toBe('We’re hiring – Café & Bar\nWhere\nKöln')
})

test('the charset of the page is respected', async () => {
  const html = Buffer.from('<meta charset="iso-8859-1"><title>Caf\u00e9</title><p>x</p>', 'latin1')
  expect((await readPage({ body: html, contentType: 'text/html' })).meta.title).toBe('Café')
})

// 0x80 is the euro sign, 0x93 and 0x94 are quotation marks, 0x96 is a dash.
const EURO = Buffer.from('<title>x</title><p>Pay: \x8090,000 \x96 \x80110,000 for a \x93lead\x94', 'latin1')
const LEAD = 'Pay: €90,000 – €110,000 for a “lead”'

test.each([
  ['Windows-1252', EURO, 'text/html; charset=windows-1252'],
  ['Latin-1, which browsers read as Windows-1252', EURO, 'text/html; charset=iso-8859-1'],
  ['no declared charset, and not UTF-8', EURO, 'text/html'],
  ['an unknown charset', Buffer.from(`<title>x</title><p>${LEAD}`), 'text/html; charset=klingon'],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff<title>x</title><p>${LEAD}`, 'utf16le'), 'text/html'],
  [
    'a byte order mark that contradicts the header',
    Buffer.from(`\ufeff<title>x</title><p>${LEAD}`),
    'text/html; charset=iso-8859-1',
  ],
])('a page in %s is read correctly', async (_, body, contentType) => {
  const { text, meta } = await readPage({ body, contentType })
  expect([meta.title, text]).toEqual(['x', LEAD])
})

describe('any page', () => {
  test('is read without an exception, and the result is bounded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300 }), fc.jsonValue({ maxDepth: 6 }), async (noise, json) => {
        const script = JSON.stringify({
          '@type': 'JobPosting',
          title: noise,
          hiringOrganization: json,
          jobLocation: json,
          baseSalary: json,
        })
        const { text, meta } = await read(
          `<p>${noise}<script type="application/ld+json">${script.replace(/</g, '\\u003c')}</script>`,
        )
        expect(text.length).toBeLessThanOrEqual(100_000)
        expect(JSON.stringify(meta).length).toBeLessThan(2_000_000)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    ['deep', '<div>'.repeat(300_000)],
    ['wide', '<p>x</p>'.repeat(150_000)],
    ['long', `<p>${'word '.repeat(500_000)}</p>`],
    ['full of scripts that never end', '<script>'.repeat(200_000)],
    ['full of brackets', '<'.repeat(2_000_000)],
    ['full of comments', '<!--'.repeat(500_000)],
    ['full of titles', '<title'.repeat(300_000)],
    [
      'of nested data',
      `<script type="application/ld+json">{"@type":"JobPosting","x":${'['.repeat(100_000)}</script><p>x</p>`,
    ],
    ['of a script with a gap', `<script>window.__appData = {}${' '.repeat(300_000)}x</script><p>x</p>`],
    ['of a script that begins often', `<script>${'window.__appData={'.repeat(50_000)}</script><p>x</p>`],
    ['just small enough for a tree', `<body>${'<div>'.repeat(190)}${'<p>a <b>b</b></p>'.repeat(6_000)}`],
    ['of long attributes', `<p title="${'a'.repeat(2_000_000)}">x</p>`],
  ])('that is %s is parsed in linear time', async (_, html) => {
    // In quadratic time none of them would end within the test's.
    await read(`<!doctype html>${html}`)
  })
})
