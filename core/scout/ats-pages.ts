// Reads postings on pages of applicant tracking systems without schema.org data, on any host: employers use their own domains.
import { isRecord, recordOf } from '../kernel/narrow.ts'
import { quietly } from '../kernel/errors.ts'
import { type PostingFacts, tidy } from './job-posting.ts'

export interface Page {
  first(selector: string, attribute?: string): string | undefined
  title: string
  scripts: readonly string[]
}

type PostingFields = { [Fact in keyof PostingFacts]?: readonly string[] }

/** CSS selectors per field. After `@` comes the attribute with the value, or `*` for all texts. `when` recognises the system's pages. */
const ATS_PARSERS: Readonly<Record<string, PostingFields & { when: string }>> = {
  Greenhouse: {
    when: '#app_body, .job__title, .app-title, .job-post',
    role: ['.job__title h1', '.app-title', '.job-post h1'],
    company: ['.company-name', '.logo img@alt', '.image-container img@alt'],
    location: ['.job__location', '#header .location', '.location'],
    salary: ['.job__pay-ranges .pay@*', '.pay-range@*', '[class*="pay-range"] p'],
  },
  Lever: {
    when: '.posting-headline',
    role: ['.posting-headline h2'],
    company: ['.main-header-logo img@alt'],
    location: ['.posting-categories .location', '.sort-by-location'],
    salary: ['[data-qa="salary-range"]', '.salary-range'],
  },
  Workday: {
    when: '[data-automation-id="jobPostingHeader"]',
    role: ['[data-automation-id="jobPostingHeader"]'],
    company: ['[data-automation-id="logo"]@alt', 'meta[name="author"]@content'],
    location: ['[data-automation-id="locations"] dd', '[data-automation-id="locations"]'],
    salary: ['[data-automation-id="compensation"] dd'],
  },
  SmartRecruiters: {
    when: 'spl-job-location, .job-title[itemprop="title"], [itemtype*="JobPosting"]',
    role: ['[itemprop="title"]'],
    company: [
      '[itemprop="hiringOrganization"] [itemprop="name"]@content',
      '[itemprop="hiringOrganization"] [itemprop="name"]',
      '[itemprop="hiringOrganization"]@content',
    ],
    location: [
      'spl-job-location@formattedaddress',
      '[itemprop="jobLocation"] [itemprop="address"]',
      '[itemprop="jobLocation"]',
    ],
    salary: ['[itemprop="baseSalary"]'],
  },
  Workable: {
    when: '[data-ui="job-title"]',
    role: ['[data-ui="job-title"]'],
    company: ['[data-ui="company-name"]', 'header img@alt'],
    location: ['[data-ui="job-location"]'],
    salary: ['[data-ui="job-salary"]'],
  },
  LinkedIn: {
    when: '.top-card-layout__title, .topcard__title',
    role: ['.top-card-layout__title', '.topcard__title'],
    company: ['.topcard__org-name-link', '.topcard__flavor a'],
    location: ['.topcard__flavor--bullet'],
    salary: ['.compensation__salary', '.salary'],
  },
  Indeed: {
    when: '[data-company-name], .jobsearch-JobInfoHeader-title',
    role: ['.jobsearch-JobInfoHeader-title', 'h1'],
    company: ['[data-company-name]'],
    location: ['[data-testid="inlineHeader-companyLocation"]', '[data-testid="job-location"]'],
    salary: ['#salaryInfoAndJobType span'],
  },
  iCIMS: {
    when: '.iCIMS_JobPage, .iCIMS_Header',
    role: ['.iCIMS_Header h1', 'h1'],
    company: ['.iCIMS_CompanyName', 'meta[property="og:site_name"]@content'],
    location: ['.iCIMS_JobLocation', '.header.left span:last-child'],
    salary: ['.iCIMS_Salary'],
  },
  Jobvite: {
    when: '.jv-header',
    role: ['.jv-header'],
    company: ['.jv-logo img@alt', 'meta[property="og:site_name"]@content'],
    location: ['.jv-job-detail-meta .jv-job-location', '.jv-job-detail-meta'],
    salary: ['.jv-job-salary'],
  },
}

const LOGO = /\s+(?:logo|careers?(?: page)?|jobs)$/i

const valueAt = (page: Page, places: readonly string[] = []): string | undefined =>
  places
    .map((place) => place.split('@'))
    .map(([selector = '', attribute]) => tidy(page.first(selector, attribute)))
    .find(Boolean)

export function readAtsPage(page: Page): PostingFacts {
  const state = stateOf(page)
  if (state) return state
  const tracker = Object.values(ATS_PARSERS).find(({ when }) => page.first(when) !== undefined)
  if (!tracker) return {}
  return {
    role: valueAt(page, tracker.role),
    company: valueAt(page, tracker.company)
      ?.replace(/^at\s+/i, '')
      .replace(LOGO, ''),
    location: valueAt(page, tracker.location)?.replace(/^location:?\s*/i, ''),
    salary: valueAt(page, tracker.salary),
  }
}

const ASHBY = /window\.__appData\s*=\s*(?=\{)/
/** The object at the start of a text. It is read from one place, so the time stays linear. */
const OBJECT = /^\{[\s\S]*?\}(?=\s*(?:;\s*)?(?:\n|$|<))/

/** Ashby's pages are made by a script from data in the page. */
function stateOf({ scripts }: Page): PostingFacts | undefined {
  const written = scripts.map((script) => OBJECT.exec(script.split(ASHBY, 2)[1] ?? '')?.[0]).find(Boolean)
  const { organization, posting } = recordOf(quietly((): unknown => JSON.parse(written ?? '')))
  if (!isRecord(posting)) return undefined
  const places = [posting['locationName'], posting['secondaryLocationNames']].flat().slice(0, 60)
  return {
    company: tidy(recordOf(organization)['name']),
    role: tidy(posting['title']),
    location: places.flatMap((each) => tidy(each) ?? []).join('; ') || (posting['isRemote'] ? 'Remote' : ''),
    salary: tidy(posting['compensationTierSummary']),
    validThrough: tidy(posting['applicationDeadline']),
  }
}

/** Titles of pages, the most specific forms first, with the field of each group. */
const TITLES: readonly (readonly [RegExp, readonly (keyof PostingFacts)[]])[] = [
  [/^Job Application for (.+) at (.+)$/, ['role', 'company']],
  [/^(.+?) hiring (.+?) in (.+?) \| LinkedIn$/, ['company', 'role', 'location']],
  [/^(.+?) @ (.+)$/, ['role', 'company']],
  [/^(.+?) at (.+?)(?:\s[|–—-]\s.*)?$/, ['role', 'company']],
]

/** “Careers at Acme” is the title of a list. */
const LIST =
  /^(?:all |our |current |open )*(?:careers?|jobs?|positions?|roles?|vacancies|openings?|opportunities|work|working|life|join us)(?: search)?$/i

export function readTitle(title: string, site: string | undefined): PostingFacts {
  for (const [form, names] of TITLES) {
    const found = form.exec(title)
    const facts: PostingFacts = Object.fromEntries(names.map((name, at) => [name, tidy(found?.[at + 1])]))
    if (found) return LIST.test(facts.role ?? '') ? { ...facts, role: undefined } : facts
  }
  const parts = title.split(/\s[|–—-]\s/).map((part) => part.trim())
  const own = site?.replace(LOGO, '').toLowerCase()
  if (parts.length > 1 && own) {
    const company = parts.find((part) => part.replace(LOGO, '').toLowerCase() === own)
    const role = parts.find((part) => part !== company)
    if (company) return { company: company.replace(LOGO, ''), role }
  }
  return {}
}
