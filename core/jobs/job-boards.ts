// Known job boards: which part of their URLs identifies the posting.
import { isId } from '../kernel/id.ts'

interface Posting {
  /** The posting's address without scheme and tracking, the same for every URL of the posting. */
  readonly address: string
  /** The employer's own number; null on boards that list jobs of many employers. */
  readonly requisition: string | null
}

interface KnownBoard {
  readonly hosts: RegExp
  readonly read: (url: URL, host: string) => Posting | null
}

/** Returns null for a page of a known board that is no posting, and undefined for any other site. */
export function postingAt(host: string, url: URL): Posting | null | undefined {
  return boards.find((board) => board.hosts.test(host))?.read(url, host)
}

/** An aggregator's number identifies its listing, not the employer's requisition. */
const listing = (address: string): Posting => ({ address, requisition: null })

const segments = (url: URL) => url.pathname.split('/').filter((each) => each !== '')

export function parameter(url: URL, names: readonly string[], form: RegExp): string | null {
  for (const name of names) {
    for (const [key, value] of url.searchParams)
      if (key.toLowerCase() === name && form.test(value)) return value
  }
  return null
}

const digits = /^\d{4,20}$/

function linkedin(url: URL): Posting | null {
  const parts = segments(url)
  const at = parts.indexOf('view')
  const fromPath =
    parts.includes('jobs') && at >= 0
      ? /^\d{1,20}$|(?<=-)\d{4,20}$/.exec(parts[at + 1] ?? '')?.[0]
      : undefined
  const id = fromPath ?? parameter(url, ['currentjobid', 'jobid'], digits)
  return id === null ? null : listing(`linkedin.com/jobs/view/${id}`)
}

/** Reads a posting's number in one of these parameters. */
const parameterOf = (names: readonly string[], form: RegExp, address: string) => (url: URL) => {
  const id = parameter(url, names, form)
  return id === null ? null : listing(address + id.toLowerCase())
}

const indeed = parameterOf(['jk', 'vjk'], /^[0-9a-f]{12,20}$/i, 'indeed.com/viewjob?jk=')
const glassdoor = parameterOf(['jl', 'joblistingid'], digits, 'glassdoor.com/job-listing?jl=')

/** `boards.` and `job-boards.` are hosts of the same system. Embedded forms name company and posting in `for` and `token`. */
function greenhouse(url: URL): Posting | null {
  const parts = segments(url)
  const embedded = parts[0] === 'embed'
  const at = parts.lastIndexOf('jobs')
  const company = embedded ? url.searchParams.get('for') : at === 0 ? undefined : parts[0]
  const fromPath = at < 0 ? undefined : parts[at + 1]
  const id = fromPath ?? parameter(url, ['token', 'gh_jid'], digits)
  if (id === null) return null
  const owner = company ? `${company.toLowerCase()}/` : ''
  const address = `boards.greenhouse.io/${owner}jobs/${id}`
  return digits.test(id) ? { address, requisition: `greenhouse:${id}` } : listing(address)
}

/** Reads `/company/<uuid>`, also with `/apply`. A second segment that is no uuid identifies the posting, but is no requisition. */
const companyAndUuid = (host: string, system: string) => (url: URL) => {
  const [company, id] = segments(url)
  if (company === undefined || id === undefined) return null
  if (!isId(id)) return listing(`${host}/${company.toLowerCase()}/${id}`)
  const posting = id.toLowerCase()
  return { address: `${host}/${company.toLowerCase()}/${posting}`, requisition: `${system}:${posting}` }
}

/** Ignores the language segment and the steps of an application. The last segment ends with the requisition number. */
function workday(url: URL, host: string): Posting | null {
  const parts = segments(url).filter((each, at) => at > 0 || !/^[a-z]{2}-[A-Z]{2}$/.test(each))
  const at = parts.findIndex((each) => each === 'job' || each === 'details')
  const apply = parts.indexOf('apply')
  const path = apply > 0 ? parts.slice(0, apply) : parts
  const last = path.at(-1)
  if (at < 0 || last === undefined || path.length < at + 2) return null
  // "_JR-10023-1" is the second posting page of JR-10023: Workday appends a page number.
  const number = /_((?:[A-Za-z]{0,5}[-_]?)\d{3,})(?:-\d{1,2})?$/.exec(last)?.[1]
  const tenant = host.split('.')[0] ?? ''
  const requisition = number === undefined ? null : `workday:${tenant}:${number.toUpperCase()}`
  return { address: `${host}/${path.join('/')}`, requisition }
}

function smartrecruiters(url: URL): Posting | null {
  const [company, slug] = segments(url)
  const id = /^(\d{6,20})(?:-|$)/.exec(slug ?? '')?.[1]
  if (company === undefined || id === undefined) return null
  return {
    address: `jobs.smartrecruiters.com/${company.toLowerCase()}/${id}`,
    requisition: `smartrecruiters:${id}`,
  }
}

function workable(url: URL): Posting | null {
  const parts = segments(url)
  const id = parts[parts.indexOf('j') + 1]
  if (!parts.includes('j') || id === undefined || !/^[0-9A-Z]{6,}$/i.test(id)) return null
  const company = parts[0] === 'j' ? '' : `${(parts[0] ?? '').toLowerCase()}/`
  return {
    address: `apply.workable.com/${company}j/${id.toUpperCase()}`,
    requisition: `workable:${id.toUpperCase()}`,
  }
}

function wellfound(url: URL): Posting | null {
  const slug = segments(url).find((each) => /^\d{4,}(?:-|$)/.test(each))
  const id =
    /^\d+/.exec(slug ?? '')?.[0] ?? parameter(url, ['job_listing_slug'], /^\d{4,}/)?.match(/^\d+/)?.[0]
  return id === undefined ? null : listing(`wellfound.com/jobs/${id}`)
}

const boards: readonly KnownBoard[] = [
  { hosts: /(?:^|\.)linkedin\.com$/, read: linkedin },
  { hosts: /(?:^|\.)indeed\.[a-z.]{2,6}$/, read: indeed },
  { hosts: /(?:^|\.)glassdoor\.[a-z.]{2,6}$/, read: glassdoor },
  { hosts: /^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/, read: greenhouse },
  { hosts: /^jobs\.lever\.co$/, read: companyAndUuid('jobs.lever.co', 'lever') },
  { hosts: /^jobs\.eu\.lever\.co$/, read: companyAndUuid('jobs.eu.lever.co', 'lever') },
  { hosts: /^jobs\.ashbyhq\.com$/, read: companyAndUuid('jobs.ashbyhq.com', 'ashby') },
  { hosts: /\.myworkdayjobs\.com$/, read: workday },
  { hosts: /^(?:jobs|careers)\.smartrecruiters\.com$/, read: smartrecruiters },
  { hosts: /^apply\.workable\.com$/, read: workable },
  { hosts: /^(?:wellfound\.com|angel\.co)$/, read: wellfound },
]
