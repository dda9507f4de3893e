// Responses that also exist as a document, negotiated by Accept; JSON by default.
import type { Request } from 'express'
import { annualReport } from '../../core/intelligence/reports/annual.ts'
import { reportMarkdown } from '../../core/intelligence/reports/markdown.ts'
import type { Operation } from '../../core/kernel/operation.ts'

/** A format for an operation's output other than JSON. */
interface Representation {
  /** The media type without parameters, as in Accept. */
  type: string
  write(output: unknown): string
}

const REPRESENTATIONS: Record<string, Representation> = {
  [annualReport.name]: {
    type: 'text/markdown',
    // The output of that very operation.
    write: (output) => reportMarkdown(output as Parameters<typeof reportMarkdown>[0]),
  },
}

/** The other format of an operation's output, if it has one. */
export const representationOf = (op: Operation): Representation | undefined => REPRESENTATIONS[op.name]

export const isPreferred = (req: Request, { type }: Representation): boolean =>
  req.accepts('application/json', type) === type
