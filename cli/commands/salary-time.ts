// `crm salary history|projections`: pay by quarter since 2013, and by year to 2030.
import { showHistory } from '../../core/intelligence/salaries/history.ts'
import { showProjections } from '../../core/intelligence/salaries/projections.ts'
import type { AnswerOf } from '../client.ts'
import type { Command, Run } from '../command.ts'
import { dollars, percentChange, thousands } from '../ui/money.ts'
import { rangeBar } from '../ui/range.ts'
import { sparkline } from '../ui/sparkline.ts'
import { wrapped } from '../ui/wrap.ts'
import type { Column } from '../ui/table.ts'
import { askAbout, CITY, ROLE, noteInterpretation, type Salary } from './salary-question.ts'
import { NO_DATA, subjectOf } from './salary-figure.ts'

type Snapshot = AnswerOf<typeof showHistory>['snapshots'][number]
type Projection = AnswerOf<typeof showProjections>['projections'][number]

const historyColumns: Column<Snapshot>[] = [
  { title: 'QUARTER', value: ({ quarter }) => quarter },
  { title: 'MEDIAN', value: ({ median }) => dollars(median), plain: ({ median }) => median, align: 'right' },
  {
    title: 'CHANGE',
    value: ({ change_pct: change }) => percentChange(change),
    plain: ({ change_pct: change }) => change,
    align: 'right',
    yields: 2,
  },
  { title: 'KIND', value: ({ kind }) => kind, yields: 3, minWidth: 9 },
  { title: 'BREAK', value: ({ break: reason }) => reason, yields: 4, minWidth: 12 },
]

export const historyCommand: Command = {
  name: 'history',
  hidden: true,
  about: 'Show pay by quarter since 2013.',
  operation: 'salaries.history',
  args: [ROLE, CITY],
  examples: ['crm salary history registered-nurse', 'crm salary history swe sf | tail -4'],
  async run(call) {
    const { rest, client, out } = call
    const { answer } = await askAbout(client, { verb: 'history', words: rest }, (asked) =>
      client.call(showHistory, asked),
    )
    noteInterpretation(out, answer)
    out.list(answer, answer.snapshots, historyColumns, '')
    if (!answer.snapshots.length) return nothing(call, answer, answer.reasons['snapshots'])
    if (out.look.isTerminal && !out.json) out.raw(summary(answer, out.look.width))
    if (answer.tierNotice && !out.json) out.note(answer.tierNotice)
    return 0
  },
}

type History = AnswerOf<typeof showHistory>

function summary(answer: History, width: number): string {
  const medians = answer.snapshots.map(({ median }) => median)
  const [first = 0, last = 0] = [medians[0], medians.at(-1)]
  const room = Math.min(60, width - 22)
  const line = sparkline(medians, room)
  const kinds = stretches(answer.snapshots, [...line].length)
  const said = wrapped(`${allLevels(answer)}: ${answer.basis}`, width).join('\n')
  const indent = ' '.repeat(thousands(first).length + 1)
  return `\n${said}\n${thousands(first)} ${line} ${thousands(last)}\n${indent}${kinds}\n${indent}${LEGEND}\n`
}

const SIGNS = { benchmark: '●', interpolated: '·', extrapolated: '→' } as const
const LEGEND = '● published  · between  → after the last published'

/** The kind of each column of a sparkline: published if one of its quarters is. */
function stretches(snapshots: readonly Snapshot[], columns: number): string {
  const per = snapshots.length / columns
  return Array.from({ length: columns }, (_, at) => {
    const some = snapshots.slice(
      Math.floor(at * per),
      Math.max(Math.floor(at * per) + 1, Math.floor((at + 1) * per)),
    )
    const known = some.find(({ kind }) => kind === 'benchmark') ?? some.at(-1)
    return SIGNS[known?.kind ?? 'interpolated']
  }).join('')
}

/** Both series combine all levels of experience, whatever the query said. */
const allLevels = ({ role, city }: Pick<Salary, 'role' | 'city'>): string =>
  `${subjectOf({ role, city, understood: null })}, all levels of experience`

function nothing({ out }: Run, answer: Pick<Salary, 'role' | 'city'>, reason: string | undefined): number {
  out.note(`crm: There is no figure for ${allLevels(answer)}. ${reason ?? ''}`.trim())
  return NO_DATA
}

const projectionColumns: Column<Projection>[] = [
  { title: 'YEAR', value: ({ year }) => year },
  ...(['low', 'median', 'high'] as const).map((name): Column<Projection> => ({
    title: name.toUpperCase(),
    value: (row) => dollars(row[name]),
    plain: (row) => row[name],
    align: 'right',
  })),
  { title: 'KIND', value: ({ kind }) => kind, yields: 3, minWidth: 9 },
]

export const projectionsCommand: Command = {
  name: 'projections',
  hidden: true,
  about: 'Show projected pay to 2030, with error bands from past projections.',
  operation: 'salaries.projections',
  args: [ROLE, CITY],
  examples: ['crm salary projections pharmacist', 'crm salary projections swe austin --json'],
  async run(call) {
    const { rest, client, out } = call
    const { answer } = await askAbout(client, { verb: 'projections', words: rest }, (asked) =>
      client.call(showProjections, asked),
    )
    noteInterpretation(out, answer)
    const drawn = out.look.isTerminal ? [bars(answer.projections, out.look.width)] : []
    out.list(answer, answer.projections, [...projectionColumns, ...drawn], '')
    if (!answer.projections.length) return nothing(call, answer, answer.reasons['projections'])
    if (!out.json && out.look.isTerminal)
      out.raw(`\n${wrapped(outlookOf(answer), out.look.width).join('\n')}\n`)
    return 0
  },
}

function bars(rows: readonly Projection[], width: number): Column<Projection> {
  const [min, max] = [Math.min(...rows.map(({ low }) => low)), Math.max(...rows.map(({ high }) => high))]
  const room = Math.max(10, Math.min(30, width - 50))
  return {
    title: 'RANGE',
    value: (row) => rangeBar(row, { min, max }, room),
    yields: 4,
    minWidth: 10,
  }
}

function outlookOf({ role, city, basis, employment }: AnswerOf<typeof showProjections>): string {
  const jobs =
    employment?.change_2024_2034_pct === null || !employment
      ? ''
      : ` Jobs nationwide, 2024 to 2034: ${percentChange(employment.change_2024_2034_pct)} (BLS).`
  return `${allLevels({ role, city })}: ${basis}${jobs}`
}
