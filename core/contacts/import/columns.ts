// Column headers of files of people: LinkedIn's Connections.csv, address books, spreadsheets, and our own exports.
import { headingsOf } from '../../kernel/record.ts'
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { CONTACT } from '../fields.ts'

const aliases = {
  ...headingsOf(CONTACT),
  firstName: 'first name, given name, firstname, forename, vorname, prénom, nombre',
  lastName: 'last name, family name, surname, lastname, nachname, nom, apellidos',
  derived: 'possible duplicates',
}

export type Field = keyof typeof aliases

export const contactTable = tableOf(
  {
    noun: 'contacts',
    neededColumns: 'Name',
    lists: ['contacts', 'people', 'connections'],
    rowMarkers: ['name', 'firstName'],
  },
  aliases,
  ['derived', 'updatedAt'],
)

export const CONTACT_IMPORT = importSchemas(contactTable, ['name', 'company'])
