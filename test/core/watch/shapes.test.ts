// What each system's answers say, in the forms that they have on the wire, and which board an address belongs to: pure.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { boardName, boardsIn, readBoardName, systemNamed } from '../../../core/watch/board.ts'
import { placeText } from '../../../core/watch/found-posting.ts'
import { isoIn } from '../../../core/watch/untrusted-json.ts'

afterEach(() => void vi.unstubAllEnvs())

const postingsOf = async (system: string, answer: unknown, token = 'acme', url = 'https://x.example/') => {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return (await systemNamed(system)!.read({ url, body }, token)).postings
}

const boardOf = (address: string): string => {
  const read = readBoardName(address)
  return read instanceof URL ? read.href : boardName(read)
}

describe('Greenhouse', () => {
  const job = {
    id: 41,
    internal_job_id: 9,
    title: 'Clerk',
    absolute_url: 'https://acme.example/careers?gh_jid=41',
    location: { name: 'Oslo or Bergen' },
    content:
      '&amp;lt;p&amp;gt;You &amp;amp;amp; we.&amp;lt;/p&amp;gt;&amp;lt;p&amp;gt;Care.&amp;lt;/p&amp;gt;',
  }
  const one = async (more: object) => (await postingsOf('greenhouse', { jobs: [{ ...job, ...more }] }))[0]!

  test('escapes texts twice at times, and joins places', async () => {
    expect(await one({})).toMatchObject({ text: 'You & we.\nCare.', places: ['Oslo', 'Bergen'] })
  })

  test('says where its offices are, once', async () => {
    const offices = [
      { id: 1, name: 'Oslo', location: 'Oslo, Norway' },
      { id: 2, name: 'North', location: 'Tromsø, Norway' },
      { id: 3, name: null, location: null },
    ]
    expect((await one({ offices })).places).toEqual(['Oslo', 'Bergen', 'North', 'Tromsø, Norway'])
    expect((await one({ offices: null, metadata: null })).places).toEqual(['Oslo', 'Bergen'])
  })

  test('has a range for each place, and pay by the hour is not mixed with pay by the year', async () => {
    const range = (min: number, max: number) => ({ min_cents: min, max_cents: max, currency_type: 'USD' })
    const zones = [range(12_000_000, 15_000_000), range(11_000_000, 14_000_000)]
    expect((await one({ pay_input_ranges: zones })).pay).toEqual({
      min: 110_000,
      max: 150_000,
      currency: 'USD',
      period: 'year',
    })
    const mixed = await one({ pay_input_ranges: [...zones, range(2_500, 3_000)] })
    expect(mixed.pay).toBeNull()
    expect(mixed.text).toContain('USD 25 – 30 (is one of several amounts)')
    const content = '&lt;p&gt;Salary: $120,000 - $150,000 USD a year&lt;/p&gt;'
    const ofText = await one({ pay_input_ranges: [...zones, range(2_500, 3_000)], content })
    expect(ofText.pay).toMatchObject({ min: 120_000, max: 150_000 })
    const other = await one({ pay_input_ranges: [range(8_000_000, 9_000_000)], content })
    expect(other.pay).toMatchObject({ min: 80_000, max: 90_000 })
    expect(other.text).toContain(
      '(is what the text says; the data say USD 80,000 – 90,000 a year, which was taken)',
    )
    const same = await one({ pay_input_ranges: [range(12_000_000, 15_000_000)], content })
    expect(same.text).not.toContain('which was taken')
  })

  test('may state pay in its text, of which not all is counted', async () => {
    const content = '&lt;p&gt;Salary: €3,000 net per month. OTE: €60,000&lt;/p&gt;'
    const { pay, text } = await one({ content })
    expect(pay).toMatchObject({ min: 3_000, currency: 'EUR', period: 'month' })
    expect(text!.split('\n').slice(1)).toEqual([
      expect.stringContaining('Pay as stated by the board: net (means after tax'),
      expect.stringContaining('(is target pay, not base pay)'),
    ])
  })

  test('has posts that only collect prospects', async () => {
    expect(await postingsOf('greenhouse', { jobs: [{ ...job, internal_job_id: null }] })).toEqual([])
  })
})

test('Lever may send lists and texts without content', async () => {
  const [posting] = await postingsOf('lever', [
    {
      ...{
        id: '0a',
        text: 'Clerk',
        hostedUrl: 'https://jobs.lever.co/acme/0a',
        createdAt: 1_793_600_000_000,
      },
      ...{ descriptionPlain: 'Books.', lists: [{ text: 'You' }], additionalPlain: 'More.' },
      salaryRange: { min: 25, max: 30, currency: 'EUR', interval: 'per-hour-wage' },
    },
  ])
  expect(posting).toMatchObject({ postedAt: '2026-11-02T06:13:20.000Z', pay: { period: 'hour', min: 25 } })
  expect(posting!.text).toBe('Books.\nYou\nMore.')
})

test('Ashby’s pay is the salary, also behind equity, unless the employer withholds it; hybrid is not remote', async () => {
  const compensation = {
    summaryComponents: [
      {
        compensationType: 'EquityCashValue',
        interval: 'NONE',
        currencyCode: 'USD',
        minValue: 1,
        maxValue: 2,
      },
      {
        compensationType: 'Salary',
        interval: '1 MONTH',
        currencyCode: 'USD',
        minValue: 5_000,
        maxValue: 6_000,
      },
    ],
  }
  const job = { title: 'Clerk', jobUrl: 'https://jobs.ashbyhq.com/acme/1b', isListed: true, compensation }
  const jobs = [
    { ...job, workplaceType: 'Hybrid', isRemote: true, applicationDeadline: '2026-12-10T23:59:59.000Z' },
    { ...job, jobUrl: 'https://jobs.ashbyhq.com/acme/1c', shouldDisplayCompensationOnJobPostings: false },
    { ...job, jobUrl: 'https://jobs.ashbyhq.com/acme/1d', isListed: false },
  ]
  expect(await postingsOf('ashby', { jobs })).toMatchObject([
    {
      ...{ externalId: '1b', workplace: 'hybrid', pay: { min: 5_000, period: 'month' } },
      text: 'Closing date stated by the board: 2026-12-10T23:59:59.000Z',
    },
    { externalId: '1c', workplace: null, pay: null },
  ])
})

test('Workable has one row for each place, and hidden places are not shown', async () => {
  const row = (city: string, hidden: boolean) => ({
    ...{ title: 'Clerk', shortcode: 'A1B2C3', url: 'https://apply.workable.com/j/A1B2C3', city },
    locations: [{ city, country: 'Norway', hidden }],
  })
  const jobs = [row('Oslo', false), row('Bergen', false), row('Secret', true)]
  expect(await postingsOf('workable', { name: 'Acme', jobs })).toMatchObject([
    { company: 'Acme', places: ['Oslo, Norway', 'Bergen, Norway'] },
  ])
})

test('Recruitee’s times are no ISO, and an amount that cannot be a month’s is no pay', async () => {
  const offer = {
    id: 7,
    title: 'Clerk',
    status: 'published',
    careers_url: 'https://acme.recruitee.com/o/clerk',
  }
  const salary = { min: '18.50', max: null, period: 'month', currency: 'EUR' }
  const offers = [
    { ...offer, salary, published_at: '2026-11-02 08:00:00 UTC' },
    { ...offer, status: 'internal' },
  ]
  expect(await postingsOf('recruitee', { offers })).toMatchObject([
    { postedAt: '2026-11-02T08:00:00.000Z', pay: null },
  ])
})

test('Personio is asked in German for what is not written in English', async () => {
  const url = 'https://acme.jobs.personio.de/xml?language='
  const body = (texts: string) =>
    `<workzag-jobs><position><id>9</id><name>Clerk</name><jobDescriptions>${texts}</jobDescriptions></position></workzag-jobs>`
  const read = (language: string, texts: string) =>
    systemNamed('personio')!.read({ url: `${url}${language}`, body: body(texts) }, 'acme')
  const text = '<jobDescription><name>Work</name><value><![CDATA[<p>Books.</p>]]></value></jobDescription>'
  expect(await read('en', text)).toMatchObject({
    next: null,
    postings: [{ role: 'Clerk', text: 'Work\nBooks.' }],
  })
  expect((await read('en', '')).next).toBe(`${url}de`)
  expect((await read('de', '')).next).toBeNull()
})

test('an entry whose link is empty has the address of its guid, and without one it is no posting', async () => {
  const found = await postingsOf(
    'feed',
    `<rss><channel><title>Jobs at Acme</title>
    <item><title>Clerk</title><link/><guid isPermaLink="true">https://a.example/1</guid></item>
    <item><title>Cook</title><link></link><id>2</id></item></channel></rss>`,
  )
  expect(found.map(({ role, url }) => [role, url])).toEqual([['Clerk', 'https://a.example/1']])
})

test.each([
  ['Oslo; Bergen', true, 'Remote (Oslo; Bergen)'],
  ['Remote - US', true, 'Remote - US'],
  [null, true, 'Remote'],
  ['Oslo', false, 'Oslo'],
  [null, null, null],
])('the place %s of a posting that is remote (%s) is shown as %s', (offices, isRemote, shown) => {
  expect(placeText(offices, isRemote)).toBe(shown)
})

test('a bare $ in the salary of a feed means the dollar of the place', async () => {
  const paidIn = (town: string) =>
    `<item><title>Clerk</title><link>https://a.example/${town}</link><location>${town}</location>
    <salary>$90,000 a year</salary></item>`
  const items = ['Toronto, Canada', 'Reno, NV'].map(paidIn).join('')
  const found = await postingsOf('feed', `<rss><channel>${items}</channel></rss>`)
  expect(found.map(({ pay }) => pay?.currency)).toEqual(['CAD', 'USD'])
})

test('a feed’s author is not the employer', async () => {
  const item =
    '<item><title>Clerk</title><link>https://a.example/1</link><dc:creator>admin</dc:creator></item>'
  const [posting] = await postingsOf(
    'feed',
    `<rss xmlns:dc="x"><channel><title>Jobs at Acme</title>${item}</channel></rss>`,
  )
  expect(posting!.company).toBeNull()
})

test.each([
  ['Backend Engineer at Kestrel Robotics (Berlin)', 'Backend Engineer', 'Kestrel Robotics', 'Berlin', null],
  ['Kestrel is hiring a Data Engineer', 'Data Engineer', 'Kestrel', '', null],
  ['Northlight: Product Designer (remote)', 'Product Designer', 'Northlight', '', 'remote'],
  ['Opsura is hiring Site Reliability Engineer (Remote, Canada)', 'Site Reliability Engineer', 'Opsura', 'Canada', 'remote'],
  ['Staff Nurse at St. Mary (Boston, MA)', 'Staff Nurse', 'St. Mary', 'Boston, MA', null],
  ['Acme GmbH: Disponent (m/w/d)', 'Disponent (m/w/d)', 'Acme GmbH', '', null],
  ['Head of Sales @ Orbitaro (hybrid, Paris)', 'Head of Sales', 'Orbitaro', 'Paris', 'hybrid'],
  ['Moxi is looking for an Office Manager in Lisbon', 'Office Manager', 'Moxi', 'Lisbon', null],
  ['Chef de projet chez Boréale (Lyon)', 'Chef de projet', 'Boréale', 'Lyon', null],
  ['Responsable en Boutique', 'Responsable en Boutique', null, '', null],
  ['Nordkai sucht eine Disponentin in Hamburg', 'Disponentin', 'Nordkai', 'Hamburg', null],
] as const)('a feed’s title %s names role, employer and place', async (title, role, company, place, workplace) => {
  const feedNamed = (name: string, titles: readonly string[]) =>
    postingsOf('feed', `<rss><channel><title>${name}</title>${titles.map((each, at) => `<item><title>${each}</title><link>https://a.example/${at}</link></item>`).join('')}</channel></rss>`)
  const [found] = await feedNamed('New jobs', [title])
  expect(found).toMatchObject({ role, company, places: place ? [place] : [], workplace })
  // The titles of one employer’s feed name departments and languages.
  const own = await feedNamed('Acme jobs', ['Engineering: Backend Developer (Python)', 'Director at Large'])
  expect(own.map((posting) => [posting.company, posting.places.length])).toEqual([[null, 0], [null, 0]])
}) // prettier-ignore

test.each([
  ['https://boards.greenhouse.io/acme', 'greenhouse:acme'],
  ['https://job-boards.eu.greenhouse.io/acme/jobs/4001?gh_src=x', 'greenhouse:acme@eu'],
  ['https://boards.greenhouse.io/embed/job_board?for=acme&b=https%3A%2F%2Facme.example', 'greenhouse:acme'],
  ['https://boards.greenhouse.io/embed/job_app?for=acme&token=4001', 'greenhouse:acme'],
  ['https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true', 'greenhouse:acme'],
  ['jobs.lever.co/Acme/0a1b2c3d-0000-4000-8000-000000000001/apply', 'lever:Acme'],
  ['https://jobs.eu.lever.co/acme', 'lever:acme@eu'],
  ['https://api.lever.co/v0/postings/acme?mode=json', 'lever:acme'],
  ['https://jobs.ashbyhq.com/Acme%20Co/1b/application', 'ashby:Acme Co'],
  ['https://api.ashbyhq.com/posting-api/job-board/Acme%20Co', 'ashby:Acme Co'],
  ['https://jobs.smartrecruiters.com/AcmeInc/743999912345678-clerk', 'smartrecruiters:AcmeInc'],
  ['https://careers.smartrecruiters.com/AcmeInc', 'smartrecruiters:AcmeInc'],
  ['https://jobs.smartrecruiters.com/oneclick-ui/company/AcmeInc/publication/0a', 'smartrecruiters:AcmeInc'],
  ['https://api.smartrecruiters.com/v1/companies/AcmeInc/postings', 'smartrecruiters:AcmeInc'],
  ['https://apply.workable.com/acme/j/A1B2C3D4E5/', 'workable:acme'],
  ['https://acme.workable.com/', 'workable:acme'],
  ['https://apply.workable.com/api/v1/widget/accounts/acme?details=true', 'workable:acme'],
  ['https://apply.workable.com/api/v3/accounts/acme/jobs', 'workable:acme'],
  ['https://acme.recruitee.com/o/clerk', 'recruitee:acme'],
  ['https://acme.jobs.personio.de/job/9?language=de', 'personio:acme'],
  ['https://acme.jobs.personio.com/', 'personio:acme@com'],
  // None of these is the board of a firm.
  ['https://apply.workable.com/j/A1B2C3D4E5', 'https://apply.workable.com/j/A1B2C3D4E5'],
  ['https://www.recruitee.com/', 'https://www.recruitee.com/'],
  ['https://acme.personio.de/login', 'https://acme.personio.de/login'],
  ['https://api.greenhouse.io/v1/boards/acme/jobs?content=true', 'greenhouse:acme'],
  ['www.smartrecruiters.com/Acme1', 'smartrecruiters:Acme1'],
  ['https://www.smartrecruiters.com/Acme1/743999912345678-clerk', 'smartrecruiters:Acme1'],
  [
    'https://www.smartrecruiters.com/recruiting-software/',
    'https://www.smartrecruiters.com/recruiting-software/',
  ],
  ['https://www.smartrecruiters.com/de', 'https://www.smartrecruiters.com/de'],
])('%s is %s', (address, board) => {
  expect(boardOf(address)).toBe(board)
})

test.each([
  ['<script src="https://boards.greenhouse.io/embed/job_board/js?for=acme"></script>', ['greenhouse:acme']],
  ['<iframe src="//jobs.lever.co/acme?a=1&amp;b=2"></iframe>', ['lever:acme']],
  ['{"url":"https:\\/\\/jobs.ashbyhq.com\\/Acme%20Co\\/embed"}', ['ashby:Acme Co']],
  [
    '<a href="https://apply.workable.com/acme/">x</a> <a href="https://www.workable.com/">y</a>',
    ['workable:acme'],
  ],
  [
    '<a href="https://a.jobs.personio.de/">x</a><a href="https://jobs.lever.co/b">y</a>',
    ['personio:a', 'lever:b'],
  ],
  ['<a href="https://jobs.acme.example/all">Acme</a>', []],
])('a careers page with %s has the boards %j', (page, boards) => {
  expect(boardsIn(page, 'https://acme.example/careers').map(boardName)).toEqual(boards)
})

test.each([
  ['2026-11-02T08:00:00', '2026-11-02T08:00:00.000Z'],
  ['2026-11-02 08:00:00.5', '2026-11-02T08:00:00.500Z'],
  ['2026-11-02 08:00:00 UTC', '2026-11-02T08:00:00.000Z'],
  ['2026-11-02T08:00:00+02:00', '2026-11-02T06:00:00.000Z'],
  ['2026-11-02T08:00:00-0500', '2026-11-02T13:00:00.000Z'],
  ['2026-11-02', '2026-11-02T00:00:00.000Z'],
])('%s is %s, on a machine in any zone', (text, at) => {
  for (const zone of ['America/New_York', 'UTC']) {
    vi.stubEnv('TZ', zone)
    expect(isoIn(text), zone).toBe(at)
  }
})
