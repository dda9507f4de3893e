// Reads postings on pages of applicant tracking systems without schema.org data, on any host: employers use their own domains.
import parsers from '../../sql/data/reading/ats_pages.json' with { type: 'json' }
import { isRecord, recordOf } from '../kernel/narrow.ts'
import { quietly } from '../kernel/errors.ts'
import { type PostingFacts, tidy } from './job-posting.ts'

export interface Page {
  first(selector: string, attribute?: string): string | undefined
  title: string
  scripts: readonly string[]
}

const LOGO = /\s+(?:logo|careers?(?: page)?|jobs)$/i

/** The first value at these places: CSS selectors. After `@` comes the attribute with the value, or `*` for all texts. */
const valueAt = (page: Page, places: readonly string[]): string | undefined =>
  places
    .map((place) => place.split('@'))
    .map(([selector = '', attribute]) => tidy(page.first(selector, attribute)))
    .find(Boolean)

export function readAtsPage(page: Page): PostingFacts {
  const state = stateOf(page)
  if (state) return state
  // `when` recognises the system's pages.
  const tracker = Object.values(parsers).find(({ when }) => page.first(when) !== undefined)
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
