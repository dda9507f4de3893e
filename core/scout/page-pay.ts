// The pay in a posting's text, and what its page says of the pay that crm did not use.
import { isSamePay, payText } from '../reading/compensation.ts'
import { payOnPage } from '../reading/pay-on-page.ts'
import { readPay, type PayReading } from '../reading/pay.ts'
import { countryName } from '../reading/stated-zones.ts'
import { parseUrl } from '../kernel/url.ts'

/** What a page states and crm did not use, with the reason. */
export interface LeftFact {
  field: string
  text: string
  why: string
}

/** The country of a site, such as Canada for `acme.ca`; empty for others. The ending `.co` says nothing. */
export const countryOfSite = (url = ''): string =>
  countryName(/\.(?!co$)([a-z]{2})$/.exec(parseUrl(url)?.hostname ?? '')?.[1] ?? null) ?? ''

/** What tells the currency of a `$`: the place of the job, or the country of the site if the place is only “Remote”. */
export const placeOfPay = (location: string | undefined, site: string): string =>
  location === undefined || /^remote$/i.test(location) ? site : location

/** The parts of the pay that were not used, and a currency that is a guess or open. */
export function unusedPay({ value, words, omitted }: PayReading, place: string): LeftFact[] {
  const isGuess = value?.currency === 'USD' && place === '' && !/\bus(?:a|d|\b)|\bu\.s\b/i.test(words ?? '')
  const why = isGuess
    ? 'is taken for US dollars, because nothing names a country'
    : value?.currency === null && 'names no currency, or one of several'
  const said = why ? [{ text: words ?? '', why }] : []
  return [...omitted, ...said].map((each) => ({ field: 'salary', ...each }))
}

const SAYS_US = /\bUSA?\b|\bU\.S\.|\bUnited States\b|\b401 ?\(?k\b|, [A-Z]{2},? \d{5}\b/

/** The pay in a text. If the page's data state pay (`stated`), only what the text says otherwise. */
export function payInText(text: string, place = '', stated?: string): { salary?: string; left: LeftFact[] } {
  const reading = payOnPage(text, place)
  if (stated !== undefined) {
    const used = readPay(stated, place).value
    const isBare = /\$/.test(reading.words ?? '') && !/[A-Z]{2}/.test(reading.words ?? '')
    const said = reading.value && { ...reading.value, ...(isBare && { currency: null }) }
    const isOther = used && said && !isSamePay(used, said)
    const why = `is what the text says; the data say ${stated}, which was taken`
    return { left: isOther ? [{ field: 'salary', text: reading.words ?? '', why }] : [] }
  }
  const left = unusedPay(reading, SAYS_US.test(text) ? 'United States' : place)
  return { ...(reading.value && { salary: payText(reading.value) }), left }
}
