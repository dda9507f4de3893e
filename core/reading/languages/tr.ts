// Turkish.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'bin', 1000000: 'milyon' },
  currencies: { TRY: 'tl, lira' },
  periods: { year: 'yıllık', month: 'aylık', week: 'haftalık', day: 'günlük', hour: 'saatlik' },
  nouns: { year: 'yıl', month: 'ay', week: 'hafta', day: 'gün', hour: 'saat' },
  joins: 'ile, ila',
  atLeast: 'en az, asgari, minimum',
  atMost: 'en fazla, azami, maksimum',
  plain: 'brüt, net, arası, arasında',
  labels: { pay: 'maaş, ücret, maaşı', bonus: 'prim, primler', business: 'ciro' },
}
