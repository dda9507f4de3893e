// `crm salary report`: a year of pay as a document, for reading or for keeping.
import { annualReport } from '../../core/intelligence/reports/annual.ts'
import { reportMarkdown } from '../../core/intelligence/reports/markdown.ts'
import type { Command } from '../command.ts'

const NEWEST = '2025'

export const reportCommand: Command = {
  name: 'report',
  about: 'A year of pay in the nation, as Markdown: best paid, largest, what rose and fell.',
  args: [{ name: 'year?', about: `A year of OEWS, 2013 to ${NEWEST}; ${NEWEST} without it.` }],
  operation: annualReport.name,
  examples: ['crm salary report', 'crm salary report 2024 > pay-2024.md', 'crm salary report --json nation'],
  async run({ client, out, args: [year = NEWEST] }) {
    const report = await client.call(annualReport, { year })
    if (out.json) out.record(report, [])
    else out.raw(reportMarkdown(report))
  },
}
