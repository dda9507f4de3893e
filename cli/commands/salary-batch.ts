// Many pay lookups in one call, from a file or `crm salary compare`. One failure does not affect the others.
import { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { codeOf } from '../../core/intelligence/refusals.ts'
import { CrmError, KINDS } from '../../core/kernel/errors.ts'
import { isOneOf } from '../../core/kernel/narrow.ts'
import { isOn, textOf, type Command, type Run, misused, type Stdin } from '../command.ts'
import { dollars } from '../../core/kernel/amounts.ts'
import { rangeBars } from '../ui/range.ts'
import { figureColumn, type Column } from '../ui/table.ts'
import { readUpload } from './upload.ts'
import {
  asUsage,
  bandOf,
  citiesShown,
  EXP_OPTION,
  withProgress,
  type Band,
  type Question,
  type Salary,
  checkBounds,
  FIGURE_OPTIONS,
  figureOf,
  nameOf,
  NO_DATA,
  OUT_OF_BOUNDS,
  subjectOf,
  wantedOf,
  type FigureQuery,
} from './salary-question.ts'

/** Reads one “role[, city]” per line, without empty lines and comments: # at the start of a line or after a space. */
export async function readQuestions(file: string, exp: Band | undefined, stdin: Stdin): Promise<Question[]> {
  const lines = (await asUsage(readUpload(file, stdin)))
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '')
  if (!lines.length) misused(`${file === '-' ? 'stdin' : file} names no role.`)
  return lines.map((line) => ({ ...questionIn(line), exp }))
}

/** The first comma or tab ends the role; the city may contain more: `swe, Portland, OR`. */
function questionIn(line: string): Question {
  const [, role = '', city] = /^([^,\t]*)(?:[,\t](.*))?$/.exec(line) ?? []
  return { role: role.trim(), city: city?.trim() || undefined }
}

interface Row {
  question: Question
  answer: Salary | null
  error: CrmError | null
}

async function askAll(call: Run, questions: readonly Question[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const question of questions) {
    try {
      const cities = citiesShown(call.out.json)
      const answer = await withProgress(call.client, question.role, () =>
        call.client.call(getSalary, { ...question, ...cities }),
      )
      rows.push({ question, answer, error: null })
    } catch (error) {
      if (!(error instanceof CrmError) || !isOneOf(['not_found', 'usage', 'invalid'], error.kind)) throw error
      rows.push({ question, answer: null, error })
    }
  }
  return rows
}

export async function showMany(call: Run, questions: readonly Question[], wanted: FigureQuery) {
  const rows = await askAll(call, questions)
  const hasLevel = rows.some((row) => levelOf(row) !== null)
  // Only programs need the column when it is empty.
  const drawn = call.out.look.isTerminal && rows.length > 1 ? barsOf(rows, wanted) : []
  const shown = [...columns(wanted), ...drawn].filter(
    ({ value }) => value !== levelOf || hasLevel || !call.out.look.isTerminal,
  )
  call.out.list({ results: rows.map(resultOf) }, rows, shown, '')
  return verdictOf(call, rows, wanted)
}

/** A row in JSON: the query, and the API's data or error. */
const resultOf = ({ question: { role, city, exp }, answer, error }: Row) => ({
  asked: { role, ...(city && { city }), ...(exp && { exp }) },
  ...(answer && { data: answer }),
  ...(error && {
    error: { code: codeOf(error), message: error.message, ...(error.hint && { hint: error.hint }) },
  }),
})

/** The exit code: 5 means that all rows have a figure, and at least one is out of bounds. */
function verdictOf({ out }: Run, rows: readonly Row[], wanted: FigureQuery): number {
  const codes = rows.map(({ question, answer, error }) => {
    if (error) {
      out.note(`crm: ${[error.message, error.hint].filter(Boolean).join('\n')}`)
      return error.kind === 'invalid' ? USAGE : KINDS[error.kind].exit
    }
    if (!answer || figureOf(answer, wanted.percentile) === null) {
      out.note(`crm: There is no figure for ${answer ? subjectOf(answer, question.exp) : question.role}.`)
      return NO_DATA
    }
    return checkBounds(out, answer, wanted, question.exp)
  })
  return [USAGE, NO_DATA, OUT_OF_BOUNDS].find((code) => codes.includes(code)) ?? 0
}

const USAGE = 2

const columns = ({ percentile }: FigureQuery): Column<Row>[] => [
  { title: 'ROLE', value: ({ question, answer }) => answer?.role.slug ?? question.role, minWidth: 16 },
  {
    title: 'CITY',
    value: ({ question, answer }) => (answer ? (answer.city?.slug ?? 'nationwide') : (question.city ?? null)),
    minWidth: 12,
  },
  { title: 'LEVEL', value: levelOf, yields: 2, minWidth: 6 },
  money(nameOf(percentile).toUpperCase(), (answer) => figureOf(answer, percentile), 0),
  money('LOW', ({ typical }) => typical?.low, 3),
  money('HIGH', ({ typical }) => typical?.high, 3),
  money('SURVEY', ({ estimate }) => estimate?.median, 3),
  money('OFFERS', ({ offers }) => offers?.median, 2),
  money('SURVEY TOTAL', ({ total_compensation: total }) => total?.total, 4),
  { title: 'SURE', value: ({ answer }) => answer?.quality?.confidence ?? null, yields: 5, minWidth: 6 },
  money('AT US PRICES', atNationalPrices, 6),
]

const BAR = 22

/** Bars of the typical range. With a percentile, of the survey from p10 to p90. */
function barsOf(rows: readonly Row[], { percentile }: FigureQuery): Column<Row>[] {
  const rangeOf = ({ answer }: Row) => {
    if (percentile === null) return answer?.typical
    const survey = answer?.distribution
    return survey && { low: survey.p10, median: survey.p50, high: survey.p90 }
  }
  const known = rows.flatMap((row) => rangeOf(row) ?? [])
  if (known.length < 2) return []
  const barOf = rangeBars(known, BAR)
  const value = (row: Row) => {
    const range = rangeOf(row)
    return range ? barOf(range) : null
  }
  return [{ title: percentile === null ? 'LOW TO HIGH' : 'P10 TO P90', value, yields: 2, minWidth: 12 }]
}

const atNationalPrices = ({ typical, city }: Salary): number | null =>
  typical && Math.round(typical.median / (city?.cost_of_living_multiplier ?? 1))

const levelOf = ({ question, answer }: Row): string | null =>
  question.exp ?? answer?.understood?.role?.experience ?? null

const money = (
  title: string,
  amountOf: (answer: Salary) => number | null | undefined,
  yields: number,
): Column<Row> =>
  figureColumn(title, ({ answer }) => answer && amountOf(answer), dollars, { none: '—', yields, minWidth: 8 })

/** Exit codes for words that are not clear, and for those without a figure. */
const UNRESOLVED: readonly number[] = [2, NO_DATA]

const compareCommand: Command = {
  name: 'compare',
  about: 'Compare one role in several cities, or several roles in one place.',
  args: [{ name: 'words...', about: 'A role and cities; with --city or --national all are roles.' }],
  options: [
    { flags: '--city <city>', about: 'Compare the roles named in this city.' },
    { flags: '--national', about: 'Compare the roles named nationwide.' },
    EXP_OPTION,
    ...FIGURE_OPTIONS,
  ],
  fields: ['results'],
  examples: [
    'crm salary compare swe sf nyc austin "El Paso"',
    'crm salary compare swe "data scientist" pharmacist --city chicago',
  ],
  async run(call) {
    const { rest, options } = call
    const [city, exp] = [textOf(options, 'city'), bandOf(options)]
    const [role = '', ...cities] = rest
    const national = isOn(options, 'national')
    if (city !== undefined && national) misused('--city and --national exclude each other.')
    if (!cities.length) misused('Name at least two things to compare: crm salary compare swe sf nyc')
    const questions: Question[] =
      city !== undefined || national
        ? rest.map((other) => ({ role: other, city, exp }))
        : cities.map((place) => ({ role, city: place, exp }))
    const code = await showMany(call, questions, wantedOf(options))
    if (UNRESOLVED.includes(code) && city === undefined && !national && cities.length > 1)
      call.out.note(
        'The first is the role and the others are cities. Several roles: crm salary compare nurse accountant --city sf',
      )
    const isOneWordEach = !rest.some((word) => /\s/.test(word))
    if (UNRESOLVED.includes(code) && isOneWordEach)
      call.out.note(
        'A role or city of several words goes in quotes: crm salary compare "data engineer" sf "new york"',
      )
    return code
  },
}

export const commands: Command[] = [compareCommand]
