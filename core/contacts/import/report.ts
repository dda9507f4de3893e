// The input and the report of an import of contacts.
import { lazySchema } from '../../kernel/schema.ts'
import { importIn, importReport } from '../../sheets/report.ts'
import { contactTable } from './columns.ts'

export const ContactImportIn = lazySchema((z) => importIn(z, contactTable))

export const ContactImportReport = lazySchema((z) =>
  importReport(z, { name: z.string().nullable(), company: z.string().nullable() }),
)
