// Indonesian and Malay.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'ribu, rb', 1000000: 'juta, jt', 1000000000: 'miliar' },
  currencies: { IDR: 'rupiah' },
  periods: {
    ...{ year: 'per tahun', month: 'per bulan, bulanan, sebulan', day: 'per hari, harian' },
    hour: 'per jam',
  },
  nouns: { year: 'tahun', month: 'bulan, bln', week: 'minggu', day: 'hari', hour: 'jam' },
  joins: 'sampai, hingga, s/d, sd',
  openers: 'antara',
  ands: 'dan',
  atLeast: 'mulai dari, mulai, minimal, paling sedikit, dari',
  atMost: 'hingga, sampai, maksimal, paling banyak',
  labels: {
    ...{ base: 'gaji pokok', pay: 'gaji, upah', bonus: 'komisi, insentif, tunjangan, thr' },
    business: 'omzet, omset, modal',
  },
}
