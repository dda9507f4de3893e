// Column headers of files of people: LinkedIn's Connections.csv, address books, spreadsheets, and our own exports.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { headingsOf } from '../../kernel/record.ts'
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { CONTACT } from '../fields.ts'

const aliases = headingsOf(CONTACT, lists.contacts)

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
