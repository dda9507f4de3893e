// French.
import type { DateWords } from './language.ts'
import type { PayWords } from './pay-words.ts'

export const DATES: DateWords = {
  days: { 0: "aujourd'hui", 1: 'demain', '-1': 'hier', 2: 'apres-demain, apres demain', '-2': 'avant-hier' },
  parts: { 9: 'matin, matinee', 15: 'apres-midi, apres midi', 19: 'soir, soiree' },
  tonight: { 19: 'ce soir' },
  exact: { 12: 'midi', 0: 'minuit' },
  units: {
    minute: 'minute, minutes',
    hour: 'heure, heures',
    day: 'jour, jours',
    workday: 'jour ouvre, jours ouvres, jour ouvrable, jours ouvrables',
    week: 'semaine, semaines',
    month: 'mois',
    year: 'an, ans, annee, annees',
  },
  counts: {
    1: 'un, une',
    2: 'deux',
    3: 'trois',
    4: 'quatre',
    5: 'cinq',
    6: 'six',
    7: 'sept',
    8: 'huit',
    9: 'neuf',
    10: 'dix',
    11: 'onze',
    12: 'douze',
  },
  last: 'dernier, derniere',
  this: 'ce, cette',
  next: 'prochain, prochaine',
  at: 'a',
  clock: 'heures, heure',
  until: 'a, jusqu a',
  from: 'de',
  of: 'de',
  end: 'fin de, fin du, fin de la, la fin de, la fin du',
  around: 'le, du, la, vers',
  ahead: 'dans, d ici',
  aheadAfter: '',
  past: 'il y a',
  pastAfter: '',
  halfPast: '',
  halfTo: '',
  quarterPast: '',
  quarterTo: '',
}

export const PAY: PayWords = {
  multiples: { 1000: 'mille, ke', 1000000: 'millions', 1000000000: 'milliards' },
  currencies: { CHF: 'francs suisses', GBP: 'livres' },
  periods: {
    year: 'annuel, annuels, annuelle, annuellement, b/an',
    ...{ month: 'mensuel, mensuels, mensuelle, mensuellement', week: 'hebdomadaire, hebdo' },
    ...{ day: 'journalier, journalière, tjm, quotidien', hour: 'horaire, taux horaire, de l heure' },
    '2 week': 'bimensuellement, toutes les deux semaines, aux deux semaines',
    ...{ '3 month': 'trimestriel, trimestrielle', '6 month': 'semestriel, semestrielle' },
    '?': 'bimensuel, bimensuelle, bimestriel, ponctuel, unique',
  },
  nouns: {
    ...{ year: 'an, ans, année', month: 'mois', week: 'semaine, semaines', day: 'jour, jours, j' },
    ...{ hour: 'heure, heures', '3 month': 'trimestre' },
  },
  leads: 'par, l, les, toutes les, de l, chaque',
  counts: { 2: 'deux', 3: 'trois', 4: 'quatre', 15: 'quinze' },
  joins: 'à, a, au, jusqu à',
  openers: 'entre',
  ands: 'et',
  atLeast:
    'à partir de, dès, au moins, minimum, au minimum, plus de, min, pas moins de, supérieur à, à compter de, débutant à, pas inférieur à, de minimum',
  atMost:
    'jusqu à, jusque, maximum, au maximum, au plus, moins de, max, pas plus de, inférieur à, plafonné à, pas supérieur à',
  orMore: 'minimum, et plus, ou plus, au minimum',
  orLess: 'maximum, au maximum, ou moins, au plus',
  plain:
    'brut, bruts, brute, brutes, net, nets, environ, euros brut, euros, fixe, fixes, selon expérience, selon profil',
  labels: {
    base: 'fixe, salaire de base, salaire fixe, partie fixe, base fixe, fixe annuel',
    pay: 'salaire, rémunération, salarial, salariale, traitement, paie, gages, tjm, taux journalier, taux horaire, fourchette, honoraires, gratification',
    total: 'package, total, rémunération totale, rémunération globale',
    target: 'à objectifs atteints, objectifs atteints, potentiel',
    bonus:
      'prime, primes, variable, variables, commissionnement, commissions, intéressement, participation, treizième',
    signing: 'prime de bienvenue, prime d embauche, prime de signature, prime d arrivée',
    equity: 'bspce, actions, parts',
    allowance:
      'tickets, ticket, titres, titre, panier, indemnité, indemnités, remboursement, frais, mutuelle, chèques, chèque, forfait, budget, allocation, restaurant, transport, télétravail',
    reward: 'cooptation, récompense, parrainage, cadeau, bourse',
    business:
      'chiffre, chiffre d affaires, affaires, ca de, levée, levé, levés, fonds, clients, collaborateurs, valorisation, investissement, financement, salariés, panier moyen, coût',
    later: 'après, ensuite, puis, évolue vers',
  },
  without: 'hors, plus, sans, et, avec, ainsi que, inclus, compris',
  not: 'pas, ne, jamais, non',
  pieces: 'kilomètre, page, mot, course, livraison, mission, nuit',
}
