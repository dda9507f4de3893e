// Polish.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'tys, tysięcy, tysiące', 1000000: 'mln, milionów', 1000000000: 'mld' },
  currencies: { PLN: 'zł, zl, złotych, złote, pln' },
  periods: {
    year: 'rocznie, roczne, rok, roczna, roczny',
    month: 'miesięcznie, miesięczne, miesięczna, mies, mies., m-c, mc, mies',
    ...{ week: 'tygodniowo, tygodniowe', day: 'dziennie, dzienna' },
    ...{ hour: 'godzinowo, godzinowa, godz, rbh, roboczogodzina', '2 week': 'co dwa tygodnie' },
    ...{ '3 month': 'kwartalnie, kwartalna', '?': 'jednorazowo' },
  },
  nouns: {
    ...{ year: 'roku, rok', month: 'miesiąc, miesiąca', week: 'tydzień, tygodniu', day: 'dzień, dnia' },
    hour: 'godzinę, godzina, godzinie, h',
  },
  leads: 'na, za, w, co, per',
  counts: { 2: 'dwa' },
  joins: 'do, a, aż do',
  openers: 'między, pomiędzy',
  ands: 'a, i',
  atLeast:
    'od, co najmniej, minimum, min, powyżej, ponad, nie mniej niż, więcej niż, nie niższe niż, przynajmniej',
  atMost:
    'do, maksymalnie, max, maks, poniżej, nie więcej niż, mniej niż, nie wyższe niż, najwyżej, nawet do',
  orMore: 'i więcej, lub więcej, minimum, wzwyż',
  orLess: 'maksymalnie, lub mniej, max, maks',
  plain: 'brutto, netto, ok, około, na rękę, + vat, vat, b2b, uop',
  labels: {
    base: 'podstawa, podstawy, wynagrodzenie podstawowe, pensja podstawowa, wynagrodzenie zasadnicze',
    pay: 'wynagrodzenie, pensja, płaca, stawka, widełki, zarobki, pensji, wynagrodzenia, stawki, zarobek',
    total: 'łącznie, pakiet',
    bonus: 'premia, premie, prowizja, prowizje, dodatek, dodatki, premii',
    allowance: 'dofinansowanie, karta, zwrot, ryczałt, diety, dieta, bon, bony',
    reward: 'nagroda, nagrody, polecenie',
    business: 'obrót, obroty, przychód, przychody, klientów, finansowanie, inwestycja, pracowników, budżet',
  },
  without: 'plus, bez, oraz, i, z',
  not: 'nie, nigdy',
}
