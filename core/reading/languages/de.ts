// German.
import type { DateWords } from './language.ts'
import type { PayWords } from './pay-words.ts'

export const DATES: DateWords = {
  days: { 0: 'heute', 1: 'morgen', '-1': 'gestern', 2: 'ubermorgen, uebermorgen', '-2': 'vorgestern' },
  parts: {
    9: 'fruh, vormittag, vormittags, morgens',
    15: 'nachmittag, nachmittags',
    19: 'abend, abends',
  },
  exact: { 12: 'mittag, mittags', 0: 'mitternacht' },
  units: {
    minute: 'minute, minuten',
    hour: 'stunde, stunden, std',
    day: 'tag, tage, tagen',
    workday: 'werktag, werktage, werktagen, arbeitstag, arbeitstage, arbeitstagen',
    week: 'woche, wochen',
    month: 'monat, monate, monaten',
    year: 'jahr, jahre, jahren',
  },
  counts: {
    1: 'ein, eins, eine, einem, einer, einen',
    2: 'zwei',
    3: 'drei',
    4: 'vier',
    5: 'funf, fuenf',
    6: 'sechs',
    7: 'sieben',
    8: 'acht',
    9: 'neun',
    10: 'zehn',
    11: 'elf',
    12: 'zwolf, zwoelf',
  },
  last: 'letzte, letzten, letzter, letztes, vorige, vorigen',
  this: 'diese, diesen, dieser, dieses',
  next: 'nachste, nachsten, nachster, nachstes, naechste, naechsten, kommende, kommenden, kommender',
  at: 'um',
  clock: 'uhr',
  until: 'bis',
  from: 'von, ab',
  of: '',
  end: 'ende, ende der, ende des, ende dieser, bis ende',
  around: 'am, den, dem, der, die, zum, gegen, ca',
  ahead: 'in',
  aheadAfter: '',
  past: 'vor',
  pastAfter: '',
  halfPast: '',
  halfTo: 'halb',
  quarterPast: 'viertel nach',
  quarterTo: 'viertel vor',
}

export const PAY: PayWords = {
  multiples: { 1000: 'tsd, tausend, t', 1000000: 'mio, mill, millionen', 1000000000: 'mrd, milliarden' },
  currencies: { CHF: 'franken, sfr, fr, stutz', USD: 'us-dollar' },
  periods: {
    year: 'jährlich, jährliches, jährlicher, jährliche, jahresgehalt, p.j, jahresbrutto, jahresbruttogehalt, bruttojahresgehalt, jahreslohn, jahreseinkommen, zieljahresgehalt, jahresverdienst, jahresfixum, jahresbruttolohn',
    month:
      'monatlich, monatliches, monatliche, monatlicher, mtl, monatsgehalt, monatslohn, monatsbrutto, bruttomonatsgehalt, monatsbruttogehalt, monatsverdienst, p.mt, bruttomonatslohn, monatsbezug',
    week: 'wöchentlich, wochenlohn',
    day: 'täglich, tagessatz, tagsatz, tageshonorar, pt',
    hour: 'stündlich, stundenlohn, stundensatz, bruttostundenlohn, std',
    '2 week': 'vierzehntäglich, zweiwöchentlich, 14-tägig, 14-täglich, zweiwöchig',
    '3 month': 'vierteljährlich, quartalsweise',
    '6 month': 'halbjährlich',
    '?': 'einmalig, einmalzahlung',
  },
  nouns: {
    ...{ year: 'jahr, jahre, jahren, jhr', month: 'monat, monate, monaten, mt', week: 'woche, wochen' },
    ...{ day: 'tag, tage, tagen', hour: 'stunde, stunden, std', '3 month': 'quartal' },
  },
  leads: 'im, je, pro, in der, am, die, alle, jede, jeden',
  counts: { 2: 'zwei', 3: 'drei', 4: 'vier', 6: 'sechs' },
  joins: 'bis, bis zu',
  openers: 'zwischen',
  ands: 'und, u',
  atLeast:
    'ab, mindestens, mind, min, wenigstens, nicht unter, nicht weniger als, mehr als, über, oberhalb von, kein gehalt unter, startet bei, beginnend bei, beginnt bei, ab ca, nicht niedriger als, nicht geringer als, minimal',
  atMost:
    'bis zu, bis, maximal, max, höchstens, nicht über, nicht mehr als, weniger als, unter, unterhalb von, maximum von, bis maximal, bis max, nicht höher als, keinesfalls mehr als',
  orMore: 'und mehr, oder mehr, aufwärts, mindestens, minimum, und darüber',
  orLess: 'maximal, höchstens, oder weniger, und weniger, maximum',
  plain:
    'brutto, netto, ca, circa, etwa, rund, vb, vhb, grundgehalt, fix, fixgehalt, bei vollzeit, vollzeit, zzgl',
  labels: {
    base: 'grundgehalt, fixgehalt, fixum, grundlohn, basisgehalt, festgehalt, fixlohn, basislohn, fix, grundvergütung, mindestgehalt, mindestlohn, mindestentgelt, kv mindestgehalt',
    pay: 'gehalt, gehaltsrahmen, gehaltsspanne, gehaltsband, gehaltsvorstellung, lohn, vergütung, entgelt, verdienst, bruttogehalt, einstiegsgehalt, jahresgehalt, monatsgehalt, stundenlohn, tagessatz, stundensatz, bezahlung, salär, verdienen, jahresbrutto, jahresbruttogehalt, bruttojahresgehalt, monatsbrutto, bruttomonatsgehalt, monatsbruttogehalt, monatslohn, jahreslohn, besoldung, dotierung, lohnband, lohnbandbreite, bruttolohn, bruttomonatslohn, einkommen, honorar, entlohnung, ausbildungsvergütung, gehaltsangabe',
    total: 'gesamtvergütung, gesamtpaket, gesamtgehalt, paket, gesamt, gesamtverdienst, gesamtbezüge',
    target: 'zielgehalt, zieleinkommen, zieljahresgehalt, zielvergütung, bei zielerreichung',
    bonus:
      'boni, prämie, prämien, provision, provisionen, variabel, variabler, variable vergütung, zielbonus, urlaubsgeld, weihnachtsgeld, zulage, zulagen, zuschlag, zuschläge, jahresbonus, tantieme, sonderzahlung',
    signing:
      'antrittsbonus, antrittsprämie, startprämie, willkommensprämie, wechselprämie, startbonus, willkommensbonus',
    equity: 'aktien, anteile, beteiligung',
    allowance:
      'zuschuss, zuschüsse, essenszuschuss, fahrtkostenzuschuss, weiterbildungsbudget, sachbezug, gutschein, gutscheine, kinderbetreuung, umzug, umzugspauschale, pauschale, spesen, firmenwagen, altersvorsorge, jobticket, mobilitätsbudget, fortbildungsbudget',
    reward: 'vermittlungsprämie, empfehlungsprämie, belohnung, preis, preisgeld, werbeprämie, stipendium',
    business:
      'umsatz, jahresumsatz, finanzierung, finanzierungsrunde, kunden, auftragsvolumen, investition, investitionen, budget, budgetverantwortung, bilanzsumme, mitarbeiter, mitarbeitende, gewinn, volumen, kosten',
    later: 'nach der probezeit, steigend auf, steigt auf, nach probezeit, danach, später',
  },
  without: 'zzgl, zuzüglich, ohne, exkl, plus, sowie, und, mit, neben, inkl, inklusive',
  not: 'nicht, kein, keine, keinesfalls, nie, niemals',
  pieces: 'kilometer, stück, seite, wort, schicht, einsatz, auftrag, mitarbeiter, monatskarte',
}
