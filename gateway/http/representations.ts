// Responses that also exist as a document, negotiated by Accept; JSON by default.
import { annualReport } from '../../core/intelligence/reports/annual.ts'
import { reportMarkdown } from '../../core/intelligence/reports/markdown.ts'
import type { Operation } from '../../core/kernel/operation.ts'

const REPORT = {
  type: 'text/markdown',
  write: (output: unknown) => reportMarkdown(output as Parameters<typeof reportMarkdown>[0]),
}

export const representationOf = (op: Operation) => (op.name === annualReport.name ? REPORT : undefined)
