// Column headers of files of logged activities: spreadsheets, other trackers, and our own exports.
import { keysOf } from '../../kernel/narrow.ts'
import { headingsOf } from '../../kernel/record.ts'
import { headersOf } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'
import { ACTIVITY } from '../fields.ts'

const aliases = {
  ...headingsOf(ACTIVITY),
  company: 'company, company name, employer, organization, firma',
  role: 'role, job title, position, job',
  contact: 'contact, contact name, person, with, who, contact email',
}

export type Field = keyof typeof aliases

export const activityTable: Table<Field> = {
  noun: 'activities',
  least: 'Date, Type and Title',
  lists: ['activities', 'data', 'items', 'results', 'rows'],
  telling: ['occurredAt', 'body', 'title'],
  fields: keysOf(aliases).filter((field) => field !== 'updatedAt'),
  fieldOf: headersOf(aliases),
}
