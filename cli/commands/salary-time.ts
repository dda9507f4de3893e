// `crm salary calculate|history|projections`: pay for a level of experience, by quarter since 2013, and by year to 2030.
import { calculateSalary } from '../../core/intelligence/salaries/calculate.ts'
import { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { type AnswerOf, type Client, type Command, type Run, misused } from '../command.ts'
import { percentChange, thousands } from '../ui/money.ts'
import { dollars } from '../../core/kernel/amounts.ts'
import {
  askAbout,
  bandOf,
  CITY,
  EXP_OPTION,
  ROLE,
  noteInterpretation,
  type Band,
  type Salary,
  offersInWords,
  NO_DATA,
  subjectOf,
} from './salary-question.ts'
import { showHistory, showProjections } from '../../core/intelligence/salaries/history.ts'
import { rangeBars, sparkline } from '../ui/range.ts'
import { wrapped } from '../ui/width.ts'
import { figureColumn, type Column, type Line } from '../ui/table.ts'
import { columnsOf } from '../ui/columns.ts'

type Calculation = AnswerOf<typeof calculateSalary>

const calculateCommand: Command = {
  name: 'calculate',
  hidden: true,
  about: 'Show pay for your experience in a city, compared with the nation.',
  operation: 'salaries.calculate',
  args: [ROLE, { ...CITY, name: 'city...' }],
  options: [
    {
      ...EXP_OPTION,
      about: 'entry, mid (default, unless the role names a level), senior, staff or principal.',
    },
  ],
  examples: ['crm salary calculate "data engineer" austin --exp senior'],
  async run(call) {
    const { options, client, out } = call
    const exp = bandOf(options)
    const { reading, answer: found } = await askAbout(call, 'calculate', async ({ role, city }) => {
      if (city === undefined) return calculateInWords(client, role, exp)
      const calculated = await client.call(calculateSalary, { role, city, exp })
      return { understood: calculated.understood, calculated }
    })
    const answer = found.calculated ?? misused(`Name a city too: crm salary calculate "${reading.role}" sf`)
    noteInterpretation(out, answer)
    out.record(answer, out.look.isTerminal ? shown(answer) : plain(answer))
    if (answer.base) return 0
    const subject = subjectOf(answer, answer.experience)
    out.note(`crm: There is no figure for ${subject}. ${answer.reasons['base'] ?? ''}`)
    return NO_DATA
  },
}

/** Calculates for a city among the words, and shows which words named it. Null if none did. */
async function calculateInWords(client: Client, words: string, exp: Band | undefined) {
  const { understood, role, city } = await client.call(getSalary, { role: words })
  if (!city) return { understood, calculated: null }
  const asked = { role: understood?.role?.text ?? role.slug, city: understood?.city?.text ?? city.slug, exp }
  const calculated = await client.call(calculateSalary, asked)
  return { understood: calculated.understood, calculated }
}

function shown(answer: Calculation): Line[] {
  const { base, total_compensation: total, national_comparison: nation, quality, city } = answer
  if (!base) return []
  const { median, low, high, confidence_lower: lower, confidence_upper: upper } = base
  const modelled = total && total.total !== total.base ? total : null
  const prices = nation && city && `prices here are × ${city.cost_of_living_multiplier.toFixed(2)}`
  const apart = nation && `${percentChange(nation.difference_pct)} (${dollars(nation.difference)})`
  return [
    ['for', subjectOf(answer, answer.experience)],
    ['base pay', `${dollars(median)} a year, ${dollars(low)} to ${dollars(high)} for the middle half`],
    ['total pay', modelled && `${dollars(modelled.total)} (modelled, ${modelled.confidence} confidence)`],
    ['nation', nation && `${dollars(nation.national_median)}; here ${apart}`],
    ['at US prices', nation && prices && `${dollars(nation.cost_of_living_adjusted)}: ${prices}`],
    ['confidence', quality && `${quality.confidence}: ${dollars(lower)} to ${dollars(upper)}`],
    ['offers', offersInWords(answer)],
    ['figure', base.data_point_id],
  ]
}

function plain(answer: Calculation): Line[] {
  const { base, total_compensation: total, national_comparison: nation } = answer
  return [
    ['role', answer.role.slug],
    ['city', answer.city?.slug],
    ['experience', answer.experience],
    ['base', base?.median],
    ['low', base?.low],
    ['high', base?.high],
    ['total', total?.total],
    ['national_median', nation?.national_median],
    ['difference', nation?.difference],
    ['difference_pct', nation?.difference_pct],
    ['cost_of_living_adjusted', nation?.cost_of_living_adjusted],
    ['confidence', answer.quality?.confidence],
    ['offers_median', answer.offers?.median],
    ['data_point_id', base?.data_point_id],
  ]
}

type Snapshot = AnswerOf<typeof showHistory>['snapshots'][number]
type Projection = AnswerOf<typeof showProjections>['projections'][number]

const historyColumns: Column<Snapshot>[] = [
  ...columnsOf<Snapshot>({ quarter: {} }),
  figureColumn('MEDIAN', ({ median }) => median, dollars),
  figureColumn('CHANGE', ({ change_pct: change }) => change, percentChange, { yields: 2 }),
  ...columnsOf<Snapshot>({ kind: { yields: 3, minWidth: 9 }, break: { yields: 4, minWidth: 12 } }),
]

const historyCommand: Command = {
  name: 'history',
  hidden: true,
  about: 'Show pay by quarter since 2013.',
  operation: 'salaries.history',
  args: [ROLE, CITY],
  examples: ['crm salary history registered-nurse', 'crm salary history swe sf | tail -4'],
  async run(call) {
    const { client, out } = call
    const { answer } = await askAbout(call, 'history', (asked) => client.call(showHistory, asked))
    noteInterpretation(out, answer)
    out.list(answer, answer.snapshots, historyColumns, '')
    if (!answer.snapshots.length) return nothing(call, answer, answer.reasons['snapshots'])
    if (out.look.isTerminal && !out.json) out.raw(summary(answer, out.look.width))
    if (answer.tierNotice && !out.json) out.note(answer.tierNotice)
    return 0
  },
}

function summary(answer: AnswerOf<typeof showHistory>, width: number): string {
  const medians = answer.snapshots.map(({ median }) => median)
  const [first = 0, last = 0] = [medians[0], medians.at(-1)]
  const room = Math.min(60, width - 22)
  const line = sparkline(medians, room)
  const kinds = columnKinds(answer.snapshots, [...line].length)
  const text = wrapped(`${allLevels(answer)}: ${answer.basis}`, width).join('\n')
  const indent = ' '.repeat(thousands(first).length + 1)
  return `\n${text}\n${thousands(first)} ${line} ${thousands(last)}\n${indent}${kinds}\n${indent}${LEGEND}\n`
}

const SIGNS = { benchmark: '●', interpolated: '·', extrapolated: '→' } as const
const LEGEND = '● published  · between  → after the last published'

/** The kind of each column of a sparkline: published if one of its quarters is. */
function columnKinds(snapshots: readonly Snapshot[], columns: number): string {
  const per = snapshots.length / columns
  return Array.from({ length: columns }, (_, at) => {
    const from = Math.floor(at * per)
    const some = snapshots.slice(from, Math.max(from + 1, Math.floor((at + 1) * per)))
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
  ...(['low', 'median', 'high'] as const).map((name) =>
    figureColumn<Projection>(name.toUpperCase(), (row) => row[name], dollars),
  ),
  { title: 'KIND', value: ({ kind }) => kind, yields: 3, minWidth: 9 },
]

const projectionsCommand: Command = {
  name: 'projections',
  hidden: true,
  about: 'Show projected pay to 2030, with error bands from past projections.',
  operation: 'salaries.projections',
  args: [ROLE, CITY],
  examples: ['crm salary projections pharmacist', 'crm salary projections swe austin --json'],
  async run(call) {
    const { client, out } = call
    const { answer } = await askAbout(call, 'projections', (asked) => client.call(showProjections, asked))
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
  const value = rangeBars(rows, Math.max(10, Math.min(30, width - 50)))
  return { title: 'RANGE', value, yields: 4, minWidth: 10 }
}

function outlookOf({ role, city, basis, employment }: AnswerOf<typeof showProjections>): string {
  const jobs =
    employment?.change_2024_2034_pct === null || !employment
      ? ''
      : ` Jobs nationwide, 2024 to 2034: ${percentChange(employment.change_2024_2034_pct)} (BLS).`
  return `${allLevels({ role, city })}: ${basis}${jobs}`
}

export const commands: Command[] = [calculateCommand, historyCommand, projectionsCommand]
