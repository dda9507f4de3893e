// Danish.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tusinde, tusind, t.kr', 1000000: 'millioner, mio' },
  currencies: { null: 'kroner', DKK: 'danske kroner' },
  periods: {
    ...{ year: 'årligt, årlig, årsløn, om året, p.å', month: 'månedlig, månedligt, månedsløn, md' },
    ...{ week: 'ugentlig, ugentligt, ugeløn', day: 'daglig, dagligt, dagsløn' },
    ...{ hour: 'timeløn, timebetaling', '2 week': 'hver anden uge, 14-dages' },
    '3 month': 'kvartalsvis, kvartal',
  },
  nouns: {
    ...{ year: 'år, året', month: 'måned, måneden, måneder, mdr, mnd', week: 'uge, ugen, uger' },
    ...{ day: 'dag, dagen', hour: 'time, timen, timer' },
  },
  leads: 'pr, pr., om, per, hver, i, i måneden',
  counts: { 2: 'to', 4: 'fire' },
  joins: 'til, op til, og op til',
  openers: 'mellem',
  ands: 'og',
  atLeast: 'fra, mindst, minimum, over, mere end, ikke mindre end, ikke under, min',
  atMost: 'op til, højst, maks, maksimalt, under, mindre end, ikke mere end, ikke over, højest',
  orMore: 'eller mere, og opefter, mindst',
  orLess: 'eller mindre, højst, maks, maksimalt',
  plain: 'brutto, før skat, ca, cirka, omkring',
  labels: {
    base: 'grundløn, fast løn, basisløn',
    pay: 'løn, lønspænd, honorar, aflønning, månedsløn, årsløn, timeløn, begyndelsesløn',
    ...{ bonus: 'provision, tillæg, pension', allowance: 'tilskud, diæter, kørselsgodtgørelse' },
    reward: 'dusør, belønning',
    business: 'omsætning, omsætter, kunder, investering, medarbejdere, ansatte',
  },
  without: 'plus, eksklusive, ekskl, samt, og, uden, inkl',
  not: 'ikke, aldrig',
}
