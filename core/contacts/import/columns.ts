// Column headers of files of people: LinkedIn's Connections.csv, address books, spreadsheets, and our own exports.
import { keysOf } from '../../kernel/narrow.ts'
import { headersOf } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'

/** The fields of a column; `derived` is computed by us. */
export type Field =
  | 'id'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'title'
  | 'company'
  | 'email'
  | 'phone'
  | 'linkedinUrl'
  | 'type'
  | 'notes'
  | 'tags'
  | 'jobIds'
  | 'lastContactedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'derived'

const aliases: Readonly<Record<Field, string>> = {
  id: 'id, contact id, crm id',
  name: 'name, full name, contact, contact name, person, display name, formatted name, nom complet',
  firstName: 'first name, given name, firstname, forename, vorname, prénom, nombre',
  lastName: 'last name, family name, surname, lastname, nachname, nom, apellidos',
  title:
    'title, job title, position, role, headline, occupation, funktion, poste, organization title, organization 1 title',
  company:
    'company, company name, organization, organisation, employer, org, firma, unternehmen, entreprise, empresa, organization name, organization 1 name',
  email:
    'email, e mail, email address, e mail address, mail, e mail 1 value, email 1 value, primary email, work email, e mail 2 value',
  phone:
    'phone, phone number, mobile, mobile phone, telephone, tel, phone 1 value, cell, cell phone, telefon, teléfono, phone 2 value, business phone, work phone, home phone',
  linkedinUrl: 'linkedin url, linkedin, linkedin profile, linkedin profile url, linked in, profile url, url',
  type: 'type, contact type, relationship, relation, kind',
  notes: 'notes, note, comments, comment, remarks, notizen',
  tags: 'tags, tag, labels, label, groups, group membership, categories',
  jobIds: 'job ids',
  lastContactedAt:
    'last contacted at, last contacted, last contact, last contact date, contacted at, last spoke',
  createdAt: 'created at',
  updatedAt: 'updated at',
  derived: 'possible duplicates',
}

/** The table of contacts. */
export const contactTable: Table<Field> = {
  noun: 'contacts',
  least: 'Name',
  lists: ['contacts', 'people', 'connections', 'data', 'items', 'results', 'rows'],
  telling: ['name', 'firstName'],
  fields: keysOf(aliases).filter((field) => field !== 'derived' && field !== 'updatedAt'),
  fieldOf: headersOf(aliases),
}

/** The columns of an exported contact, in order. */
export const CONTACT_COLUMNS = [
  'id',
  'name',
  'title',
  'company',
  'email',
  'phone',
  'linkedinUrl',
  'type',
  'tags',
  'jobIds',
  'lastContactedAt',
  'notes',
  'createdAt',
  'updatedAt',
] as const
