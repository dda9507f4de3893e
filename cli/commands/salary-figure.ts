// Picks the figure of a result to print, and checks it against --min and --max.
import { fail } from '../../core/kernel/errors.ts'
import { textOf, type Option, type Run } from '../command.ts'
import { counted, dollars } from '../ui/money.ts'
import { CERTAIN_SCORE, type Salary } from './salary-question.ts'

/** Exit codes: there is no figure; the figure is out of bounds. */
export const NO_DATA = 3
export const OUT_OF_BOUNDS = 5

const PERCENTILES = [10, 25, 50, 75, 90] as const
export type Percentile = (typeof PERCENTILES)[number]

/** Which figure to print, and the bounds to check it against. */
export interface FigureQuery {
  percentile: Percentile
  min: number | null
  max: number | null
}

export const FIGURE_OPTIONS: Option[] = [
  { flags: '--percentile <n>', about: 'The percentile to show and check: 10, 25, 50 (median), 75 or 90.' },
  { flags: '--min <amount>', about: 'Exit 5 if the figure is lower: 150000, 150k.' },
  { flags: '--max <amount>', about: 'Exit 5 if the figure is higher.' },
]

export function wantedOf(options: Run['options']): FigureQuery {
  const text = textOf(options, 'percentile') ?? '50'
  const percentile = PERCENTILES.find((known) => String(known) === text.replace(/^p|th$/g, ''))
  if (!percentile)
    fail('usage', { problem: `--percentile: there is no ${text}, only ${PERCENTILES.join(', ')}.` })
  const [min, max] = [amountOf(options, 'min'), amountOf(options, 'max')]
  if (min !== null && max !== null && min > max) fail('usage', { problem: '--min is above --max.' })
  return { percentile, min, max }
}

/** Less is not a year’s pay: an hourly rate, or thousands. */
const MIN_AMOUNT = 1_000
/** More is nobody's pay: a slip of the keyboard. */
const MAX_AMOUNT = 1_000_000_000

/** Parses `150000`, `150,000` or `$150k` as dollars a year. */
function amountOf(options: Run['options'], name: 'min' | 'max'): number | null {
  const text = textOf(options, name)
  if (text === undefined) return null
  const [, digits, k] = /^\$?((?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d+)?)(k?)$/i.exec(text.trim()) ?? []
  const amount = Number(digits?.replace(/[,_]/g, '')) * (k ? 1000 : 1)
  if (!(amount <= MAX_AMOUNT))
    fail('usage', { problem: `--${name}: “${text}” is not a yearly amount. Try 150000 or 150k.` })
  // A bound that every figure is within, or none, would check nothing.
  if (amount > 0 && amount < MIN_AMOUNT)
    fail('usage', {
      problem: `--${name}: “${text}” is less than 1,000; it is dollars a year. Try 150000 or 150k.`,
    })
  return amount
}

/** The figure in whole dollars a year: the typical one, or a percentile of the survey; null if there is no data. */
export function figureOf({ typical, estimate, distribution }: Salary, percentile: Percentile): number | null {
  if (percentile === 50 && typical) return typical.median
  if (distribution) return distribution[`p${percentile}`]
  if (!estimate) return null
  return { 10: null, 25: estimate.low, 50: estimate.median, 75: estimate.high, 90: null }[percentile]
}

export const nameOf = (percentile: Percentile): string =>
  percentile === 50 ? 'typical' : `${percentile}th percentile`

/** The subject in words: `Software Engineer, staff level, in San Francisco, CA`. */
export function subjectOf(
  {
    role,
    city,
    understood,
    typical,
  }: Pick<Salary, 'role' | 'city' | 'understood'> & Partial<Pick<Salary, 'typical'>>,
  exp?: string,
): string {
  const band = exp ?? understood?.role?.experience
  const place = city ? `in ${city.name}, ${city.state}` : 'nationwide'
  return `${role.title}${band ? `, ${band} level,` : ''} ${place}${pricedAs(role, typical)}`
}

/** What a title without offers of its own is priced as. */
const pricedAs = ({ priced_as: survey }: Salary['role'], typical: Salary['typical'] | undefined): string =>
  typical?.basis === 'survey' && !survey.own_series
    ? ` (as ${survey.soc_title}; ${survey.roles_sharing} titles share it)`
    : ''

/** Why a figure fails the command, and its exit code: it could not be checked, or is out of bounds. */
export function boundProblem(
  answer: Salary,
  wanted: FigureQuery,
  exp: string | undefined,
): { problem: string; exitCode: number } | null {
  const guess = uncertaintyProblem(answer, wanted)
  if (guess) return { problem: guess, exitCode: NO_DATA }
  const wrong = boundViolation(answer, wanted, exp)
  return wrong === null ? null : { problem: wrong, exitCode: OUT_OF_BOUNDS }
}

/**
 * Why no bound can be checked: the role or city was only
 * guessed. Null if it was understood, or nothing is checked.
 */
function uncertaintyProblem({ understood }: Salary, { min, max }: FigureQuery): string | null {
  if (min === null && max === null) return null
  const { role, city } = understood ?? {}
  const guess = [role, city].find((one) => one && one.score < CERTAIN_SCORE)
  if (!guess) return null
  return `“${guess.text}” was only guessed to be ${guess.slug ?? 'the whole nation'} (${guess.score.toFixed(2)}): bounds are checked only for certain matches. Use its slug.`
}

/** How the figure is out of bounds; null if it is not. */
function boundViolation(answer: Salary, { percentile, min, max }: FigureQuery, exp?: string): string | null {
  const figure = figureOf(answer, percentile)
  if (figure === null) return null
  const [bound, word] = min !== null && figure < min ? [min, 'below'] : [max ?? figure, 'above']
  if (word === 'above' && figure <= bound) return null
  const off = bound === 0 ? '' : ` by ${Math.abs((figure / bound - 1) * 100).toFixed(1)} %`
  return `${subjectOf(answer, exp)}: the ${nameOf(percentile)}${percentile === 50 ? ' pay' : ''} of ${dollars(figure)} is ${word} ${dollars(bound)}${off}.`
}

/** One line on the filed offers, or why there are none. */
export function offersInWords({
  offers,
  offers_reason: reason,
}: Pick<Salary, 'offers' | 'offers_reason'>): string {
  if (!offers) return `none shown: ${reason ?? 'too few are held.'}`
  const level = offers.level ? `, level ${offers.level}` : ''
  const wider = offers.scope === 'national' ? 'the nation' : offers.place
  return `median ${dollars(offers.median)}, ${dollars(offers.p25)} to ${dollars(offers.p75)} for the middle half; ${counted(offers.count)} filed offers of ${counted(offers.employers)} employers for ${offers.title}${level}, in ${wider}, ${offers.from} to ${offers.to}`
}
