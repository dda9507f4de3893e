// Norwegian.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tusen', 1000000: 'millioner, mill' },
  currencies: { NOK: 'norske kroner' },
  periods: {
    ...{ year: 'årlig, årslønn, per år, i året', month: 'månedlig, månedslønn' },
    ...{ week: 'ukentlig, ukelønn', day: 'daglig, dagsats', hour: 'timelønn, timebetalt, timesats' },
  },
  nouns: {
    ...{ year: 'år, året', month: 'måned, måneden, mnd', week: 'uke, uken, uker', day: 'dag, dagen' },
    hour: 'time, timen, timer',
  },
  leads: 'per, pr, i, hver',
  joins: 'til, opp til, opptil',
  openers: 'mellom',
  ands: 'og',
  atLeast: 'fra, minst, minimum, over, mer enn, ikke mindre enn, ikke under',
  atMost: 'opp til, opptil, maks, maksimalt, inntil, høyst, under, mindre enn, ikke mer enn, ikke over',
  orMore: 'eller mer, og oppover, minst',
  orLess: 'eller mindre, maks, maksimalt',
  plain: 'brutto, før skatt, ca, omtrent',
  labels: {
    base: 'grunnlønn, fastlønn, fast lønn',
    pay: 'lønn, lønnsspenn, godtgjørelse, honorar, årslønn, månedslønn, timelønn, lønnstrinn, avlønning',
    ...{ bonus: 'provisjon, tillegg', allowance: 'tilskudd, diett', reward: 'belønning, stipend' },
    business: 'omsetning, omsetter, kunder, investering, ansatte',
  },
  without: 'pluss, eksklusive, ekskl, samt, og, uten',
}
