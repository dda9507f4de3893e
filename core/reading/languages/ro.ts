// Romanian.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'mii' },
  currencies: { RON: 'lei' },
  periods: { year: 'anual', month: 'lunar', day: 'zilnic', hour: 'orar' },
  nouns: { year: 'an', month: 'lună, luna', week: 'săptămână', day: 'zi', hour: 'oră, ora' },
  leads: 'pe, pe lună, per',
  joins: 'până la',
  openers: 'între',
  ands: 'și, si',
  atLeast: 'de la, minim, minimum, cel puțin, peste',
  atMost: 'până la, pana la, maxim, cel mult, sub',
  orMore: 'sau mai mult, minim',
  orLess: 'maxim',
  plain: 'brut, net, aproximativ',
  labels: {
    ...{ base: 'salariu de bază', pay: 'salariu, salariul, remunerație', bonus: 'bonusuri' },
    ...{ allowance: 'tichete', business: 'cifra de afaceri' },
  },
}
