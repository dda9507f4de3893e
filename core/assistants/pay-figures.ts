// Pay figures from the product's own data, because a model's memory is unreliable.
import { dollars } from '../kernel/amounts.ts'
import { findAmounts } from '../reading/amounts.ts'
import { moneySigns } from '../reading/currencies.ts'
import { tokens } from '../reading/money-tokens.ts'
import { plainText } from '../reading/plain-text.ts'
import { joinRanges } from '../reading/ranges.ts'
import { getSalary } from '../intelligence/salaries/salary.ts'
import { resolvePlace } from '../intelligence/words/places.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError } from '../kernel/errors.ts'
import { invokeWithin } from '../kernel/invoke.ts'

type PayFigures = NonNullable<Awaited<ReturnType<typeof payFiguresOf>>>

/** The figures as a sentence with their source. Code writes it, so that no model can change a figure. */
function payCitation(figures: PayFigures): string {
  const { role, place, low, median, high, asOf, why, dataPointId, offers } = figures
  const filed = offers
    ? ` Filed offers for the title (${offers.place}): median ${dollars(offers.median)} of ${offers.count} [${offers.dataPointId}].`
    : ''
  return `Typical base pay of ${role} (${place}) as of ${asOf}: ${dollars(median)} a year, ${dollars(low)} to ${dollars(high)} by employer [${dataPointId}]. ${why}${filed}`
}

/** Pay for a role at the job's place; for the nation if the place is unknown. Null abroad, and without data. */
export async function payFiguresOf(ctx: Context, role: string | null | undefined, place?: string | null) {
  if (!role?.trim()) return null
  try {
    const city = await cityIn(ctx, place?.trim().slice(0, 200) ?? '')
    const found =
      city === null ? null : await invokeWithin(getSalary, ctx, { role: role.slice(0, 200), city })
    if (!found?.typical) return null
    const { low, median, high, why, sample, as_of: asOf, data_point_id: dataPointId } = found.typical
    return {
      role: found.role.title,
      place: found.city ? `${found.city.name}, ${found.city.state}` : 'United States',
      ...{ low, median, high, why, sampleSize: sample.offers, asOf, dataPointId },
      // Employers' filed offers for the title; null if there are too few.
      offers: found.offers && {
        ...{ median: found.offers.median, count: found.offers.count, place: found.offers.place },
        dataPointId: found.offers.data_point_id,
      },
    }
  } catch (error) {
    // After any error, such as an unknown role or missing pay data, the advice goes without figures.
    ctx.log.debug({ requestId: ctx.requestId, cause: asCrmError(error).code }, 'No figures of pay.')
    return null
  }
}

/** The slug of the city at or around a place. Empty if there is none, null for a place abroad. */
async function cityIn({ intelligence }: Context, place: string): Promise<string | null> {
  if (place === '') return ''
  const found = resolvePlace((await intelligence.fullDataset()).words, place)
  if ('elsewhere' in found && found.elsewhere?.country) return null
  return found.kind === 'one' ? (found.city.slug ?? '') : ''
}

const OF_THE_MARKET =
  /\b(?:market|median|average|typical(?:ly)?|percentile|benchmark|industry|going rate|comparable|glassdoor|levels\.fyi|payscale|survey)\b/i

/** Without a currency or “k”, a smaller number may count anything. */
const LEAST_BARE = 10_000

/** The amounts of money in a text, in whole units: `$165k`, `165,000` and `165000` are equal. */
export function amountsIn(text: string): number[] {
  const list = tokens(plainText(text))
  return joinRanges(findAmounts(list), list)
    .filter(({ signed, multiple, low, high }) => signed || multiple > 1 || (high ?? low ?? 0) >= LEAST_BARE)
    .flatMap(({ low, high }) => [low, high].filter((amount) => amount !== null))
}

const SENTENCE = new RegExp(String.raw`(?<=[.!?])(?=\s+[A-Z${moneySigns}"“])`)

/** Removes each sentence about the market with an amount that is not within 0.5 % of a known one. */
export function removeUnsourced(text: string, known: readonly number[]): string {
  const isSourced = (sentence: string): boolean =>
    !OF_THE_MARKET.test(sentence) ||
    amountsIn(sentence).every((amount) => known.some((figure) => Math.abs(figure - amount) <= figure * 0.005))
  const sentences = text.split(SENTENCE)
  const kept = sentences.filter(isSourced)
  return kept.length === sentences.length ? text : kept.join('').trim()
}

/** Keeps an answer to the pay in its data and the `own` amounts. `cited`: what it may quote of the market. */
export function sourcedPay(data: Record<string, unknown>, own: readonly number[]) {
  const figures = data['payFigures'] as PayFigures | null // Each task that uses this puts it there.
  const known = [...(figures ? [figures.low, figures.median, figures.high] : []), ...own]
  return {
    cited: figures ? [payCitation(figures)] : [],
    text: (text: string): string => removeUnsourced(text, known),
    lines: (lines: readonly string[]) => lines.filter((line) => removeUnsourced(line, known) === line),
  }
}
