// The input and the report of an import of activities.
import { lazySchema } from '../../kernel/schema.ts'
import { importIn, importReport } from '../../sheets/report.ts'
import { activityTable } from './columns.ts'

export const ActivityImportIn = lazySchema((z) => importIn(z, activityTable))

export const ActivityImportReport = lazySchema((z) =>
  importReport(z, { type: z.string().nullable(), title: z.string().nullable() }),
)
