// The second figure of pay in words: what employers wrote into filed offers for the title, apart from the survey.
import { counted, dollars } from '../ui/money.ts'
import type { Salary } from './salary-question.ts'

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
