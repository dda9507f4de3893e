// Swedish.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tusen, tkr', 1000000: 'miljon, miljoner, mkr', 1000000000: 'mdkr' },
  currencies: { null: 'kronor', SEK: 'svenska kronor' },
  periods: {
    year: 'årlig, årligt, årligen, årslön, per år',
    ...{ month: 'månatlig, månadslön, månatligen, månadsvis, kr/mån', week: 'veckolön, veckovis' },
    ...{ day: 'dagligen, dagslön', hour: 'timlön, timpenning, timarvode', '2 week': 'varannan vecka' },
    ...{ '3 month': 'kvartalsvis', '?': 'engångsbelopp' },
  },
  nouns: {
    ...{ year: 'år', month: 'månad, månaden, mån, månader', week: 'vecka, veckan, veckor' },
    ...{ day: 'dag, dagen, dagar', hour: 'timme, timmen, timmar, tim' },
  },
  leads: 'per, i, om, varje, var',
  counts: { 2: 'två', 4: 'fyra' },
  joins: 'till, upp till, och upp till',
  openers: 'mellan',
  ands: 'och',
  atLeast: 'från, lägst, minst, över, mer än, inte mindre än, inte under, från och med, ej under, lägsta',
  atMost:
    'upp till, högst, max, maximalt, under, mindre än, inte mer än, inte över, som mest, högsta, ej över',
  orMore: 'eller mer, och uppåt, uppåt, minst',
  orLess: 'eller mindre, högst, maximalt',
  plain: 'brutto, före skatt, ca, cirka, ungefär',
  labels: {
    base: 'grundlön, fast lön, bottenlön, fastlön',
    pay: 'lön, ersättning, arvode, månadslön, årslön, timlön, lönespann, löneintervall, ingångslön',
    bonus: 'provision, rörlig, rörligt, tillägg, ob-tillägg',
    allowance: 'friskvårdsbidrag, friskvård, bidrag, traktamente, rikskuponger',
    reward: 'belöning, tipspremie',
    business: 'omsättning, omsätter, kunder, finansiering, investering, anställda',
  },
  without: 'plus, exklusive, samt, och, utan, inklusive',
  not: 'inte, ej, aldrig',
  pieces: 'mil, uppdrag, pass',
}
