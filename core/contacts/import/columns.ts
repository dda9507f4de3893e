// Column headers of files of people: LinkedIn's Connections.csv, address books, spreadsheets, and our own exports.
import { keysOf } from '../../kernel/narrow.ts'
import { headingsOf } from '../../kernel/record.ts'
import { headersOf } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'
import { CONTACT } from '../fields.ts'

const aliases = {
  ...headingsOf(CONTACT),
  firstName: 'first name, given name, firstname, forename, vorname, prénom, nombre',
  lastName: 'last name, family name, surname, lastname, nachname, nom, apellidos',
  derived: 'possible duplicates',
}

export type Field = keyof typeof aliases

export const contactTable: Table<Field> = {
  noun: 'contacts',
  least: 'Name',
  lists: ['contacts', 'people', 'connections', 'data', 'items', 'results', 'rows'],
  telling: ['name', 'firstName'],
  fields: keysOf(aliases).filter((field) => field !== 'derived' && field !== 'updatedAt'),
  fieldOf: headersOf(aliases),
}
