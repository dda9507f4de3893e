// Every spelling of a posting's address gives the same key, and shared pages have none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalUrl, requisitionId } from '../../../core/jobs/canonical-url.ts'

const uuid = '0b6f2f9e-3c1d-4d7a-9d2e-5a1c7e2b9f10'

const same: [key: string, ...spellings: string[]][] = [
  [
    'https://acme.com/careers/engineer',
    'https://acme.com/careers/engineer',
    'http://www.ACME.com:80/careers/engineer/',
    'HTTPS://acme.com:443/careers//engineer#apply',
    'acme.com/careers/engineer?utm_source=x&utm_campaign=y&gclid=1&fbclid=2&ref=newsletter&trk=z',
    ' https://user:secret@acme.com./careers/engineer?source=LinkedIn&lang=en ',
    'https://acme.com/careers/%65ngineer?empty=',
  ],
  [
    'https://google.com/about/careers/results/12345678-engineer',
    'https://www.google.com/about/careers/results/12345678-engineer?q=staff&location=Berlin&page=2',
  ],
  ['https://acme.com/job?a=1&b=2', 'https://acme.com/job?b=2&a=1&gh_src=abc'],
  ['https://acme.com/apply?jobId=88123', 'https://acme.com/apply/?trackingId=x&jobId=88123'],
  [
    'https://acme.com/jobs/listing?gh_jid=4012345',
    'https://www.acme.com/jobs/listing/?gh_src=1&gh_jid=4012345&t=1&department=eng',
  ],
  [
    'https://linkedin.com/jobs/view/3812345678',
    'https://www.linkedin.com/jobs/view/3812345678/?refId=a%3D&trackingId=b&trk=c',
    'https://uk.linkedin.com/jobs/view/senior-engineer-at-acme-3812345678',
    'https://www.linkedin.com/jobs/search/?currentJobId=3812345678&keywords=staff',
    'https://www.linkedin.com/jobs/collections/recommended/?currentJobId=3812345678',
    'https://www.linkedin.com/comm/jobs/view/3812345678',
  ],
  [
    'https://indeed.com/viewjob?jk=0123456789abcdef',
    'https://www.indeed.com/viewjob?jk=0123456789abcdef&from=serp&vjs=3',
    'https://uk.indeed.com/jobs?q=engineer&l=London&vjk=0123456789abcdef',
    'https://www.indeed.co.uk/rc/clk?jk=0123456789ABCDEF',
  ],
  [
    'https://glassdoor.com/job-listing?jl=1009123456',
    'https://www.glassdoor.co.uk/job-listing/x.htm?jl=1009123456&ao=1',
  ],
  [
    'https://boards.greenhouse.io/acme/jobs/4012345',
    'https://boards.greenhouse.io/acme/jobs/4012345?gh_jid=4012345',
    'https://job-boards.greenhouse.io/Acme/jobs/4012345#app',
    'https://boards.greenhouse.io/embed/job_app?for=acme&token=4012345',
  ],
  [
    `https://jobs.lever.co/acme/${uuid}`,
    `https://jobs.lever.co/acme/${uuid}/apply?lever-source=LinkedIn`,
    `https://jobs.lever.co/Acme/${uuid.toUpperCase()}/`,
  ],
  ['https://jobs.lever.co/acme/abc', 'https://jobs.lever.co/acme/abc?utm_source=x#top'],
  ['https://boards.greenhouse.io/acme/jobs/12', 'http://job-boards.greenhouse.io/acme/jobs/12/?gh_src=x'],
  ['https://linkedin.com/jobs/view/399', 'https://www.linkedin.com/jobs/view/399/?trk=x'],
  [`https://jobs.ashbyhq.com/acme/${uuid}`, `https://jobs.ashbyhq.com/acme/${uuid}/application?utm_source=x`],
  [
    'https://acme.wd5.myworkdayjobs.com/Careers/job/Berlin/Engineer_JR-10023',
    'https://acme.wd5.myworkdayjobs.com/en-US/Careers/job/Berlin/Engineer_JR-10023?source=LinkedIn',
    'https://acme.wd5.myworkdayjobs.com/de-DE/Careers/job/Berlin/Engineer_JR-10023/apply/applyManually',
  ],
  [
    'https://jobs.smartrecruiters.com/acme/743999912345',
    'https://jobs.smartrecruiters.com/Acme/743999912345-engineer',
  ],
  ['https://apply.workable.com/acme/j/0A1B2C3D4E', 'https://apply.workable.com/acme/j/0a1b2c3d4e/apply/'],
  ['https://wellfound.com/jobs/2812345', 'https://wellfound.com/jobs/2812345-senior-engineer'],
  [
    'https://careers.acme.com#/jobs/88123',
    'https://careers.acme.com/#/jobs/88123',
    'https://careers.acme.com/#!/jobs/88123',
  ],
  ['https://council.gov.uk/jobs?ref=JR-1001', 'http://council.gov.uk/jobs/?ref=JR-1001'],
]

describe('all spellings of a posting’s address have the same key', () => {
  for (const [key, ...spellings] of same)
    test.each(spellings)('%s', (text) => expect(canonicalUrl(text)).toBe(key))
})

test.each([
  ['https://acme.com/jobs/1', 'https://acme.com/jobs/2'],
  ['https://acme.com/apply?jobId=1', 'https://acme.com/apply?jobId=2'],
  ['https://acme.com/jobs?gh_jid=40123', 'https://acme.com/jobs?gh_jid=40124'],
  ['https://acme.com:8443/jobs/1', 'https://acme.com/jobs/1'],
  ['https://careers.acme.com/#/jobs/1', 'https://careers.acme.com/#/jobs/2'],
])('%s and %s have different keys', (one, other) => {
  expect(canonicalUrl(one)).not.toBeNull()
  expect(canonicalUrl(one)).not.toBe(canonicalUrl(other))
})

test.each([
  'https://acme.com',
  'https://acme.com/careers',
  'https://www.acme.com/company/careers/#openings',
  'https://acme.com/en/jobs/?utm_source=x',
  'https://acme.com/jobs?department=eng&page=2',
  'https://jobs.lever.co/acme',
  'https://boards.greenhouse.io/acme',
  'https://jobs.ashbyhq.com/acme',
  'https://acme.wd5.myworkdayjobs.com/en-US/Careers',
  'https://www.linkedin.com/jobs/search/?keywords=engineer',
  'https://www.linkedin.com/company/acme/jobs/',
  'https://www.indeed.com/jobs?q=engineer&l=Berlin',
  'https://acme.com/search?q=staff',
])('a page shared by many jobs is no identity: %s', (text) => expect(canonicalUrl(text)).toBeNull())

test.each([
  '',
  ' ',
  'acme',
  'mailto:jobs@acme.com',
  'ftp://acme.com/job/1',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://',
  'https://[',
  'see the mail',
  'data:text/html,x',
])('%j is no address', (text) => {
  expect(canonicalUrl(text)).toBeNull()
  expect(requisitionId(text)).toBeNull()
})

test.each([
  ['https://acme.com/x?gh_jid=4012345', 'greenhouse:4012345'],
  ['https://job-boards.greenhouse.io/acme/jobs/4012345', 'greenhouse:4012345'],
  [`https://jobs.lever.co/acme/${uuid}/apply`, `lever:${uuid}`],
  ['https://acme.wd5.myworkdayjobs.com/en-US/C/job/Berlin/Engineer_JR-10023-1', 'workday:acme:JR-10023'],
  ['https://jobs.acme.com/apply?jobId=88123', 'jobs.acme.com:88123'],
  ['https://jobs.acme.com/en/job/88123/engineer', 'jobs.acme.com:88123'],
  ['https://jobs.acme.com/job/88123-engineer', 'jobs.acme.com:88123'],
  ['https://jobs.acme.com/job/engineer-R10023', 'jobs.acme.com:R10023'],
  ['https://www.linkedin.com/jobs/view/3812345678', null],
  ['https://www.indeed.com/viewjob?jk=0123456789abcdef', null],
  ['https://acme.com/careers/engineer', null],
  ['https://acme.com/careers/2026/engineer', null],
])('the requisition of %s is %s', (text, id) => expect(requisitionId(text)).toBe(id))

const parts = fc.array(
  fc.constantFrom(
    '/',
    'jobs',
    'job',
    '%2e',
    '%7E',
    '%2F',
    '%',
    '..',
    ';jsessionid=1',
    '123',
    'a',
    '?',
    '&',
    'utm_source=1',
    'gh_jid=12345',
    '=',
    '#/',
    '#',
    ' ',
    '+',
    'é',
    ':',
    '@',
    'view',
    'job/x_R1234',
    '-',
    '\\',
  ),
  { maxLength: 14 },
)
const addresses = fc
  .tuple(
    fc.constantFrom(
      'http://acme.com',
      'https://www.acme.com:443',
      'https://jobs.lever.co',
      'https://www.linkedin.com',
      'http://acme.wd1.myworkdayjobs.com',
      'https://boards.greenhouse.io',
      'acme.com:80',
      'http://www.www.a.b:443',
      'http://1.2.3.4',
    ),
    parts,
  )
  .map(([host, rest]) => host + rest.join(''))

test('a key is its own canonical form', () => {
  fc.assert(
    fc.property(
      fc.oneof(addresses, fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
      (text) => {
        const key = canonicalUrl(text)
        requisitionId(text)
        if (key !== null) expect(canonicalUrl(key)).toBe(key)
      },
    ),
    { numRuns: 3000 },
  )
})
