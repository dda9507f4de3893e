// `crm pipeline`: a summary of the search.
import { entriesOf } from '../../core/kernel/narrow.ts'
import { listSuggestions, summarise } from '../../core/pipeline/operations.ts'
import type { Suggestion } from '../../core/pipeline/suggestion.ts'
import type { Summary } from '../../core/pipeline/summary.ts'
import type { Command } from '../command.ts'
import { painted, renderTable, type Column, type Look } from '../ui/table.ts'
import { widthOf } from '../ui/width.ts'
import { PAINTS } from '../ui/status.ts'
import { suggestionText } from './next.ts'

type Status = keyof Summary['summary']['byStatus']

const WIDEST_BAR = 30
/** As many as fit a screen beside the counts. */
const MAX_SUGGESTIONS = 5

export function renderBars(byStatus: Summary['summary']['byStatus'], look: Look): string {
  const rows = entriesOf(byStatus)
  const max = Math.max(1, ...rows.map(([, count]) => count))
  const labels = Math.max(...rows.map(([status]) => widthOf(status)))
  const digits = String(max).length
  const room = Math.max(1, Math.min(WIDEST_BAR, look.width - labels - digits - 4))
  const line = ([status, count]: [Status, number]) => {
    // A nonzero count always has a visible bar.
    const bar = '█'.repeat(count ? Math.max(1, Math.round((count / max) * room)) : 0)
    const start = `${status.padEnd(labels)}  ${String(count).padStart(digits)}`
    return `${start}${bar && `  ${painted(bar, PAINTS[status], look)}`}\n`
  }
  return rows.map(line).join('')
}

const WINS: Column<Summary['recentWins'][number]>[] = [
  { title: 'DATE', value: ({ date }) => date },
  { title: 'WHAT', value: ({ type }) => type, paint: () => 'green' },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10 },
  { title: 'ROLE', value: ({ role }) => role, yields: 2, minWidth: 10 },
]

function renderSummary(
  { summary, recentWins }: Summary,
  suggestions: readonly Suggestion[],
  look: Look,
): string {
  const { total, byStatus, responseRate, avgDaysInStatus } = summary
  const section = (title: string, table: string) =>
    table ? `\n${painted(title, 'bold', look)}\n${table}` : ''
  const said = [
    `${total} ${total === 1 ? 'job' : 'jobs'}`,
    `response rate ${(responseRate * 100).toFixed(0)} %`,
    `${avgDaysInStatus} days in status on average`,
  ]
  const figures = widthOf(said.join(', ')) <= look.width ? said.join(', ') : said.join('\n')
  return [
    renderBars(byStatus, look),
    `\n${figures}\n`,
    section('Needs attention', suggestions.map((each, at) => `${suggestionText(each, at, look)}\n`).join('')),
    section('Recent wins', recentWins.length ? renderTable(recentWins, WINS, look) : ''),
  ].join('')
}

/** In a pipe, one figure or list row per line, each starting with its kind. */
const plainLines = ({ summary, needsAttention, recentWins }: Summary): [string, ...(string | number)[]][] => [
  ['total', summary.total],
  ...Object.entries(summary.byStatus).map(([status, count]): [string, string, number] => [
    'status',
    status,
    count,
  ]),
  ['responseRate', summary.responseRate],
  ['avgDaysInStatus', summary.avgDaysInStatus],
  ...needsAttention.map((row): [string, ...string[]] => [
    'needsAttention',
    row.jobId,
    row.company,
    row.role,
    row.reason,
    row.suggestion,
  ]),
  ...recentWins.map((row): [string, ...string[]] => ['recentWin', row.date, row.type, row.company, row.role]),
]

const command: Command = {
  name: 'pipeline',
  hidden: true,
  about: 'Summarize your search: counts, response rate, what needs attention.',
  operation: 'pipeline.summary',
  examples: ['crm pipeline', 'crm pipeline --json summary'],
  async run({ client, out }) {
    const summary = await client.call(summarise, {})
    if (out.json) return out.record(summary, [])
    if (!out.look.isTerminal) {
      const width = 6
      const columns = Array.from({ length: width }, (_, at): Column<(string | number)[]> => ({
        title: '',
        value: (line) => line[at] ?? '',
      }))
      return out.raw(renderTable(plainLines(summary), columns, out.look).replace(/\t+$/gm, ''))
    }
    if (summary.summary.total === 0) return out.note('No jobs yet. Add one: crm jobs add "Acme" "Engineer"')
    const { suggestions } = await client.call(listSuggestions, { limit: MAX_SUGGESTIONS })
    out.raw(renderSummary(summary, suggestions, out.look))
  },
}

export const commands: Command[] = [command]
