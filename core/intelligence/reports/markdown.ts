// The annual report as Markdown.
import { counted, dollars } from '../../kernel/amounts.ts'
import { ALL_OCCUPATIONS } from '../file/catalog.ts'
import type { Parsed } from '../../kernel/schema.ts'
import type { Report as ReportSchema } from './annual.ts'

type Report = Parsed<typeof ReportSchema>
type Cell = string | number | null

const orNot =
  (format: (value: number) => string) =>
  (value: number | null): string =>
    value === null ? 'not published' : format(value)
const [money, count] = [orNot(dollars), orNot(counted)]
const percent = (value: number | null): string =>
  value === null ? 'not shown' : `${value > 0 ? '+' : ''}${value.toFixed(1)} %`

/** Escapes characters that would end a table cell. */
const cell = (value: Cell): string =>
  String(value ?? '').replace(/[|\n]/g, (char) => (char === '|' ? '\\|' : ' '))

/** A Markdown table; all columns but the first are right-aligned for figures. */
function table(head: string[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const section = (title: string, body: string): string => `## ${title}\n\n${body}`

const movers = (rows: Report['risers']): string =>
  rows.length
    ? table(
        ['Occupation', 'SOC', 'Median', 'Change', 'Jobs'],
        rows.map((row) => [
          row.soc_title,
          row.soc_code,
          money(row.median),
          percent(row.change_pct),
          count(row.employment),
        ]),
      )
    : 'No changes are shown for this year.'

/** The report as Markdown (CommonMark with tables). Amounts are US dollars a year. */
export function reportMarkdown(report: Report): string {
  const { nation } = report
  return `${[
    `# ${report.title}`,
    `${report.occupations} occupations have a published median. The nation: ${count(nation.employment)} jobs, mean ${money(nation.mean)}, median ${money(nation.median)} (${percent(nation.median_change_pct)} against the year before).`,
    table(
      ['Nation', '10th', '25th', 'Median', '75th', '90th'],
      [['All occupations', ...[nation.p10, nation.p25, nation.median, nation.p75, nation.p90].map(money)]],
    ),
    section(
      'Best paid',
      table(
        ['Occupation', 'SOC', 'Median'],
        report.best_paid.map((row) => [row.soc_title, row.soc_code, money(row.median)]),
      ),
    ),
    section(
      'Largest',
      table(
        ['Occupation', 'SOC', 'Jobs', 'Median'],
        report.largest.map((row) => [row.soc_title, row.soc_code, count(row.employment), money(row.median)]),
      ),
    ),
    section('Rose most', movers(report.risers)),
    section('Fell most', movers(report.fallers)),
    section('Notes', report.notes.map((note) => `- ${note}`).join('\n')),
    `Where a figure comes from: \`crm salary lineage ${nation.data_point_id}\`, or with the SOC code of a row in place of ${ALL_OCCUPATIONS}.`,
    'Source: U.S. Bureau of Labor Statistics, Occupational Employment and Wage Statistics (public domain).',
  ].join('\n\n')}\n`
}
