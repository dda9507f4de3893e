// Czech and Slovak.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tis, tisíc', 1000000: 'milionů', 1000000000: 'mld' },
  currencies: { CZK: 'kč, korun, kc' },
  periods: {
    year: 'ročně, roční, ročne, ročná, ročný',
    month: 'měsíčně, měsíční, měs, mesačne, mesačný, mesačná, mesiac',
    ...{ week: 'týdně, týždenne', day: 'denně, denní, denne' },
    ...{ hour: 'hodinově, hod, hodinová, hodinovo', '?': 'jednorázově' },
  },
  nouns: {
    ...{ year: 'rok', month: 'měsíc, mesiac', week: 'týden, týždeň', day: 'den, deň' },
    hour: 'hodinu, hodina, hod',
  },
  leads: 'za, na, per',
  joins: 'do, až, až do',
  openers: 'mezi, medzi, v rozmezí',
  ands: 'a',
  atLeast:
    'od, minimálně, alespoň, nejméně, více než, nad, ne méně než, min, aspoň, najmenej, minimálne, viac ako, nie menej ako',
  atMost:
    'do, maximálně, nejvýše, až, max, méně než, pod, ne více než, až do, maximálne, najviac, menej ako, nie viac ako',
  orMore: 'a více, nebo více, minimálně, a viac',
  orLess: 'maximálně, nebo méně, maximálne',
  plain: 'hrubého, hrubá, hrubého, brutto, čistého, cca, přibližně, hrubý, v hrubom, hrubom, hrubé',
  labels: {
    base: 'základ, základní mzda, základní plat, fix, základná mzda',
    pay: 'mzda, plat, odměna, mzdy, platu, mzdové rozpětí, platové rozmezí, nástupní mzda, odmena',
    bonus: 'bonusy, prémie, příplatek, příplatky, odměny, provize, příspěvek',
    allowance: 'stravenky, stravenka, příspěvky, stravné, vouchers, příspěvku',
    reward: 'doporučení, náborový, odměna za doporučení',
    business: 'obrat, tržby, zákazníků, investice, zaměstnanců',
  },
  without: 'plus, bez, a, s',
  not: 'ne, nie',
}
