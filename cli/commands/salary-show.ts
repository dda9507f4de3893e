// `crm salary show`: one figure with its context, or many in one call.
import { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { showHistory } from '../../core/intelligence/salaries/history.ts'
import { CrmError } from '../../core/kernel/errors.ts'
import { textOf, type Command, type Run, misused } from '../command.ts'
import type { Line } from '../ui/table.ts'
import {
  askAbout,
  bandOf,
  citiesShown,
  CITY,
  EXP_OPTION,
  ROLE,
  noteInterpretation,
  type Question,
  type Salary,
  checkBounds,
  FIGURE_OPTIONS,
  figureOf,
  NO_DATA,
  subjectOf,
  wantedOf,
  type FigureQuery,
} from './salary-question.ts'

const showCommand: Command = {
  name: 'show',
  about: 'Show what a role earns, in a city or nationwide.',
  operation: 'salaries.get',
  args: [{ ...ROLE, name: 'role?' }, CITY],
  options: [
    EXP_OPTION,
    ...FIGURE_OPTIONS,
    { flags: '--history', about: 'Show pay by quarter since 2013 instead.' },
    { flags: '--projections', about: 'Show projected pay to 2030 instead.' },
    { flags: '-f, --file <file>', about: 'Look up many: one “role[, city]” per line; - reads stdin.' },
  ],
  examples: [
    'crm salary show "staff swe" sf',
    'crm salary show senior data engineer sf',
    'crm salary show registered-nurse el-paso-tx --percentile 75 --json',
    'crm salary show "data engineer" austin --exp senior --min 150k',
  ],
  async run(call) {
    const { options, client, out } = call
    const [exp, wanted, file] = [bandOf(options), wantedOf(options), textOf(options, 'file')]
    if (file !== undefined) return showFile(call, file, wanted)
    const { reading, answer } = await askAbout(call, 'show', (asked) =>
      client.call(getSalary, { ...asked, exp, ...citiesShown(out.json || out.look.isTerminal) }),
    )
    noteInterpretation(out, answer)
    await print(call, { ...reading, exp }, answer, wanted)
    return verdict(call, answer, wanted, exp)
  },
}

async function showFile(call: Run, file: string, wanted: FigureQuery): Promise<number> {
  if (call.args[0] !== undefined) misused('Name roles in the file or on the command line, not both.')
  const { readQuestions, showMany } = await import('./salary-batch.ts')
  return showMany(call, await readQuestions(file, bandOf(call.options), call.stdin), wanted)
}

async function print({ client, out }: Run, question: Question, answer: Salary, wanted: FigureQuery) {
  if (out.json || !out.look.isTerminal) return out.record(answer, plainLines(answer, wanted, question.exp))
  const { salaryText } = await import('./salary-view.ts')
  const { percentile, min } = wanted
  // The history chart is optional: an error there must not fail the command.
  const history = answer.estimate
    ? await client.call(showHistory, { role: question.role, city: question.city }).catch((error: unknown) => {
        if (error instanceof CrmError) return null
        throw error
      })
    : null
  out.raw(salaryText({ answer, percentile, min, exp: question.exp, history }, out.look))
}

function verdict({ out }: Run, answer: Salary, wanted: FigureQuery, exp: string | undefined) {
  if (figureOf(answer, wanted.percentile) === null) {
    const reason = answer.reasons['estimate'] ?? 'The sources publish none.'
    out.note(`crm: There is no figure for ${subjectOf(answer, exp)}. ${reason}`)
    if (answer.city) out.note(`The nation may have one: crm salary show ${answer.role.slug}`)
    return NO_DATA
  }
  return checkBounds(out, answer, wanted, exp)
}

const SURVEYED = ['p10', 'p25', 'p50', 'p75', 'p90'] as const

/** The result for a program without JSON: a name and a full value per line, the figure first. */
function plainLines(answer: Salary, { percentile }: FigureQuery, exp: string | undefined): Line[] {
  const { role, city, estimate, distribution, quality, total_compensation: total, understood } = answer
  return [
    ['figure', figureOf(answer, percentile)],
    ['percentile', percentile ?? 'typical'],
    ['role', role.slug],
    ['city', city?.slug],
    ['experience', exp ?? understood?.role?.experience],
    ['typical_low', answer.typical?.low],
    ['typical_high', answer.typical?.high],
    ['survey_median', estimate?.median],
    ...SURVEYED.map((name): Line => [`survey_${name}`, distribution?.[name]]),
    ['offers_median', answer.offers?.median],
    ['offers_count', answer.offers?.count],
    ['offers_scope', answer.offers?.scope],
    ['currency', estimate?.currency],
    ['period', estimate?.period],
    ['survey_total', total?.total],
    ['bonus', total?.bonus],
    ['equity', total?.equity],
    ['confidence', quality?.confidence],
    ['confidence_lower', estimate?.confidence_lower],
    ['confidence_upper', estimate?.confidence_upper],
    ['sample_size', estimate?.sample_size],
    ['as_of', estimate?.as_of],
    ['data_point_id', (answer.typical ?? estimate)?.data_point_id],
  ]
}

export const commands: Command[] = [showCommand]
