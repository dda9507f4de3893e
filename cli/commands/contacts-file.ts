// `crm contacts import|export`: address books, LinkedIn's connections, spreadsheets; vCards for any other program.
import { CONTACT, type Contact } from '../../core/contacts/fields.ts'
import { importContacts, listContacts } from '../../core/contacts/operations.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { everyPage } from './pages.ts'

export const importCommand = importCommandOf({
  about: 'Import people: LinkedIn’s Connections.csv, vCards, a spreadsheet, or an export of crm.',
  operation: importContacts,
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts import Connections.csv', 'crm contacts import people.vcf --dry-run'],
  titles: ['name', 'company'],
  load: async () => (await import('../../core/contacts/import/to-contact.ts')).contactRows,
  call: ({ client }, input) => client.call(importContacts, input),
})

export const exportCommand = exportCommandOf<Contact>({
  about: 'Export every contact as CSV, JSON, xlsx or vCard; crm contacts import reads it back.',
  operation: listContacts.name,
  noun: 'contacts',
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts export people.vcf', 'crm contacts export people.xlsx'],
  columns: fileColumns(CONTACT),
  async read(client) {
    const page = await everyPage(true, 'contacts', (more) =>
      client.call(listContacts, { sort: 'createdAt', ...more }),
    )
    return { page, records: page.contacts }
  },
  text: async (contacts) => (await import('../../core/contacts/import/vcard.ts')).writeVcards(contacts),
})
