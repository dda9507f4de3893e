// The input and the report of an import of events.
import { lazySchema } from '../../kernel/schema.ts'
import { importIn, importReport } from '../../sheets/report.ts'
import { eventTable } from './columns.ts'

export const EventImportIn = lazySchema((z) => importIn(z, eventTable))

export const EventImportReport = lazySchema((z) =>
  importReport(z, { title: z.string().nullable(), startsAt: z.string().nullable() }),
)
