// Italian.
import type { DateWords } from './language.ts'
import type { PayWords } from './pay-words.ts'

export const DATES: DateWords = {
  days: { 0: 'oggi', 1: 'domani', '-1': 'ieri', 2: 'dopodomani' },
  parts: { 9: 'mattina, mattino', 15: 'pomeriggio', 19: 'sera' },
  tonight: { 20: 'stasera' },
  exact: { 12: 'mezzogiorno', 0: 'mezzanotte' },
  units: {
    minute: 'minuto, minuti',
    hour: 'ora, ore',
    day: 'giorno, giorni',
    workday: 'giorni lavorativi, giorno lavorativo',
    week: 'settimana, settimane',
    month: 'mese, mesi',
    year: 'anno, anni',
  },
  counts: { 1: 'un, uno, una', 2: 'due', 3: 'tre', 4: 'quattro', 5: 'cinque', 6: 'sei', 10: 'dieci' },
  last: 'scorso, scorsa',
  this: 'questo, questa',
  next: 'prossimo, prossima',
  at: 'alle',
  clock: '',
  until: 'alle, fino alle',
  from: 'dalle',
  of: 'di',
  end: 'fine, fine del, fine della, la fine del, la fine della',
  around: 'il, lo, la, ore, del, di',
  ahead: 'tra, fra',
  aheadAfter: '',
  past: '',
  pastAfter: 'fa',
  halfPast: '',
  halfTo: '',
  quarterPast: '',
  quarterTo: '',
}

export const PAY: PayWords = {
  multiples: { 1000: 'mila', 1000000: 'milioni, mln', 1000000000: 'mld, miliardi' },
  periods: {
    year: 'annuo, annui, annua, annue, annuale, annuali, annualmente, ral',
    ...{ month: 'mensile, mensili, mensilmente, netti al mese', week: 'settimanale, settimanali' },
    ...{ day: 'giornaliero, giornalieri, giornaliera', hour: 'orario, oraria, orari, all ora' },
    ...{ '2 week': 'bisettimanale', '0.5 month': 'quindicinale' },
    ...{ '3 month': 'trimestrale, trimestrali', '?': 'bimestrale, bimensile' },
  },
  nouns: {
    ...{ year: 'anno, anni', month: 'mese, mesi', week: 'settimana, settimane' },
    ...{ day: 'giorno, giorni, gg', hour: 'ora, ore' },
  },
  leads: 'al, all, per, alla, ogni, l, il, la',
  counts: { 2: 'due', 4: 'quattro' },
  joins: 'a, ai, fino a, sino a',
  openers: 'tra, fra, tra i, fra i',
  ands: 'e, ed, ai',
  atLeast:
    'da, a partire da, minimo, almeno, non meno di, più di, oltre, superiore a, non inferiore a, min, partendo da, dai, minima',
  atMost:
    'fino a, massimo, al massimo, sino a, meno di, non più di, inferiore a, non superiore a, max, fino ad un massimo di',
  orMore: 'o più, e oltre, in su, minimo',
  orLess: 'massimo, o meno, al massimo',
  plain: 'lordi, lordo, lorda, lorde, netti, netto, circa, euro lordi, euro',
  labels: {
    base: 'stipendio base, paga base, fisso, parte fissa, retribuzione fissa',
    pay: 'stipendio, retribuzione, ral, salario, paga, compenso, retributivo, retributiva, inquadramento economico, range retributivo, fascia retributiva',
    total: 'pacchetto, totale, pacchetto retributivo',
    bonus:
      'premio, premi, provvigioni, provvigione, variabile, variabili, incentivi, mbo, premio di produzione, tredicesima',
    signing: 'bonus di ingresso, bonus di benvenuto',
    allowance: 'buoni, buoni pasto, buono, ticket, rimborso, rimborsi, indennità, welfare, trasferta',
    reward: 'ricompensa, borsa, segnalazione',
    business:
      'fatturato, finanziamento, finanziamenti, clienti, ricavi, investimenti, dipendenti, budget, raccolto, costo',
  },
  without: 'oltre, più, escluso, esclusi, e, con, inclusi',
  not: 'non, mai',
  pieces: 'chilometro, pagina, parola, consegna, turno',
}
