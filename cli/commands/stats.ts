// `crm stats`: search statistics and small charts.
import { entriesOf } from '../../core/kernel/narrow.ts'
import { showStats, summarise } from '../../core/pipeline/operations.ts'
import type { Figures } from '../../core/pipeline/summary.ts'
import type { Stats } from '../../core/pipeline/statistics.ts'
import { textOf, type Command } from '../command.ts'
import { sparkline } from '../ui/range.ts'
import { PAINTS } from '../ui/status.ts'
import { painted, renderTable, type Column, type Look } from '../ui/table.ts'
import { widthOf, wrapped } from '../ui/width.ts'
import { percent, statsPage, storyText } from '../ui/stats-page.ts'
import { readDateOption } from './flags.ts'
import { savedPage } from './save-file.ts'
import { columnsOf } from '../ui/columns.ts'

const WIDEST_BAR = 30

/** A share as a bar, visible unless it is 0. */
const barOf = (share: number, room: number): string =>
  '█'.repeat(share > 0 ? Math.max(1, Math.round(share * room)) : 0)

export function renderBars(byStatus: Figures['byStatus'], look: Look): string {
  const rows = entriesOf(byStatus)
  const max = Math.max(1, ...rows.map(([, count]) => count))
  const labels = Math.max(...rows.map(([status]) => widthOf(status)))
  const digits = String(max).length
  const room = Math.max(1, Math.min(WIDEST_BAR, look.width - labels - digits - 4))
  const line = ([status, count]: (typeof rows)[number]) => {
    const bar = barOf(count / max, room)
    const start = `${status.padEnd(labels)}  ${String(count).padStart(digits)}`
    return `${start}${bar && `  ${painted(bar, PAINTS[status], look)}`}\n`
  }
  return rows.map(line).join('')
}

function funnelText({ funnel }: Stats, look: Look): string {
  const max = Math.max(1, ...funnel.map(({ reached }) => reached))
  const room = Math.max(1, Math.min(WIDEST_BAR, look.width - 30))
  return funnel
    .map(({ stage, reached, rate }) => {
      const bar = barOf(reached / max, room)
      const figures = `${stage.padEnd(12)}  ${String(reached).padStart(String(max).length)}  ${percent(rate, '').padStart(5)}`
      return `${figures}  ${painted(bar, PAINTS[stage], look)}`.trimEnd() + '\n'
    })
    .join('')
}

const RATE_BAR = 20

const rateBar = (share: number): string => '█'.repeat(Math.round(Math.min(1, share) * RATE_BAR))

const SOURCES = columnsOf<Stats['sources'][number]>({
  source: { minWidth: 10, paint: 'bold' },
  applied: { align: 'right' },
  responded: { title: 'ANSWERED', align: 'right', yields: 1 },
  rate: { value: ({ rate }) => percent(rate), align: 'right' },
  bar: { title: '', value: ({ rate }) => rateBar(rate ?? 0), yields: 2, paint: 'green' },
})

const staysOf = (longest: number): Column<Stats['stages'][number]>[] =>
  columnsOf<Stats['stages'][number]>({
    status: { title: 'STAGE', minWidth: 12, paint: ({ status }) => PAINTS[status] ?? 'bold' },
    medianDays: { title: 'MEDIAN DAYS', value: ({ medianDays }) => medianDays ?? 'too few', align: 'right' },
    moves: { title: 'MOVES', align: 'right', yields: 1 },
    waiting: { title: 'IN IT NOW', align: 'right', yields: 2 },
    bar: {
      title: '',
      value: ({ medianDays }) => rateBar((medianDays ?? 0) / longest),
      yields: 3,
      paint: 'blue',
    },
  })

function endedText({ ended }: Stats): string {
  const after = Object.entries(ended.rejectedAfter)
    .filter(([, count]) => count)
    .map(([stage, count]) => `${count} after ${stage}`)
  return `${ended.rejected} rejected${after.length ? ` (${after.join(', ')})` : ''}, ${ended.withdrawn} withdrawn\n`
}

const unansweredText = ({ unanswered: { applications, over14Days, over30Days } }: Stats): string =>
  applications
    ? `${applications} without an answer, ${over14Days} of them for more than 14 days, ${over30Days} for more than 30\n`
    : ''

const folded = (text: string, { width }: Look): string =>
  text && `${wrapped(text.trimEnd(), width).join('\n')}\n`

function statsText(stats: Stats, byStatus: Figures['byStatus'] | null, look: Look): string {
  const title = (text: string) => `\n${painted(text, 'bold', look)}\n`
  const weeks = stats.weeks.map(({ applied }) => applied)
  const longest = Math.max(1, ...stats.stages.map(({ medianDays }) => medianDays ?? 0))
  return [
    ...(stats.story ? [folded(storyText(stats.story), look), '\n'] : []),
    ...(byStatus ? [painted('Jobs by status', 'bold', look), '\n', renderBars(byStatus, look)] : []),
    title('Funnel'),
    funnelText(stats, look),
    folded(endedText(stats), look),
    folded(unansweredText(stats), look),
    ...(stats.sources.length
      ? [title('Reply rate by source'), renderTable(stats.sources, SOURCES, look)]
      : []),
    title('How long it takes'),
    renderTable(stats.stages, staysOf(longest), look),
    title('Applications, by week'),
    `${sparkline(weeks, weeks.length)}  ${weeks.reduce((sum, count) => sum + count, 0)} in ${weeks.length} weeks\n`,
  ].join('')
}

type Line = (string | number | null)[]

/** In a pipe, one figure per line, starting with its name. */
const plainLines = ({ jobs, funnel, ended, unanswered, sources, stages, weeks }: Stats): Line[] => [
  ['jobs', jobs],
  ...funnel.map((row): Line => ['funnel', ...Object.values(row)]),
  ['rejected', ended.rejected],
  ['withdrawn', ended.withdrawn],
  ...Object.entries(ended.rejectedAfter).map(([stage, count]): Line => ['rejectedAfter', stage, count]),
  ...Object.entries(unanswered).map(([name, count]): Line => ['unanswered', name, count]),
  ...sources.map((one): Line => ['source', one.source, one.applied, one.responded, one.rate]),
  ...stages.map((one): Line => ['stage', one.status, one.medianDays, one.moves, one.waiting]),
  ...weeks.map(({ from, applied }): Line => ['week', from, applied]),
]

const command: Command = {
  name: 'stats',
  about: 'Show how your search is going: statuses, funnel, response rates, time in each stage.',
  operation: 'pipeline.stats',
  options: [
    { flags: '--since <date>', about: 'Only jobs added since this day: -90d, 2026-01-01.' },
    { flags: '--html <file>', about: 'Write one page with charts, to keep or to print; - is stdout.' },
    { flags: '--force', about: 'Overwrite an existing file.' },
  ],
  examples: ['crm stats', 'crm stats --html search.html', 'crm stats --since -90d --json funnel'],
  async run(call) {
    const { options, client, out } = call
    const since = await readDateOption('--since', textOf(options, 'since'), 'behind')
    const stats = await client.call(showStats, { since })
    if (await savedPage(call, async () => statsPage(stats, new Date()))) return
    if (out.json) return out.record(stats, [])
    if (out.look.isTerminal) {
      if (!stats.jobs) return out.note('No jobs yet: crm add "Acme" "Engineer"')
      const byStatus = since ? null : (await client.call(summarise, {})).summary.byStatus
      return out.raw(statsText(stats, byStatus, out.look))
    }
    const columns = Array.from({ length: 5 }, (_, at): Column<Line> => ({
      title: '',
      value: (line) => line[at] ?? '',
    }))
    out.raw(renderTable(plainLines(stats), columns, out.look).replace(/\t+$/gm, ''))
  },
}

export const commands: Command[] = [command]

/** An earlier name of the option. Its JSON is the summary. */
const { options: _, ...named } = command
export const pipeline: Command[] = [
  {
    ...{ ...named, name: 'pipeline', hidden: true, operation: summarise.name },
    examples: ['crm pipeline --json summary'],
    run: async (call) =>
      call.out.json ? call.out.record(await call.client.call(summarise, {}), []) : command.run(call),
  },
]
