// Finnish.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tuhatta, tuhat', 1000000: 'miljoonaa, milj' },
  currencies: { EUR: 'euroa, eur, e' },
  periods: {
    year: 'vuodessa, vuosipalkka, vuosittain, e/v',
    month: 'kuukaudessa, kuukausipalkka, kuussa, e/kk, eur/kk, kk',
    ...{ week: 'viikossa, viikkopalkka', day: 'päivässä, päiväpalkka' },
    hour: 'tunnissa, tuntipalkka, tunnilta, e/h, tuntihinta',
  },
  nouns: { year: 'vuosi, v', month: 'kuukausi, kk', week: 'viikko, vko', day: 'päivä, pv', hour: 'tunti, t' },
  leads: 'per',
  openers: 'välillä',
  ands: 'ja',
  atLeast: 'vähintään, alkaen, yli, ei alle, enemmän kuin, ei vähempää kuin',
  atMost: 'enintään, korkeintaan, jopa, alle, max, ei yli, vähemmän kuin',
  orMore: 'alkaen, vähintään, tai enemmän, ylöspäin',
  orLess: 'enintään, korkeintaan, asti, tai vähemmän',
  plain: 'brutto, noin, n, välillä',
  labels: {
    base: 'peruspalkka, pohjapalkka, kiinteä palkka',
    pay: 'palkka, palkkaus, kuukausipalkka, vuosipalkka, tuntipalkka, palkkahaarukka, palkkio, korvaus, bruttopalkka, tehtäväkohtainen palkka',
    ...{ bonus: 'tulospalkkio, provisio, lisä, lisät', allowance: 'päiväraha, etu, lounasetu, seteli' },
    business: 'liikevaihto, asiakasta, rahoitus, henkilöä',
  },
  without: 'plus, sekä, ilman, ja',
  not: 'ei, eikä',
}
