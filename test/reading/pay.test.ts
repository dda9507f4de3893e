// Pay is read as people write it, and never invented.
import { payText, annualise } from '../../core/reading/compensation.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMoney } from '../../core/reading/money.ts'
import { readPay as read } from '../../core/reading/pay.ts'
import { readStatedPay } from '../../core/reading/stated-pay.ts'

const readPay = (text: string, place?: string) => read(text, place).value

type Row = [
  text: string,
  min: number | null,
  max: number | null,
  currency: string | null,
  period: string | null,
]

const rows: Row[] = [
  ['$180k–220k', 180_000, 220_000, 'USD', 'year'],
  ['180–220k', 180_000, 220_000, null, 'year'],
  ['$180,000 - $220,000/yr', 180_000, 220_000, 'USD', 'year'],
  ['$180,000.00 — $220,000.00 per year', 180_000, 220_000, 'USD', 'year'],
  ['€95.000 p.a.', 95_000, 95_000, 'EUR', 'year'],
  ['55.000,- bis 65.000,- EUR', 55_000, 65_000, 'EUR', 'year'],
  ['55/hr', 55, 55, null, 'hour'],
  ['£500 per day', 500, 500, 'GBP', 'day'],
  ['£450-£500 p.d.', 450, 500, 'GBP', 'day'],
  ['Day rate £500', 500, 500, 'GBP', 'day'],
  ['120-140k', 120_000, 140_000, null, 'year'],
  ["CHF 110'000", 110_000, 110_000, 'CHF', 'year'],
  ['CHF 110’000 – 130’000', 110_000, 130_000, 'CHF', 'year'],
  ['1,2 Mio JPY', 1_200_000, 1_200_000, 'JPY', null],
  ['¥6,000,000 JPY', 6_000_000, 6_000_000, 'JPY', 'year'],
  ['¥6,000,000', 6_000_000, 6_000_000, null, null],
  ['600万円', 6_000_000, 6_000_000, 'JPY', 'year'],
  ['₹25 LPA', 2_500_000, 2_500_000, 'INR', 'year'],
  ['25-30 LPA', 2_500_000, 3_000_000, 'INR', 'year'],
  ['₹12,00,000 - ₹18,00,000', 1_200_000, 1_800_000, 'INR', 'year'],
  ['INR 25 L per annum', 2_500_000, 2_500_000, 'INR', 'year'],
  ['R$ 8.000/mês', 8_000, 8_000, 'BRL', 'month'],
  ['95k EUR', 95_000, 95_000, 'EUR', 'year'],
  ['$500 referral bonus, $19.25/hr', 19.25, 19.25, 'USD', 'hour'],
  ['$1M+ ARR, $100k base', 100_000, 100_000, 'USD', 'year'],
  ['OTE 200k, 100k base', 100_000, 100_000, null, 'year'],
  ['€45k-€55k OTE €70k', 45_000, 55_000, 'EUR', 'year'],
  ['£35k OTE £50k + car', 35_000, 35_000, 'GBP', 'year'],
  ['$200k OTE $100k base', 100_000, 100_000, 'USD', 'year'],
  ['28.000/32.000 €', 28_000, 32_000, 'EUR', 'year'],
  ['$90k / 4 weeks PTO', 90_000, 90_000, 'USD', 'year'],
  ['80k / 40 hours', 80_000, 80_000, null, 'year'],
  ['€60k / 30 Tage Urlaub', 60_000, 60_000, 'EUR', 'year'],
  ['$2,600/2 weeks', 67_600, 67_600, 'USD', 'year'],
  ['$85k, reviewed every 6 months', 85_000, 85_000, 'USD', 'year'],
  ['€65k, alle 2 Wochen Berlin', 65_000, 65_000, 'EUR', 'year'],
  ['£45k, one day per week in the office', 45_000, 45_000, 'GBP', 'year'],
  ['$85k, on-call weekly rotation', 85_000, 85_000, 'USD', 'year'],
  ['$25,000 base salary per month', 25_000, 25_000, 'USD', 'month'],
  ['$1,500, every two weeks', 39_000, 39_000, 'USD', 'year'],
  ['$45 W2 per hour', 45, 45, 'USD', 'hour'],
  ['£500 outside IR35 per day', 500, 500, 'GBP', 'day'],
  ['95 TEUR', 95_000, 95_000, 'EUR', 'year'],
  ['95 T€', 95_000, 95_000, 'EUR', 'year'],
  ['95-110k€', 95_000, 110_000, 'EUR', 'year'],
  ['k€ 95-110', 95_000, 110_000, 'EUR', 'year'],
  ['USD 150K + bonus', 150_000, 150_000, 'USD', 'year'],
  ['150k+ bonus', 150_000, 150_000, null, 'year'],
  ['$150k+', 150_000, null, 'USD', 'year'],
  ['up to $90k', null, 90_000, 'USD', 'year'],
  ['from 80k', 80_000, null, null, 'year'],
  ['ab 60.000 €', 60_000, null, 'EUR', 'year'],
  ['bis zu 4.500 € monatlich', null, 4_500, 'EUR', 'month'],
  ['$45.50/hour', 45.5, 45.5, 'USD', 'hour'],
  ['$45/hr - $55/hr', 45, 55, 'USD', 'hour'],
  ['Hourly: $45 to $55', 45, 55, 'USD', 'hour'],
  ['A$120k', 120_000, 120_000, 'AUD', 'year'],
  ['AUD $120,000', 120_000, 120_000, 'AUD', 'year'],
  ['$120k AUD', 120_000, 120_000, 'AUD', 'year'],
  ['$120k + super', 120_000, 120_000, 'AUD', 'year'],
  ['C$95k', 95_000, 95_000, 'CAD', 'year'],
  ['900e Ft', 900_000, 900_000, 'HUF', null],
  ['$95k CAD', 95_000, 95_000, 'CAD', 'year'],
  ['US$95k', 95_000, 95_000, 'USD', 'year'],
  ['S$8,000 pm', 8_000, 8_000, 'SGD', 'month'],
  ['kr 650 000', 650_000, 650_000, null, null],
  ['650 000 NOK', 650_000, 650_000, 'NOK', 'year'],
  ['kr 650 000 (NOK) per år', 650_000, 650_000, 'NOK', 'year'],
  ['R45 000 per month', 45_000, 45_000, 'ZAR', 'month'],
  ['R 45 000 per month', 45_000, 45_000, 'ZAR', 'month'],
  ['Plan R 401 000', 401_000, 401_000, null, null],
  ['15 000 - 20 000 PLN', 15_000, 20_000, 'PLN', null],
  ['between €60k and €70k', 60_000, 70_000, 'EUR', 'year'],
  ['entre 3.000 € y 3.500 € al mes', 3_000, 3_500, 'EUR', 'month'],
  ['Salary (EUR): 60000 to 70000', 60_000, 70_000, 'EUR', 'year'],
  ['Mon-Fri 9-5pm £28,000', 28_000, 28_000, 'GBP', 'year'],
  ['8am to 5:30 p.m., $120,000', 120_000, 120_000, 'USD', 'year'],
  ['€3,000 pm, 9 to 5', 3_000, 3_000, 'EUR', 'month'],
  ['£30k for a 40 hours week', 30_000, 30_000, 'GBP', 'year'],
  ['5 years experience, 401k, $120k', 120_000, 120_000, 'USD', 'year'],
  ['20% bonus on £60,000', 60_000, 60_000, 'GBP', 'year'],
  ['L5: 180000', 180_000, 180_000, null, null],
  ['$220k - $180k', 180_000, 220_000, 'USD', 'year'],
  ['$1.2M', 1_200_000, 1_200_000, 'USD', 'year'],
  ['$5,000 a month', 5_000, 5_000, 'USD', 'month'],
  ['$1,800 weekly', 1_800, 1_800, 'USD', 'week'],
  ['90,000 - 120k USD', 90_000, 120_000, 'USD', 'year'],
  ['＄１８０ｋ', 180_000, 180_000, 'USD', 'year'],
  ['€4.500,50 brutto/Monat', 4_500.5, 4_500.5, 'EUR', 'month'],
  ['年収600万円〜800万円', 6_000_000, 8_000_000, 'JPY', 'year'],
  ['25-40K·14薪', 25_000, 40_000, null, 'month'],
  ['200-300 тыс. руб.', 200_000, 300_000, 'RUB', null],
  ['DKK 55.000 pr. måned', 55_000, 55_000, 'DKK', 'month'],
  ['120 000 zł rocznie', 120_000, 120_000, 'PLN', 'year'],
  ['100k max', null, 100_000, null, 'year'],
  ['80k minimum', 80_000, null, null, 'year'],
  ['$0-100k', 0, 100_000, 'USD', 'year'],
  ['5 500 zł/mies.', 5_500, 5_500, 'PLN', 'month'],
  ['€ 55-65 Std', 55, 65, 'EUR', 'hour'],
  ['€ 55-65 Stunde', 55, 65, 'EUR', 'hour'],
  ['€ 20 - 40 Stunden', 20, 20, 'EUR', null],
  ['k$ 130', 130_000, 130_000, 'USD', 'year'],
  ['130 k$', 130_000, 130_000, 'USD', 'year'],
  ['120-140 K$', 120_000, 140_000, 'USD', 'year'],
  ['30.000 € 14 pagas', 30_000, 30_000, 'EUR', 'year'],
  ['3.000 € 14 pagas', 3_000, 3_000, 'EUR', 'month'],
  ['13 Gehälter à 5.000 €', 5_000, 5_000, 'EUR', 'month'],
  ["Fr. 8'500.– bis 9'800.– x 13", 8_500, 9_800, 'CHF', 'month'],
  ['€ 3.000 bis 3.500 x 14', 3_000, 3_500, 'EUR', 'month'],
  ['€ 3.000 - 3.500 brutto (14x)', 3_000, 3_500, 'EUR', 'month'],
  ['36 k€ sur 13 mois', 36_000, 36_000, 'EUR', 'year'],
]

describe('pay is read as written', () => {
  test.each(rows)('%s', (text, min, max, currency, period) => {
    expect(readPay(text)).toEqual({ min, max, currency, period })
  })
})

test.each([
  ["CHF 9'200 x 13", 'x 13'],
  ["Fr. 8'500 bis 9'800 x 13", 'x 13'],
  ['€ 3.000 brutto (14x)', '14x'],
  ['CHF 6500 + 13. ML', '13. ML'],
  ['5.900 € brutto/Monat x 13,5', 'x 13,5'],
  ['13 Gehälter à 5.000 €', '13 Gehälter'],
  ['2.000 € en 13 mensualités', '13 mensualités'],
  ['3 000 € brut mensuel sur 13 mois', 'sur 13 mois'],
  ['2 500 € sur 13 mois', 'sur 13 mois'],
  ['4.500 € brutto auf 13 Monate', 'auf 13 Monate'],
  ['2.500 € mensuels + 13ème mois', '13ème mois'],
  ['€ 3.500 per maand en een 13de maand', '13de maand'],
  ['R$ 5.000 por mês + 13º salário', '13o salário'],
  ['2.000 € lordi mensili + tredicesima', 'tredicesima'],
  ['13th month pay, PHP 50,000 monthly', '13th month'],
  ['3 000 € brut par mois, treizième mois', 'treizième mois'],
])('more than twelve monthly salaries are left, and said: %s', (text, words) => {
  const { value, omitted: left } = read(text)
  expect(value?.period).toBe('month')
  expect(left).toEqual([
    { text: expect.stringMatching(words), why: 'is not counted: a year is twelve months of this pay' },
  ])
})

test('the whole of which a share is paid is no pay', () => {
  expect(read('80% of $100k')).toMatchObject({ value: null, omitted: [{ text: '$100k' }] })
})

test('a salary on top of a yearly pay is said', () => {
  expect(read('45 000 € + 13e mois')).toMatchObject({
    value: { max: 45_000, period: 'year' },
    omitted: [{ text: '13e mois', why: 'is not counted: it is paid on top' }],
  })
  expect(read('$45k plus a 13th month').omitted).toMatchObject([{ text: '13th month' }])
  expect(read('45.000 € p.a. zzgl. 13. Monatsgehalt').omitted).toMatchObject([{ text: '13. Monatsgehalt' }])
})

test('an amount before words for salaries or a month is pay, and not their number', () => {
  expect(read('R$ 12.000 a 13.000 o mês').value).toMatchObject({ min: 12_000, max: 13_000, period: 'month' })
  expect(read('€ 3.000 - 3.500 de maand').value).toMatchObject({ min: 3000, max: 3500, period: 'month' })
  expect(read('60,000-80,000 salaries').value).toMatchObject({ min: 60_000, max: 80_000 })
  expect(read('$100,000 salaries').value).toMatchObject({ min: 100_000, period: 'year' })
})

test.each([
  '$15,000 over 12 months',
  '$8,000 over 14 months',
  'R$ 8.000 em 12 meses',
  '18 000 € sur 13 mois',
])('what may be the whole of a year is no monthly pay: %s', (text) => {
  expect(read(text)).toMatchObject({ value: { period: null }, omitted: [] })
})

test('the term of a contract is no number of salaries', () => {
  for (const text of ['befristet auf 14 Monate', 'auf 14 Monate befristet', 'contrato por 14 meses'])
    expect(read(`4.500 € / Monat, ${text}`).omitted).toEqual([])
})

test('instalments of a yearly pay change nothing', () => {
  for (const text of ['30.000 € brutos al año en 14 pagas', '60 000 € sur 13 mois', '60.000 € auf 13 Monate'])
    expect(read(text)).toMatchObject({ value: { period: 'year' }, omitted: [] })
  expect(read('45 000 € brut annuel, 13ème mois inclus').omitted).toEqual([])
  expect(read('RAL 35.000 € su 13 mensilità').omitted).toEqual([])
  // The term of a contract.
  expect(read('3 000 € par mois, CDD de 14 mois').omitted).toEqual([])
})

test.each([
  '',
  'DOE',
  'competitive',
  'Competitive + equity',
  'TBD',
  'n/a',
  '0',
  '$0',
  'Grade 7',
  '2026',
  '20%',
  '401k match',
  '01.02.2025',
  '9am-5pm',
  '25 days holiday',
  '40 hours per week',
  '1.2.3',
  'H1B',
  '5 years',
  '.',
  '$',
  'k',
])('%j names no pay', (text) => {
  expect(readPay(text)).toBeNull()
})

test('the location decides which dollar a bare sign means, and affects nothing else', () => {
  expect(readPay('$120k', 'Sydney, Australia')?.currency).toBe('AUD')
  expect(readPay('$120k', 'Toronto, Canada')?.currency).toBe('CAD')
  expect(readPay('$120k', 'Santa Fe, New Mexico')?.currency).toBe('USD')
  expect(readPay('US$120k', 'Sydney, Australia')?.currency).toBe('USD')
  expect(readPay('€120k', 'Australia')?.currency).toBe('EUR')
  expect(readPay('120k', 'Australia')?.currency).toBeNull()
})

test('a year has 2,080 hours, 260 days, 52 weeks and 12 months', () => {
  const yearly = (text: string) => {
    const pay = readPay(text)
    return pay && annualise(pay)?.min
  }
  expect([yearly('$50/hr'), yearly('£500/day'), yearly('$1,000/week'), yearly('€4.000/Monat')]).toEqual([
    104_000, 130_000, 52_000, 48_000,
  ])
  expect(yearly('kr 650 000')).toBeUndefined()
})

const pieces = fc.constantFrom(
  '$',
  '€',
  'k',
  '1',
  '23',
  '456',
  ',',
  '.',
  ' ',
  '-',
  '–',
  '/',
  'hr',
  'USD',
  "'",
  'to',
  '+',
  'up to ',
  'M',
  'p.a.',
  'per ',
  'year',
  'k€',
  'kr',
  '(',
  '%',
  '0',
  'lakh',
  'between ',
  'and ',
)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 30 }).map((each) => each.join('')),
)

test('any text gives null or ordered, finite amounts', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pay = readPay(text)
      if (pay === null) return
      expect(pay.min === null && pay.max === null).toBe(false)
      for (const amount of [pay.min, pay.max])
        expect(amount === null || (amount >= 0 && amount <= 1e12)).toBe(true)
      if (pay.min !== null && pay.max !== null) expect(pay.min).toBeLessThanOrEqual(pay.max)
    }),
    { numRuns: 2000 },
  )
})

test('whole dollar ranges round-trip in each common spelling', () => {
  const amount = fc.integer({ min: 20, max: 900 })
  fc.assert(
    fc.property(amount, amount, (one, two) => {
      const [low, high] = [Math.min(one, two), Math.max(one, two)]
      const said = { min: low * 1000, max: high * 1000, currency: 'USD', period: 'year' }
      expect(readPay(`$${low}k-$${high}k`)).toEqual(said)
      expect(readPay(`$${low}-${high}k`)).toEqual(said)
      expect(readPay(`$${low},000 to ${high},000`)).toEqual(said)
      expect(readPay(`${low} 000 – ${high} 000 USD`)).toEqual(said)
    }),
  )
})

test('long hostile text is read to its end', () => {
  for (const unit of [
    '1',
    '1,',
    '1 000 ',
    '$',
    '$1-',
    'k',
    'a ',
    '100 ',
    'between ',
    '- ',
    "1'",
    'p.',
    'up to ',
  ]) {
    // A quadratic algorithm would exceed the test timeout many times over.
    expect(() => readPay(unit.repeat(20_000))).not.toThrow()
  }
})

test('pay from fields is written so that it is read as the same pay', () => {
  const ends = fc.tuple(fc.integer({ min: 5_000, max: 90_000_000 }), fc.integer({ min: 0, max: 400_000 }))
  const pays = fc.record({
    ends,
    open: fc.constantFrom('min', 'max', 'none'),
    currency: fc.constantFrom('USD', 'EUR', 'GBP', 'SEK', 'JPY', 'MAD', 'TRY'),
    period: fc.constantFrom('year', 'month', 'week', 'day', 'hour'),
  })
  fc.assert(
    fc.property(pays, ({ ends: [low, more], open, currency, period }) => {
      const unit = { year: 100, month: 1000, week: 5000, day: 20_000, hour: 200_000 }[period]
      const [min, max] = [low / unit, (low + more) / unit].map((amount) => Math.round(amount * 100) / 100)
      const pay = { min: open === 'min' ? null : min!, max: open === 'max' ? null : max!, currency, period }
      const stated = readStatedPay([{ ...pay, span: period }]).value
      if (stated !== null) expect(readPay(payText(stated))).toEqual(stated)
    }),
  )
})

test.each([
  ['3.000 € netto im Monat', ['netto']],
  ['net salary 4,000 EUR per month', ['net']],
  ['€2,500/month after tax', ['after tax']],
  ['15 000 PLN netto + VAT', []],
  ['.NET developer, $120k', []],
  ['$120k, .NET', []],
])('%s: pay after tax is named', (text, named) => {
  expect(read(text).value).not.toBeNull()
  expect(read(text).omitted.map((part) => part.text)).toEqual(named)
})

test('one amount may have Swiss apostrophes, and no sign', () => {
  expect(readMoney('CHF 8’500 monthly')).toMatchObject({ amount: 8_500, currency: 'CHF', period: 'month' })
  expect(readMoney('-5000')).toBeNull()
  expect(readMoney('200k over 4 years')).toBeNull()
})
