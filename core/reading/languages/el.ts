// Greek.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'χιλιάδες, χιλ' },
  currencies: { EUR: 'ευρώ' },
  periods: {
    ...{ year: 'ετησίως, ετήσιος, ετήσια', month: 'μηνιαίως, μηνιαία, μηνιαίος, μηνιαίες' },
    ...{ day: 'ημερησίως', hour: 'ωριαία' },
  },
  nouns: { year: 'έτος, χρόνο', month: 'μήνα', day: 'ημέρα', hour: 'ώρα' },
  leads: 'ανά, τον, την, το',
  joins: 'έως, ως, μέχρι',
  openers: 'μεταξύ',
  ands: 'και',
  atLeast: 'από, τουλάχιστον, άνω των',
  atMost: 'έως, μέχρι, το πολύ',
  plain: 'μικτά, καθαρά',
  labels: { pay: 'μισθός, αμοιβή, αποδοχές', bonus: 'μπόνους' },
}
