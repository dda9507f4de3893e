// Hungarian.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'ezer', 1000000: 'millió' },
  currencies: { HUF: 'ft, forint' },
  periods: {
    ...{ year: 'évente, éves, évi', month: 'havonta, havi, hó', day: 'naponta, napi' },
    hour: 'óránként, óradíj, órabér',
  },
  nouns: { year: 'év', month: 'hónap, hó', day: 'nap', hour: 'óra' },
  atLeast: 'legalább, minimum, több mint',
  atMost: 'legfeljebb, maximum, akár, kevesebb mint',
  orMore: 'tól, től, felett',
  orLess: 'ig, alatt',
  plain: 'bruttó, nettó, között',
  labels: {
    ...{ base: 'alapbér', pay: 'bér, fizetés, bérezés, jövedelem', bonus: 'bónusz, jutalék' },
    business: 'árbevétel',
  },
}
