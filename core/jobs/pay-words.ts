// The vocabulary of pay: how postings write currencies, periods and multipliers.

/** How often an amount is paid. */
export type PayPeriod = 'year' | 'month' | 'week' | 'day' | 'hour'

/** ISO 4217 codes in circulation. */
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD ' +
  'HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD ' +
  'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN ' +
  'PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD ' +
  'TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
export const currencyCodes: ReadonlySet<string> = new Set(codes.split(' '))

/** Codes that are also common words: recognised only in capitals. */
export const codesThatAreWords: ReadonlySet<string> = new Set(
  'ALL AMD BAM COP CUP GEL LAK MAD MOP NAD PEN RON SOS TOP TRY'.split(' '),
)

/** Letters before a `$`, as in `A$` or `NZ$`, and the dollar (peso, real) they denote. */
export const dollarPrefixes: Readonly<Record<string, string>> = {
  us: 'USD', a: 'AUD', au: 'AUD', c: 'CAD', ca: 'CAD', cdn: 'CAD', can: 'CAD', nz: 'NZD', s: 'SGD', sg: 'SGD',
  hk: 'HKD', nt: 'TWD', mx: 'MXN', mex: 'MXN', r: 'BRL', ar: 'ARS', clp: 'CLP', cl: 'CLP', col: 'COP', j: 'JMD',
  tt: 'TTD', bz: 'BZD', fj: 'FJD', bds: 'BBD',
} // prettier-ignore

/**
 * Signs and words that denote one currency. `null` is a sign shared by several currencies, which is never
 * guessed: `¥` (yen, yuan), `kr` (Swedish, Norwegian, Danish, Icelandic), `Rs`.
 */
export const currencySigns: Readonly<Record<string, string | null>> = {
  '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₪': 'ILS', '₺': 'TRY', '₱': 'PHP', '฿': 'THB', '₫': 'VND',
  '₦': 'NGN', '₴': 'UAH', '₽': 'RUB', '₸': 'KZT', '₡': 'CRC', '₲': 'PYG', '₵': 'GHS', '円': 'JPY', '원': 'KRW',
  '元': 'CNY', '¥': null, kr: null, rs: null, zł: 'PLN', zl: 'PLN', kč: 'CZK', ft: 'HUF', lei: 'RON', sfr: 'CHF',
  rmb: 'CNY', rp: 'IDR', rm: 'MYR', r: 'ZAR', nis: 'ILS', euro: 'EUR', euros: 'EUR', pounds: 'GBP', yen: 'JPY',
  rand: 'ZAR', rupees: null, dollars: null, kronor: 'SEK', złotych: 'PLN', reais: 'BRL', руб: 'RUB', рублей: 'RUB',
} // prettier-ignore

/** Signs too short to be recognised unless directly before a digit, as in `R45 000`. */
export const gluedSigns: ReadonlySet<string> = new Set(['r'])

/** Other clues in the text or the job's location for which dollar a bare `$` means. */
export const dollarHints: readonly (readonly [RegExp, string])[] = [
  [/\baustralian?\b|\bsuperannuation\b|(?:\+|\bplus\b|\bincl?(?:uding|usive of)?\b\.?) ?super\b/, 'AUD'],
  [/\bcanad(?:a|ian)\b|\brrsp\b/, 'CAD'],
  [/\bnew zealand\b|\bkiwisaver\b/, 'NZD'],
  [/\bsingapore\b/, 'SGD'],
  [/\bhong kong\b/, 'HKD'],
  [/\btaiwan\b/, 'TWD'],
  // Not "New Mexico", which is paid in US dollars.
  [/(?<!\bnew )\bm[eé]xico\b/, 'MXN'],
  [/\bargentina\b/, 'ARS'],
  [/\bchile\b/, 'CLP'],
  [/\bcolombia\b/, 'COP'],
]

/** Words after a number that multiply it. */
export const multiples: Readonly<Record<string, number>> = {
  k: 1e3, thousand: 1e3, tsd: 1e3, tys: 1e3, тыс: 1e3, mil: 1e3, mille: 1e3, t: 1e3,
  m: 1e6, mm: 1e6, mn: 1e6, mio: 1e6, mill: 1e6, million: 1e6, millions: 1e6, millones: 1e6, milhões: 1e6,
  lakh: 1e5, lakhs: 1e5, lac: 1e5, lacs: 1e5, lpa: 1e5, l: 1e5, crore: 1e7, crores: 1e7, cr: 1e7, cpa: 1e7,
  万: 1e4, 萬: 1e4, 만: 1e4, 億: 1e8, 억: 1e8,
} // prettier-ignore

/** Words that mean a period anywhere near an amount. */
export const periodWords: Readonly<Record<string, PayPeriod>> = {
  'p.a': 'year', pa: 'year', lpa: 'year', cpa: 'year', annum: 'year', annual: 'year', annually: 'year',
  yearly: 'year', yr: 'year', jährlich: 'year', jahresgehalt: 'year', annuel: 'year', anual: 'year', rocznie: 'year', årlig: 'year', årligt: 'year',
  'p.m': 'month', pm: 'month', pcm: 'month', monthly: 'month', monatlich: 'month', mensal: 'month',
  mensuel: 'month', mensual: 'month', mensuales: 'month', mensais: 'month', mensili: 'month', månadslön: 'month', miesięcznie: 'month', 月: 'month', 月給: 'month', 월: 'month',
  'p.w': 'week', pw: 'week', weekly: 'week', wöchentlich: 'week',
  'p.d': 'day', pd: 'day', daily: 'day', täglich: 'day', tagessatz: 'day', tjm: 'day', 日: 'day',
  'p.h': 'hour', ph: 'hour', hourly: 'hour', stündlich: 'hour', hr: 'hour', 年: 'year', 年収: 'year', 時給: 'hour',
} // prettier-ignore

/** Words that mean a period only after `/`, `per`, `a` and the like, or directly after an amount. */
export const periodNouns: Readonly<Record<string, PayPeriod>> = {
  year: 'year', y: 'year', jahr: 'year', an: 'year', année: 'year', año: 'year', ano: 'year', anno: 'year',
  jaar: 'year', år: 'year', rok: 'year', год: 'year',
  month: 'month', mo: 'month', mth: 'month', mon: 'month', m: 'month', monat: 'month', mois: 'month', mes: 'month',
  mês: 'month', mese: 'month', maand: 'month', månad: 'month', måned: 'month', mån: 'month', mies: 'month', miesiąc: 'month',
  мес: 'month', месяц: 'month',
  week: 'week', wk: 'week', w: 'week', woche: 'week', semaine: 'week', semana: 'week', settimana: 'week',
  day: 'day', d: 'day', tag: 'day', jour: 'day', día: 'day', dia: 'day', giorno: 'day', dag: 'day', dzień: 'day',
  hour: 'hour', h: 'hour', std: 'hour', stunde: 'hour', heure: 'hour', hora: 'hour', ora: 'hour', uur: 'hour',
  hrs: 'hour', godz: 'hour', час: 'hour',
} // prettier-ignore

/** Words that precede a period noun. */
export const periodLeads: ReadonlySet<string> = new Set(
  '/ per a an each every par pro por al à im je pr op na в'.split(' '),
)

/** Words between the two amounts of a range. */
export const rangeWords: ReadonlySet<string> = new Set(
  '- to bis a à au até hasta tot til till do through'.split(' '),
)

/** Words between the two amounts of a range that begins with a word of `rangeOpeners`. */
export const rangeConjunctions: ReadonlySet<string> = new Set('and & und et y e og i en'.split(' '))
export const rangeOpeners: ReadonlySet<string> = new Set(
  'between zwischen entre mellem mellom mellan'.split(' '),
)

/** Phrases directly before an amount that make it a lower or an upper bound. */
export const openAbove =
  /(?:\b(?:from|starting(?: at| from)?|starts at|at least|min(?:imum)?|over|above|ab|mindestens|desde|à partir de|more than|od)|>=?|≥)[.: ]*$/
export const openBelow =
  /(?:\b(?:up to|upto|max(?:imum)?|at most|under|below|less than|bis zu|bis|until|jusqu'à|hasta|até|do)|<=?|≤)[.: ]*$/

/** Words directly after an amount that make it an upper or a lower bound: "100k max", "80k minimum". */
export const closesAbove: ReadonlySet<string> = new Set('max maximum tops'.split(' '))
export const closesBelow: ReadonlySet<string> = new Set('min minimum upwards onwards'.split(' '))

/** Words that may follow `150k +` without making it "150k and more". */
export const extras =
  /^(?:bonus|equity|super|benefit|stock|commission|option|rsu|ote|comm|holiday|vat|car|pension)/

/**
 * The amount from which a figure without a period is yearly pay, because monthly pay in that currency is
 * rarely so high. Currencies not listed (many quote monthly pay) leave the period open.
 */
export const yearlyFrom: Readonly<Record<string, number>> = {
  USD: 20_000, EUR: 20_000, GBP: 20_000, CHF: 30_000, AUD: 20_000, CAD: 20_000, NZD: 20_000, SGD: 30_000,
  INR: 300_000, JPY: 2_000_000, ILS: 120_000, NOK: 200_000, DKK: 200_000, SEK: 200_000,
} // prettier-ignore
