// Maps column headers of exports and spreadsheets to our fields.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { isOneOf } from '../../kernel/narrow.ts'
import { currencyCodes, moneySigns } from '../../reading/currencies.ts'
import { spanNamed } from '../../reading/pay-period.ts'
import { tableOf, headerWords } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import type { Table } from '../../sheets/sheet.ts'
import { JOB } from '../fields.ts'

export type Field = (typeof jobTable.fields)[number]

export const DATES = ['appliedAt', 'createdAt', 'statusChangedAt', 'deadline', 'followUpAt'] as const

/** If the file has one of these columns, “Name” is the name of a person. */
const PEOPLE = /^(?:e ?mail|e mail address|email address|phone|phone number|mobile|birthday)$/

export function whyNotJobs(columns: readonly string[]): string | null {
  const words = columns.map(headerWords)
  const has = (field: Field) => columns.some((column) => jobTable.fieldOf(column) === field)
  const isNamed = words.includes('first name') && words.includes('last name')
  const isPeople =
    has('name') && words.some((each) => PEOPLE.test(each)) && !has('status') && !has('appliedAt')
  return isNamed || isPeople
    ? 'These are people, not jobs. Import them as contacts: crm contacts import.'
    : null
}

/** “State” is a region if the file also has a column for the city or the status. */
const REGION = /^(?:(?:(?:job )?location )?(?:state|region|country)|province|state province)$/
const CITY = /^(?:city|town|job city|(?:job )?location city|stadt|ville|ciudad)$/
/** A column named only “Date” holds the application's date, if there is no other column of dates. */
const DATE_ALONE = /^(?:date|datum|fecha|data|日期)$/
const STATUS = /^(?:job |application |current )?(?:status|stage)$/
/** Columns that belong to the contact if the file has a column of contacts. */
const CONTACT_COLUMNS: readonly (readonly [RegExp, Field])[] = [
  [/^(?:e ?mail|mail|e mail address|email address|courriel|correo)$/, 'contactEmail'],
  [/^(?:phone|phone number|telefon|telefonnummer|téléphone|teléfono)$/, 'contactPhone'],
]

const PAY = ['salary', 'salaryMin', 'salaryMax'] as const

/** The field, currency and period of a heading of pay: “Annual salary (EUR)”, “Hourly rate”; null for another heading. */
export function payHeading(header: string) {
  const words = headerWords(header).split(' ')
  const code = words.find((word) => currencyCodes.has(word.toUpperCase()) && word !== 'all')
  // In a heading, “min” is no minute.
  const payInterval = words.find((word) => word !== 'min' && spanNamed(word)?.period)
  const rest = words.filter((word) => ![code, payInterval, 'per', 'in', 'gross', 'brutto'].includes(word))
  const field = jobTable.fieldOf(rest.join(' '))
  if (!isOneOf(PAY, field)) return null
  const payCurrency = code ?? new RegExp(`[${moneySigns}]`).exec(header)?.[0]
  return { field, units: { ...(payCurrency && { payCurrency }), ...(payInterval && { payInterval }) } }
}

export function tableFor(columns: readonly string[]): Table<Field> {
  const words = columns.map(headerWords)
  const hasCity = words.some((each) => CITY.test(each))
  // In LinkedIn's export, the e-mail address and phone number are the applicant's own.
  const isLinkedIn = words.includes('question and answers')
  const isRegion = (each: string) =>
    REGION.test(each) && (hasCity || (each === 'state' && words.some((one) => STATUS.test(one))))
  const hasOther = columns.some((column) => isOneOf(DATES, jobTable.fieldOf(column)))
  const hasContact = columns.some((column) => jobTable.fieldOf(column) === 'contact')
  const fieldFromOthers = (each: string): Field | undefined => {
    if (isRegion(each)) return 'region'
    if (DATE_ALONE.test(each) && !hasOther) return 'appliedAt'
    return hasContact ? CONTACT_COLUMNS.find(([heading]) => heading.test(each))?.[1] : undefined
  }
  const isOwn = (field: Field | null) => isLinkedIn && (field === 'contactEmail' || field === 'contactPhone')
  return {
    ...jobTable,
    fieldOf(header) {
      const known = jobTable.fieldOf(header) ?? payHeading(header)?.field ?? null
      const field = fieldFromOthers(headerWords(header)) ?? known
      return isOwn(field) ? null : field
    },
  }
}

/** Has the column names of LinkedIn, Huntr, Teal, Simplify, JobSync, Notion and our own exports. */
export const jobTable = tableOf(
  JOB,
  lists.jobs,
  {
    noun: 'jobs',
    neededColumns: 'Company and Role',
    lists: ['jobs', 'applications'],
    rowMarkers: ['company'],
  },
  ['derived'],
  ['updatedAt'],
)

export const JOB_IMPORT = importSchemas(jobTable, ['company', 'role', 'status', 'appliedAt', 'salary'])
