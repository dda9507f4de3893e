// The input and the report of an import of jobs.
import { lazySchema } from '../../kernel/schema.ts'
import { importIn, importReport } from '../../sheets/report.ts'
import { jobTable } from './columns.ts'

export const JobImportIn = lazySchema((z) => importIn(z, jobTable))

export const JobImportReport = lazySchema((z) =>
  importReport(z, { company: z.string().nullable(), role: z.string().nullable() }),
)
