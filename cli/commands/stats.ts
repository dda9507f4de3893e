// `crm stats`: search statistics and small charts.
import { showStats } from '../../core/pipeline/operations.ts'
import type { Stats } from '../../core/pipeline/statistics.ts'
import { textOf, type Command, type Group } from '../command.ts'
import { sparkline } from '../ui/sparkline.ts'
import { PAINTS } from '../ui/status.ts'
import { painted, renderTable, type Column, type Look } from '../ui/table.ts'
import { readDateOption } from './inputs.ts'

const percent = (rate: number | null): string => (rate === null ? '' : `${Math.round(rate * 100)} %`)

const WIDEST_BAR = 30

/** The stages as bars, each with its rate relative to the previous stage. */
function funnelText({ funnel }: Stats, look: Look): string {
  const max = Math.max(1, ...funnel.map(({ reached }) => reached))
  const room = Math.max(1, Math.min(WIDEST_BAR, look.width - 30))
  return funnel
    .map(({ stage, reached, rate }) => {
      const bar = '█'.repeat(reached ? Math.max(1, Math.round((reached / max) * room)) : 0)
      const figures = `${stage.padEnd(12)}  ${String(reached).padStart(String(max).length)}  ${percent(rate).padStart(5)}`
      return `${figures}  ${painted(bar, PAINTS[stage], look)}`.trimEnd() + '\n'
    })
    .join('')
}

const SOURCES: Column<Stats['sources'][number]>[] = [
  { title: 'SOURCE', value: ({ source }) => source, minWidth: 10, paint: () => 'bold' },
  { title: 'APPLIED', value: ({ applied }) => applied, align: 'right' },
  { title: 'ANSWERED', value: ({ responded }) => responded, align: 'right', yields: 1 },
  { title: 'RATE', value: ({ rate }) => (rate === null ? 'too few' : percent(rate)), align: 'right' },
]

const STAYS: Column<Stats['stages'][number]>[] = [
  {
    title: 'STAGE',
    value: ({ status }) => status,
    minWidth: 12,
    paint: ({ status }) => PAINTS[status] ?? 'bold',
  },
  {
    title: 'MEDIAN DAYS',
    value: ({ medianDays }) => (medianDays === null ? 'too few' : medianDays),
    align: 'right',
  },
  { title: 'OF MOVES', value: ({ moves }) => moves, align: 'right', yields: 1 },
  { title: 'THERE NOW', value: ({ waiting }) => waiting, align: 'right', yields: 2 },
]

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

/** The whole page for people. */
function statsText(stats: Stats, look: Look): string {
  const title = (text: string) => `\n${painted(text, 'bold', look)}\n`
  const weeks = stats.weeks.map(({ applied }) => applied)
  return [
    painted('How far they came', 'bold', look),
    '\n',
    funnelText(stats, look),
    endedText(stats),
    unansweredText(stats),
    ...(stats.sources.length ? [title('Who answers'), renderTable(stats.sources, SOURCES, look)] : []),
    title('How long it takes'),
    renderTable(stats.stages, STAYS, look),
    title('Applications, by week'),
    `${sparkline(weeks, weeks.length)}  ${weeks.reduce((sum, count) => sum + count, 0)} in ${weeks.length} weeks\n`,
  ].join('')
}

type Line = (string | number | null)[]

/** In a pipe, one figure per line, starting with its name. */
const plainLines = ({ jobs, funnel, ended, unanswered, sources, stages, weeks }: Stats): Line[] => [
  ['jobs', jobs],
  ...funnel.map(({ stage, reached, rate }): Line => ['funnel', stage, reached, rate]),
  ['rejected', ended.rejected],
  ['withdrawn', ended.withdrawn],
  ...Object.entries(ended.rejectedAfter).map(([stage, count]): Line => ['rejectedAfter', stage, count]),
  ...Object.entries(unanswered).map(([name, count]): Line => ['unanswered', name, count]),
  ...sources.map(({ source, applied, responded, rate }): Line => [
    'source',
    source,
    applied,
    responded,
    rate,
  ]),
  ...stages.map(({ status, medianDays, moves, waiting }): Line => [
    'stage',
    status,
    medianDays,
    moves,
    waiting,
  ]),
  ...weeks.map(({ from, applied }): Line => ['week', from, applied]),
]

const command: Command = {
  name: 'stats',
  about: 'Show search statistics: the funnel, response rates, time in each stage.',
  operation: 'pipeline.stats',
  options: [{ flags: '--since <date>', about: 'Only jobs added since: -90d, 2026-01-01.' }],
  examples: ['crm stats', 'crm stats --since -90d --json funnel'],
  async run({ options, client, out }) {
    const since = await readDateOption('--since', textOf(options, 'since'), 'behind')
    const stats = await client.call(showStats, { since })
    if (out.json) return out.record(stats, [])
    if (out.look.isTerminal)
      return stats.jobs
        ? out.raw(statsText(stats, out.look))
        : out.note('No jobs yet: crm jobs add "Acme" "Engineer"')
    const columns = Array.from({ length: 5 }, (_, at): Column<Line> => ({
      title: '',
      value: (line) => line[at] ?? '',
    }))
    out.raw(renderTable(plainLines(stats), columns, out.look).replace(/\t+$/gm, ''))
  },
}

export const group: Group = { name: 'stats', about: 'Search statistics.', commands: [command] }
