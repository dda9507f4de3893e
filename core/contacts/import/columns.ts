// Column headers of files of people: LinkedIn's Connections.csv, address books, spreadsheets, and our own exports.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { CONTACT } from '../fields.ts'

export const contactTable = tableOf(
  CONTACT,
  lists.contacts,
  {
    noun: 'contacts',
    neededColumns: 'Name',
    lists: ['contacts', 'people', 'connections'],
    rowMarkers: ['name', 'firstName'],
  },
  ['derived', 'updatedAt'],
)

export type Field = (typeof contactTable.fields)[number]

export const CONTACT_IMPORT = importSchemas(contactTable, ['name', 'company'])
