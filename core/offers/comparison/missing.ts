// What a comparison cannot count: parts the offer does not state, and parts that are worth something but are no money.
import type { Terms } from '../terms.ts'

/** A part as `field: why`. */
type Missing = string

const NOT_STATED: readonly (readonly [field: keyof Terms, why: string])[] = [
  ['bonus', 'not stated; counted as none'],
  ['equity', 'not stated; counted as none'],
  ['signing', 'not stated; counted as none'],
  ['relocation', 'not stated; counted as none'],
  ['retirementMatchPercent', 'not stated; counted as none'],
  ['ptoDays', 'days off are not stated'],
]

/** What is not known of an offer, and what is known but adds no money, each with its field. */
export const missingOf = (offer: Terms): Missing[] => [
  ...NOT_STATED.filter(([field]) => offer[field] === null).map(([field, why]) => `${field}: ${why}`),
  ...equityGaps(offer),
  ...unpriced(offer),
]

function equityGaps({ equity }: Terms): Missing[] {
  if (!equity) return []
  if (equity.value === null) {
    const whose =
      equity.kind === 'rsu' ? 'the grant' : equity.kind === 'options' ? 'the options' : 'the share'
    return [`equity.value: nobody has said what ${whose} is worth, so it adds no money`]
  }
  return equity.years === null ? ['equity.years: how long it vests is not stated, so it adds no money'] : []
}

function unpriced({ ptoDays, signing, signingClawbackMonths: months, benefits }: Terms): Missing[] {
  const nameless = benefits.filter(({ value }) => value === undefined).map(({ name }) => name)
  return [
    ...(ptoDays === null ? [] : [`ptoDays: ${ptoDays} days off a year add no money`]),
    ...(months === null || signing === null
      ? []
      : [
          `signingClawbackMonths: the signing bonus is paid back when you leave within ${months} months; it is counted as kept`,
        ]),
    ...(nameless.length ? [`benefits: ${nameless.join(', ')} without a value add no money`] : []),
  ]
}
