// Responses that also exist as a document, negotiated by Accept; JSON by default.
import type { Request } from 'express'
import { annualReport } from '../../core/intelligence/reports/annual.ts'
import { reportMarkdown } from '../../core/intelligence/reports/markdown.ts'
import type { Operation } from '../../core/kernel/operation.ts'

interface Representation {
  type: string
  write(output: unknown): string
}

const REPORT: Representation = {
  type: 'text/markdown',
  write: (output) => reportMarkdown(output as Parameters<typeof reportMarkdown>[0]),
}

export const representationOf = (op: Operation) => (op.name === annualReport.name ? REPORT : undefined)

export const isPreferred = (req: Request, { type }: Representation): boolean =>
  req.accepts('application/json', type) === type
