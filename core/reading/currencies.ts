// Currencies: codes, signs, which dollar a sign means, and roughly how many units make a US dollar.

/** Approximate units per US dollar. Only for judging whether an amount can be pay, never for converting. */
const units =
  'AED 4 AFN 70 ALL 90 AMD 400 ANG 2 AOA 900 ARS 1000 AUD 1 AWG 2 AZN 2 BAM 2 BBD 2 BDT 110 BGN 2 ' +
  'BHD 0.4 BIF 2900 BMD 1 BND 1 BOB 7 BRL 5 BSD 1 BTN 85 BWP 14 BYN 3 BZD 2 CAD 1 CDF 2800 CHF 1 ' +
  'CLP 900 CNY 7 COP 4000 CRC 500 CUP 24 CVE 100 CZK 23 DJF 180 DKK 7 DOP 60 DZD 135 EGP 50 ERN 15 ' +
  'ETB 130 EUR 1 FJD 2 FKP 1 GBP 1 GEL 3 GHS 13 GIP 1 GMD 70 GNF 8600 GTQ 8 GYD 210 HKD 8 HNL 25 ' +
  'HTG 130 HUF 370 IDR 16000 ILS 4 INR 85 IQD 1300 IRR 42000 ISK 135 JMD 155 JOD 0.7 JPY 150 ' +
  'KES 130 KGS 87 KHR 4000 KMF 440 KPW 900 KRW 1400 KWD 0.3 KYD 1 KZT 500 LAK 21000 LBP 89000 ' +
  'LKR 300 LRD 190 LSL 18 LYD 5 MAD 10 MDL 18 MGA 4600 MKD 57 MMK 2100 MNT 3400 MOP 8 MRU 40 MUR 46 ' +
  'MVR 15 MWK 1700 MXN 19 MYR 4 MZN 64 NAD 18 NGN 1500 NIO 37 NOK 11 NPR 135 NZD 2 OMR 0.4 PAB 1 ' +
  'PEN 4 PGK 4 PHP 57 PKR 280 PLN 4 PYG 7800 QAR 4 RON 5 RSD 110 RUB 95 RWF 1400 SAR 4 SBD 8 SCR 14 ' +
  'SDG 600 SEK 10 SGD 1 SHP 1 SLE 23 SOS 570 SRD 36 SSP 4000 STN 23 SYP 13000 SZL 18 THB 34 TJS 11 ' +
  'TMT 4 TND 3 TOP 2 TRY 40 TTD 7 TWD 32 TZS 2500 UAH 42 UGX 3700 USD 1 UYU 43 UZS 12800 VES 100 ' +
  'VND 25000 VUV 120 WST 3 XAF 600 XCD 3 XOF 600 XPF 110 YER 250 ZAR 18 ZMW 27 ZWG 27'
const UNITS_PER_DOLLAR = new Map(
  Array.from(units.matchAll(/([A-Z]{3}) ([\d.]+)/g), ([, code = '', amount]) => [code, Number(amount)]),
)

/** ISO 4217 codes in circulation. */
export const currencyCodes: ReadonlySet<string> = new Set(UNITS_PER_DOLLAR.keys())

/** Approximate units per US dollar; null for an unknown code. */
export const unitsPerDollar = (code: string): number | null => UNITS_PER_DOLLAR.get(code) ?? null

/** Codes that are also words. They count only in capitals. */
export const codesThatAreWords: ReadonlySet<string> = new Set(
  'ALL AMD BAM COP CUP GEL LAK MAD MOP NAD PEN RON SOS TOP TRY'.split(' '),
)

/** Letters before a `$`, as in `A$` or `NZ$`, with the currency that they mean. */
export const dollarPrefixes: Readonly<Record<string, string>> = {
  ...{ us: 'USD', a: 'AUD', au: 'AUD', c: 'CAD', ca: 'CAD', cdn: 'CAD', can: 'CAD', nz: 'NZD' },
  ...{ s: 'SGD', sg: 'SGD', hk: 'HKD', nt: 'TWD', mx: 'MXN', mex: 'MXN', r: 'BRL', ar: 'ARS' },
  ...{ clp: 'CLP', cl: 'CLP', col: 'COP', j: 'JMD', tt: 'TTD', bz: 'BZD', fj: 'FJD', bds: 'BBD' },
  ...{ b: 'BND', bn: 'BND', u: 'UYU', rd: 'DOP', n: 'NAD', ec: 'XCD' },
}

/**
 * Signs with their currency. `null`: several currencies share the sign, so crm does not choose one: `¥` (yen, yuan), `kr`
 * (Swedish, Norwegian, Danish, Icelandic), `Rs`.
 */
export const currencySigns: Readonly<Record<string, string | null>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₪': 'ILS', '₺': 'TRY', '₱': 'PHP' },
  ...{ '฿': 'THB', '₫': 'VND', '₦': 'NGN', '₴': 'UAH', '₽': 'RUB', '₸': 'KZT', '₡': 'CRC' },
  ...{ '₲': 'PYG', '₵': 'GHS', '৳': 'BDT', '₮': 'MNT', '₭': 'LAK', '₾': 'GEL', '₼': 'AZN' },
  ...{ '֏': 'AMD', '៛': 'KHR', '﷼': null, '¥': null, '￥': null, '₨': null, kr: null, rs: null },
  ...{ dh: null, dhs: null, sr: 'SAR', qr: 'QAR', kd: 'KWD', ksh: 'KES', kshs: 'KES', tsh: 'TZS' },
  ...{ ush: 'UGX', rp: 'IDR', rm: 'MYR', r: 'ZAR', nis: 'ILS', php: 'PHP', bs: 'BOB', din: 'RSD' },
  ...{ kn: null, 'gh₵': 'GHS', 's/': 'PEN', gbp: 'GBP', isk: 'ISK' },
}

/** Currency signs that models and plain text use, for a regex character class. */
export const moneySigns = '$€£'

const CHARGED: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

/** An amount to the cent: `$99.00`, `−$4.20`, `$1,999.00`, `12.00 CHF`. */
export function chargedText(cents: number, currency = 'usd'): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const amount = `${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  const sign = CHARGED[currency.toUpperCase()]
  return `${cents < 0 ? '−' : ''}${sign ? `${sign}${amount}` : `${amount} ${currency.toUpperCase()}`}`
}

/** Signs that are letters too. They count only directly before a digit, as in `R45 000`. */
export const gluedSigns: ReadonlySet<string> = new Set(['r'])
/** Signs that count only beside a digit, with or without a space: `Rs 24,000`, not “sr developer”. */
export const signsBesideDigits: ReadonlySet<string> = new Set([
  'sr',
  'qr',
  'kd',
  'bs',
  'dh',
  'din',
  'kn',
  'rm',
  'rp',
  'e',
  'fr',
  'real',
  'won',
  'lei',
  'р',
])

/** Words in the text or the job's location that show which dollar a bare `$` means. */
export const dollarHints: readonly (readonly [RegExp, string])[] = [
  [/\bu\.?s\.?(?:a\.?)? dollars?\b|\bamerican dollars?\b/, 'USD'],
  [
    /\baustralian?\b|\b(?:new south wales|queensland|sydney|brisbane(?!,? ca)|adelaide|canberra|nsw|qld|vic$|perth(?! amboy)|melbourne(?!,? fl))\b|\bsuperannuation\b|(?:\+|\bplus\b|\bincl?(?:uding|usive of)?\b\.?) ?super\b/,
    'AUD',
  ],
  [
    /\bcanad(?:a|ian)\b|\brrsp\b|\b(?:alberta|british columbia|manitoba|saskatchewan|nova scotia|new brunswick|newfoundland)\b/,
    'CAD',
  ],
  // Not Ontario, CA and Vancouver, WA.
  [/\bqu[eé]bec\b|\bmontr[eé]al\b|\b(?:toronto|calgary|edmonton|ottawa|winnipeg|mississauga)\b/, 'CAD'],
  [
    /\b(?:ontario|vancouver)\b(?!,? (?:ca|wa|california|washington)\b)|, (?:on|bc|ab|qc|mb|sk|ns|nb|nl)$/,
    'CAD',
  ],
  [/\bnew zealand\b|\bkiwisaver\b|\b(?:auckland|christchurch)\b/, 'NZD'],
  [/\bsingapore(?:an)?\b/, 'SGD'],
  [/\bhong kong\b/, 'HKD'],
  [/\btaiwan\b/, 'TWD'],
  // Not "New Mexico", which is paid in US dollars.
  [/(?<!\bnew )\bm[eé]xic(?:o|anos?)\b|\b(?:cdmx|monterrey|guadalajara)\b/, 'MXN'],
  [/\bargentin(?:a|os?)\b|\bbuenos aires\b/, 'ARS'],
  [/\bchilen?(?:os?)?\b/, 'CLP'],
  [/\bcolombia(?:nos?)?\b|\bbogot[aá]\b|\bmedell[ií]n\b/, 'COP'],
]

/** Near these words a bare `$` may as well be a peso or a Canadian dollar, so crm assumes no currency. */
export const AMBIGUOUS_DOLLAR =
  /\b(?:mensual(?:es)?|anual(?:es)?|quincenal(?:es)?|sueldo|salario|libres|bruto|neto|al mes|por hora|pesos|par (?:ann[eé]e|an|heure|semaine|mois)|de l'heure|annuels?)\b/

/**
 * From this amount on, pay without a period is yearly, because monthly pay in the currency is rarely so high. Other currencies
 * are not listed, because monthly pay is usual in many of them.
 */
export const yearlyFrom: Readonly<Record<string, number>> = {
  ...{ USD: 20_000, EUR: 20_000, GBP: 20_000, CHF: 30_000, AUD: 20_000, CAD: 20_000, NZD: 20_000 },
  ...{ SGD: 30_000, INR: 300_000, JPY: 2_000_000, ILS: 120_000, NOK: 200_000, DKK: 200_000 },
  ...{ SEK: 200_000 },
}
