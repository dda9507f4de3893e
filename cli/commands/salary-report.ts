// `crm salary report`: the annual pay report as Markdown.
import { showMethodology } from '../../core/intelligence/about/methodology.ts'
import { annualReport } from '../../core/intelligence/reports/annual.ts'
import { reportMarkdown } from '../../core/intelligence/reports/markdown.ts'
import type { Command } from '../command.ts'

export const reportCommand: Command = {
  name: 'report',
  about: 'Print the annual US pay report as Markdown: best paid, largest, rising, falling.',
  args: [{ name: 'year?', about: 'A year of OEWS since 2013 (default: the newest).' }],
  operation: annualReport.name,
  examples: ['crm salary report', 'crm salary report 2024 > pay-2024.md', 'crm salary report --json nation'],
  async run({ client, out, args: [named] }) {
    const year = named ?? (await client.call(showMethodology, {})).benchmark.slice(0, 4)
    const report = await client.call(annualReport, { year })
    if (out.json) out.record(report, [])
    else out.raw(reportMarkdown(report))
  },
}
