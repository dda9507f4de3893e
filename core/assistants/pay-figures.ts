// Pay figures from the product's own data, for advice that must not rest on a model's memory.
import { getSalary } from '../intelligence/salaries/salary.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'

export interface PayFigures {
  role: string
  place: string
  low: number
  median: number
  high: number
  sampleSize: number
  confidence: string
  asOf: string
  dataPointId: string
}

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`

/** The figures as a sentence with its source; written by code, so that no figure passes through a model. */
export const payCitation = ({
  role,
  place,
  low,
  median,
  high,
  asOf,
  confidence,
  dataPointId,
}: PayFigures): string =>
  `Pay of ${role} (${place}), from published data as of ${asOf}: median ${dollars(median)} a year, middle half ${dollars(low)} to ${dollars(high)}, confidence ${confidence} [${dataPointId}].`

/** Figures for a role in plain words; null when the data knows none. */
export async function payFiguresOf(
  ctx: Context,
  role: string | null | undefined,
): Promise<PayFigures | null> {
  if (!role?.trim()) return null
  try {
    const found = await invokeWithin(getSalary, ctx, { role: role.slice(0, 200) })
    if (!found.estimate) return null
    const {
      low,
      median,
      high,
      sample_size: sampleSize,
      as_of: asOf,
      data_point_id: dataPointId,
    } = found.estimate
    return {
      role: found.role.title,
      place: found.city ? `${found.city.name}, ${found.city.state}` : 'United States',
      ...{ low, median, high, sampleSize, asOf, dataPointId },
      confidence: found.quality?.confidence ?? 'unknown',
    }
  } catch (error) {
    // A role that is not in the catalogue, or data that is not there, leaves the advice without figures.
    ctx.log.debug({ requestId: ctx.requestId, cause: asCrmError(error).code }, 'No figures of pay.')
    return null
  }
}

const AMOUNT =
  /[$€£]\s?\d[\d.,]*\s?[kKmM]?|\b\d[\d.,]*\s?(?:[kKmM]\b|USD|EUR|GBP|dollars|euros|pounds)|\b\d{2,3},\d{3}\b/g
const OF_THE_MARKET =
  /\b(?:market|median|average|typical(?:ly)?|percentile|benchmark|industry|going rate|comparable|glassdoor|levels\.fyi|payscale|survey)\b/i

/** `$165k`, `165,000` and `165000` are one figure. */
function figureOf(text: string): number {
  const [, digits = '', unit = ''] = /(\d[\d.,]*)\s?([kKmM])?/.exec(text) ?? []
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
    ? digits.replace(/[.,]/g, '')
    : digits.replace(/,/g, '')
  const scale = { k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1
  return Number.parseFloat(plain.replace(/\.$/, '')) * scale
}

/** The money amounts in a text. */
export const amountsIn = (text: string): number[] => (text.match(AMOUNT) ?? []).map(figureOf)

const SENTENCE = /(?<=[.!?])\s+(?=[A-Z$€£"“])/

/** The text without sentences that state figures of the market which are in none of the sources. */
export function withoutUnsourced(text: string, known: readonly number[]): string {
  const isSourced = (sentence: string): boolean =>
    !OF_THE_MARKET.test(sentence) ||
    amountsIn(sentence).every((amount) => known.some((figure) => Math.abs(figure - amount) <= figure * 0.005))
  return text.split(SENTENCE).filter(isSourced).join(' ')
}
