// The job search of the pictures: invented, with dates that count from one Wednesday morning, and ids of its own.

/** When the pictures are taken: a Wednesday, 9:30 in New York. */
export const NOW = Date.parse('2026-03-11T13:30:00Z')
const DAY_MS = 86_400_000

const daysAgo = (days: number): string => new Date(NOW - days * DAY_MS).toISOString()

/** Company, role, salary, priority, tags, source, what is next; then each status with how many days ago it began. */
type Sample = readonly [
  company: string,
  role: string,
  rest: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, number>>,
]

const SAMPLES: readonly Sample[] = [
  ['Northwind', 'Staff Engineer', { salary: '$210k-250k', priority: 'high', tags: ['rust'], url: 'https://www.linkedin.com/jobs/view/901', nextStep: 'Prepare the design talk', deadline: '2026-03-11T23:00:00Z' }, { saved: 31, applied: 29, screening: 20, interviewing: 9 }],
  ['Bluefin Health', 'Senior Engineer', { salary: '$180k-210k', priority: 'high', tags: ['health'], url: 'https://boards.greenhouse.io/bluefin/jobs/14' }, { saved: 44, applied: 40, screening: 33, interviewing: 21, offer: 3 }],
  ['Lumen Maps', 'Backend Engineer', { salary: '$160k-190k', tags: ['remote'], url: 'https://jobs.lever.co/lumen/7' }, { saved: 21, applied: 18, screening: 6 }],
  ['Kestrel', 'Platform Engineer', { salary: '$170k-200k', url: 'https://www.linkedin.com/jobs/view/902' }, { saved: 26, applied: 24, screening: 11 }],
  ['Harbour Data', 'Data Engineer', { salary: '$150k-175k', tags: ['data'], url: 'https://www.linkedin.com/jobs/view/903' }, { saved: 20, applied: 17 }],
  ['Cedar & Co', 'Eng. Manager', { url: 'https://boards.greenhouse.io/cedar/jobs/2' }, { saved: 24, applied: 22 }],
  ['Juniper Labs', 'Backend Engineer', { salary: '€85k-95k', url: 'https://jobs.ashbyhq.com/juniper/3' }, { saved: 9, applied: 8 }],
  ['Tidewater', 'Engine Programmer', { salary: '75/hr', priority: 'low', tags: ['games'], nextStep: 'Write the cover letter', deadline: '2026-03-13T03:59:00Z' }, { saved: 4 }],
  ['Atlas Rail', 'Systems Engineer', { salary: '$140k-165k' }, { saved: 2 }],
  ['Osprey', 'Platform Engineer', { url: 'https://www.linkedin.com/jobs/view/904' }, { saved: 55, applied: 52, interviewing: 38, rejected: 30 }],
  ['Pine Street', 'Staff Engineer', { salary: '$200k', url: 'https://boards.greenhouse.io/pine/jobs/9' }, { saved: 50, applied: 47, rejected: 41 }],
  ['Quarry', 'Backend Engineer', { url: 'https://www.linkedin.com/jobs/view/905' }, { saved: 36, applied: 34, screening: 28, withdrawn: 25 }],
] // prettier-ignore

const idOf = (place: number): string =>
  `019c0000-0000-7000-8000-${(0x5a17c0de + place * 0x1c0ffee7).toString(16).padStart(12, '0')}`

/** The file of jobs that `crm jobs import` reads. */
export const jobsFile = (): string =>
  JSON.stringify({
    jobs: SAMPLES.map(([company, role, rest, path], place) => {
      const history = Object.entries(path).map(([status, days]) => ({
        status,
        at: daysAgo(days),
        note: null,
      }))
      const last = history.at(-1)
      return {
        id: idOf(place),
        company,
        role,
        ...rest,
        status: last?.status,
        createdAt: history[0]?.at,
        history,
      }
    }),
  })

/** What is typed after the jobs are there. */
export const TYPED: readonly (readonly string[])[] = [
  ['contacts', 'add', 'Robin Vale', '--company', 'Northwind', '--type', 'hiring-manager', '--job', 'northwind'],
  ['calendar', 'add', 'Onsite', '--job', 'northwind', '--at', '2026-03-12 10:00', '--for', '3h', '--type', 'interview', '--location', '500 Mission Street'],
  ['calendar', 'add', 'Call with the recruiter', '--job', 'lumen', '--at', '2026-03-11 15:00', '--for', '30m', '--type', 'call'],
  ['offers', 'add', 'bluefin', '--base', '195000', '--currency', 'USD', '--bonus', '10%', '--deadline', '2026-03-12'],
] // prettier-ignore
