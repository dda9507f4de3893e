// Column headers of exports and spreadsheets, mapped to our fields.
import { keysOf } from '../../kernel/narrow.ts'
import { headersOf, headerWords } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'

/**
 * The fields of a column. `excitement` is an ascending priority (5 is highest); `name` is whichever of role and company a
 * file has no column for, as in Notion; `derived` is computed by us.
 */
export type Field =
  | 'id'
  | 'company'
  | 'role'
  | 'location'
  | 'salary'
  | 'salaryMin'
  | 'salaryMax'
  | 'url'
  | 'description'
  | 'notes'
  | 'tags'
  | 'priority'
  | 'excitement'
  | 'status'
  | 'createdAt'
  | 'appliedAt'
  | 'statusChangedAt'
  | 'deadline'
  | 'followUpAt'
  | 'nextStep'
  | 'history'
  | 'name'
  | 'derived'

// LinkedIn ("Job Applications.csv", "Saved Jobs.csv"), Huntr, Teal, Simplify, JobSync, Notion and spreadsheet
// trackers, and our own exports. Headers are compared in the form of `headerWords`.
const aliases: Readonly<Record<Field, string>> = {
  id: 'id, job id, crm id',
  company:
    'company, company name, employer, employer name, organization, organisation, org, business, firm, company organization, unternehmen, firma, entreprise, empresa',
  role: 'role, role title, role name, job title, title, position, position title, job position, job, job name, job role, vacancy, opening, stelle, poste, puesto',
  location:
    'location, locations, job location, city, place, office, office location, where, city state, location city, standort, ort, lieu, ubicación',
  salary:
    'salary, salary range, pay, pay range, compensation, compensation range, comp, comp range, wage, rate, base salary, expected salary, gehalt, salaire, salario',
  salaryMin:
    'min salary, minimum salary, salary min, salary minimum, min pay, pay min, salary from, lowest salary',
  salaryMax:
    'max salary, maximum salary, salary max, salary maximum, max pay, pay max, salary to, highest salary',
  url: 'url, job url, link, job link, job posting, job posting url, job posting link, posting, posting url, posting link, application url, application link, apply url, apply link, listing, listing url, job ad, job post, job post url, original url, website url',
  description: 'description, job description, jd, job details, posting text, summary, beschreibung',
  notes: 'notes, note, comments, comment, remarks, my notes, additional notes, notizen',
  tags: 'tags, tag, labels, label, keywords, categories',
  priority: 'priority, importance, prio, job priority',
  excitement: 'excitement, excitement level, interest, interest level, stars, rating, enthusiasm',
  status:
    'status, stage, job status, application status, current status, list, list name, column, pipeline stage, application stage, state, progress, phase',
  createdAt:
    'created at, created, created date, date created, created on, saved date, date saved, saved at, saved on, date added, added, added at, added on, bookmarked at, date bookmarked',
  appliedAt:
    'applied at, date applied, applied, applied on, applied date, application date, date of application, date submitted, submitted, submitted on, apply date, date sent, bewerbungsdatum',
  statusChangedAt: 'status changed at, status date, status changed, status updated at',
  deadline:
    'deadline, application deadline, deadline date, apply by, apply before, closing date, close date, due date, due',
  followUpAt:
    'follow up, follow up date, follow up at, follow up on, followup, followup date, next follow up, next follow up date, follow up reminder',
  nextStep: 'next step, next action',
  history: 'history',
  name: 'name',
  derived:
    'index, updated at, compensation min, compensation max, compensation currency, compensation period, contact ids, canonical url, possible duplicates',
}

/** The fields whose dates tell in which order a file writes days and months. */
export const DATE_FIELDS: readonly Field[] = [
  'appliedAt',
  'createdAt',
  'deadline',
  'followUpAt',
  'statusChangedAt',
]

/** Columns of people, beside which “Name” is a person's. */
const PEOPLE = /^(?:e ?mail|e mail address|email address|phone|phone number|mobile|birthday)$/

/** Why these columns are not those of jobs, or null. */
export function strangeTo(columns: readonly string[]): string | null {
  const words = columns.map(headerWords)
  const has = (field: Field) => columns.some((column) => jobTable.fieldOf(column) === field)
  const isNamed = words.includes('first name') && words.includes('last name')
  const isPeople =
    has('name') && words.some((each) => PEOPLE.test(each)) && !has('status') && !has('appliedAt')
  return isNamed || isPeople
    ? 'These are people, not jobs. Import them as contacts: crm contacts import.'
    : null
}

/** The table of jobs. */
export const jobTable: Table<Field> = {
  noun: 'jobs',
  least: 'Company and Role',
  lists: ['jobs', 'applications', 'data', 'items', 'results', 'rows'],
  telling: ['company'],
  fields: keysOf(aliases).filter((field) => field !== 'derived'),
  fieldOf: headersOf(aliases),
}
