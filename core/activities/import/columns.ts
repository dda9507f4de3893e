// Column headers of files of activities: spreadsheets, and our own exports.
import { keysOf } from '../../kernel/narrow.ts'
import { headersOf } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'

/** The fields of a column; job and person by id, or by name. */
export type Field =
  | 'id'
  | 'jobId'
  | 'contactId'
  | 'type'
  | 'title'
  | 'body'
  | 'occurredAt'
  | 'createdAt'
  | 'updatedAt'
  | 'company'
  | 'role'
  | 'contact'

const aliases: Readonly<Record<Field, string>> = {
  id: 'id, activity id',
  jobId: 'job id',
  contactId: 'contact id',
  type: 'type, activity type, kind, category, activity',
  title: 'title, subject, what, summary',
  body: 'body, notes, note, details, description, text, content, comments',
  occurredAt: 'occurred at, date, when, day, at, occurred on, activity date, datum, fecha',
  createdAt: 'created at',
  updatedAt: 'updated at',
  company: 'company, company name, employer, organization, firma',
  role: 'role, job title, position, job',
  contact: 'contact, contact name, person, with, who, contact email',
}

/** The table of activities. */
export const activityTable: Table<Field> = {
  noun: 'activities',
  least: 'Date, Type and Title',
  lists: ['activities', 'data', 'items', 'results', 'rows'],
  telling: ['occurredAt', 'body', 'title'],
  fields: keysOf(aliases).filter((field) => field !== 'updatedAt'),
  fieldOf: headersOf(aliases),
}

/** The columns of an exported activity, in order. */
export const ACTIVITY_COLUMNS = [
  'id',
  'jobId',
  'contactId',
  'type',
  'title',
  'body',
  'occurredAt',
  'createdAt',
  'updatedAt',
] as const
