// Croatian, Serbian and Bulgarian.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tisuća, hiljada, хил, хиляди' },
  currencies: { EUR: 'eura, evra', RSD: 'dinara', BGN: 'лева' },
  periods: { year: 'godišnje', month: 'mjesečno, mesečno, месечно', day: 'dnevno', hour: 'na sat' },
  nouns: { year: 'godina, godinu, година', month: 'mjesec, mesec, месец', day: 'dan', hour: 'sat, час' },
  openers: 'između',
  ands: 'i',
  atLeast: 'najmanje, od, от',
  atMost: 'najviše, do, до',
  plain: 'bruto, neto, бруто, нето',
  labels: {
    ...{ base: 'osnovna plaća, osnovna plata', pay: 'plaća, plata, заплата, возграждение' },
    bonus: 'dodatak',
  },
}
