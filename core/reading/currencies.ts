// Currencies: codes, signs, which dollar a sign means, and roughly how many units make a US dollar.
import data from '../../sql/data/reading/currencies.json' with { type: 'json' }

/** Approximate units per US dollar. Only for judging whether an amount can be pay, never for converting. */
const UNITS_PER_DOLLAR = new Map(Object.entries(data.unitsPerDollar))

/** ISO 4217 codes in circulation. */
export const currencyCodes: ReadonlySet<string> = new Set(UNITS_PER_DOLLAR.keys())

/** Approximate units per US dollar; null for an unknown code. */
export const unitsPerDollar = (code: string): number | null => UNITS_PER_DOLLAR.get(code) ?? null

/** Codes that are also words. They count only in capitals. */
export const codesThatAreWords: ReadonlySet<string> = new Set(
  'ALL AMD BAM COP CUP GEL LAK MAD MOP NAD PEN RON SOS TOP TRY'.split(' '),
)

/** Letters before a `$`, as in `A$` or `NZ$`, with the currency that they mean. */
export const dollarPrefixes: Readonly<Record<string, string>> = data.dollarPrefixes

/** The currency of each sign; null if several currencies share it: `¥` (yen, yuan), `kr` (four Nordic currencies), `Rs`. */
export const currencySigns: Readonly<Record<string, string | null>> = data.signs

/** The commonest currency signs, for a regex character class. */
export const moneySigns = '$€£'

const CHARGED: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

/** An amount to the cent: `$99.00`, `−$4.20`, `$1,999.00`, `12.00 CHF`. */
export function chargedText(cents: number, currency = 'usd'): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const amount = `${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  const sign = CHARGED[currency.toUpperCase()]
  return `${cents < 0 ? '−' : ''}${sign ? `${sign}${amount}` : `${amount} ${currency.toUpperCase()}`}`
}

/** Signs that count only beside a digit, with or without a space: `Rs 24,000`, not “sr developer”. */
export const signsBesideDigits: ReadonlySet<string> = new Set(data.besideDigits)

/** Words in the text or the job's location that show which dollar a bare `$` means. */
export const dollarHints: readonly (readonly [RegExp, string])[] = [
  [/\bu\.?s\.?(?:a\.?)? dollars?\b|\bamerican dollars?\b/, 'USD'],
  [
    /\baustralian?\b|\b(?:new south wales|queensland|sydney(?!,? (?:ns|nova scotia)\b)|brisbane(?!,? ca)|adelaide|canberra|tasmania|nsw|qld|(?:vic|tas)$|perth(?! amboy|,? on\b)|melbourne(?!,? fl))\b|\bsuperannuation\b|(?:\+|\bplus\b|\bincl?(?:uding|usive of)?\b\.?) ?super\b/,
    'AUD',
  ],
  [
    /\bcanad(?:a|ian)\b|\brrsp\b|\b(?:alberta|british columbia|manitoba|saskatchewan|nova scotia|new brunswick(?!,? n(?:\.?j|ew jersey))|newfoundland)\b/,
    'CAD',
  ],
  [
    /\bqu[eé]bec\b|\bmontr[eé]al\b|\b(?:toronto|calgary|edmonton|ottawa(?!,? (?:il|ks|oh|illinois|kansas|ohio)\b)|winnipeg|mississauga)\b/,
    'CAD',
  ],
  // Not Ontario in California or Oregon, and Vancouver in Washington.
  [
    /\b(?:ontario|vancouver)\b(?!,? (?:ca|calif|california|or|ore|oregon|wa|wash|washington)\b)|, (?:ont?|bc|ab|qc|que|mb|sk|ns|nb|nl)\.?(?:, ca)?$/,
    'CAD',
  ],
  [/\bnew zealand\b|\bkiwisaver\b|\b(?:auckland|christchurch)\b/, 'NZD'],
  [/\bsingapore(?:an)?\b/, 'SGD'],
  [/\bhong kong\b/, 'HKD'],
  [/\btaiwan\b/, 'TWD'],
  // Not "New Mexico", which is paid in US dollars.
  [
    /(?<!\bnew )\bm[eé]xic(?:o(?!,? (?:mo|ny|me|missouri|new york|maine)\b)|anos?)\b|\b(?:cdmx|monterrey|guadalajara)\b/,
    'MXN',
  ],
  [/\bargentin(?:a|os?)\b|\bbuenos aires\b/, 'ARS'],
  [/\bchilen?(?:os?)?\b/, 'CLP'],
  [/\bcolombia(?:nos?)?\b|\bbogot[aá]\b|\bmedell[ií]n\b/, 'COP'],
]

/** “Toronto, OH”, “Toronto, Ohio”. CA, CO, AR and WA are also Canada, Colombia, Argentina and Western Australia. */
export const UNITED_STATES =
  /\bunited states\b|\busa\b|[,;(] ?us\b|, (?:a[klz]|ct|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[ivy]|alabama|arizona|connecticut|florida|illinois|indiana|iowa|kansas|kentucky|maine|maryland|michigan|minnesota|missouri|nebraska|new (?:hampshire|jersey|york)|north carolina|north dakota|ohio|oregon|pennsylvania|south dakota|tennessee|texas|vermont|virginia|wisconsin)$/
/** Near these words a bare `$` may be a peso or a Canadian dollar, so crm assumes no currency. */
export const AMBIGUOUS_DOLLAR =
  /\b(?:mensual(?:es)?|anual(?:es)?|quincenal(?:es)?|sueldo|salario|libres|bruto|neto|al mes|por hora|pesos|par (?:ann[eé]e|an|heure|semaine|mois)|de l'heure|annuels?)\b/

/** Per currency, the amount from which pay without a period is yearly. Left out: currencies in which pay is usually monthly. */
export const yearlyFrom: Readonly<Record<string, number>> = data.yearlyFrom
