// The pay of a row: in one column, or in columns for its ends, its currency and its interval.
import { readPay, type LeftWords } from '../../reading/pay.ts'
import { payText, readStatedPay } from '../../reading/stated-pay.ts'
import type { Left } from '../../sheets/report.ts'
import type { Field } from './columns.ts'

interface RowPay {
  readonly salary?: string
  readonly lines: readonly string[]
  readonly left: readonly Left[]
}

/** What a text says itself counts; a number alone has what the columns beside it say. */
export function payOf(values: ReadonlyMap<Field, string>): RowPay {
  const [salary, min, max] = [values.get('salary'), values.get('salaryMin'), values.get('salaryMax')]
  const [said, span, place] = [values.get('payCurrency'), values.get('payInterval'), values.get('location')]
  const isNumber = salary !== undefined && /^[^\p{L}\p{Sc}]*$/u.test(salary)
  if (salary !== undefined && !(isNumber && (said ?? span)))
    return { salary, lines: [], left: leftOf(readPay(salary, place).left) }
  if (salary === undefined && min === undefined && max === undefined) return { lines: [], left: [] }
  const currency = currencyOf(said ?? (min ?? max ?? '').replace(/[\d.,'’\s]+/g, ''), place) ?? said
  const { value, left } = readStatedPay([
    salary === undefined ? { min, max, currency, span } : { value: salary, currency, span },
  ])
  if (value) return { salary: payText(value), lines: [], left: leftOf(left) }
  const text = [currency, salary ?? [min, max].filter(Boolean).join(' – '), span].filter(Boolean).join(' ')
  const why = left[0] ? `It ${left[0].why}.` : 'It was not understood.'
  return {
    lines: [`Pay: ${text}`],
    left: [{ field: 'salary', text, why: `${why} It is kept in the notes.` }],
  }
}

/** The currency of a sign where the job is: a dollar is not the same everywhere. */
const currencyOf = (sign: string, place?: string) =>
  sign === '' ? undefined : readPay(`${sign} 100,000`, place).value?.currency

const leftOf = (left: readonly LeftWords[]): Left[] =>
  left.map(({ text, why }) => ({ field: 'salary', text, why: `It ${why}; the text is kept.` }))
