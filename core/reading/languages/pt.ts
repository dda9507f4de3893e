// Portuguese.
import type { DateWords } from './language.ts'
import type { PayWords } from './pay-words.ts'

export const DATES: DateWords = {
  days: { 0: 'hoje', 1: 'amanha', '-1': 'ontem', 2: 'depois de amanha', '-2': 'anteontem' },
  parts: { 9: 'de manha, da manha', 15: 'a tarde, da tarde', 20: 'a noite, da noite' },
  exact: { 12: 'meio-dia, meio dia', 0: 'meia-noite, meia noite' },
  units: {
    minute: 'minuto, minutos',
    hour: 'hora, horas',
    day: 'dia, dias',
    workday: 'dia util, dias uteis',
    week: 'semana, semanas',
    month: 'mes, meses',
    year: 'ano, anos',
  },
  counts: { 1: 'um, uma', 2: 'dois, duas', 3: 'tres', 4: 'quatro', 5: 'cinco', 6: 'seis', 10: 'dez' },
  last: 'passado, passada',
  this: 'este, esta',
  next: 'proximo, proxima, que vem',
  at: 'as',
  clock: 'horas',
  until: 'as, ate, ate as',
  from: 'das',
  of: 'de',
  end: 'fim de, fim do, fim da, final do, final da',
  around: 'em, no, na, dia',
  ahead: 'em, daqui a',
  aheadAfter: '',
  past: 'ha',
  pastAfter: 'atras',
  halfPast: '',
  halfTo: '',
  quarterPast: '',
  quarterTo: '',
}

export const PAY: PayWords = {
  multiples: { 1000: 'mil', 1000000: 'milhão, milhões, mi' },
  currencies: { BRL: 'reais, real' },
  periods: {
    ...{ year: 'anual, anuais, anualmente', month: 'mensal, mensais, mensalmente' },
    ...{ week: 'semanal, semanais', day: 'diário, diários, diária', '2 week': 'bissemanal' },
    ...{ '0.5 month': 'quinzenal, quinzenais, quinzena', '3 month': 'trimestral, trimestrais' },
    ...{ '6 month': 'semestral', '?': 'bimestral' },
  },
  nouns: { year: 'ano, anos', month: 'mês', week: 'semana', day: 'dia, dias', hour: 'hora, horas' },
  leads: 'ao, por, à, cada, o, a',
  counts: { 2: 'duas, dois' },
  joins: 'a, até, à, ate',
  openers: 'entre',
  ands: 'e',
  atLeast:
    'a partir de, desde, mínimo, mínimo de, no mínimo, pelo menos, mais de, não menos que, não menos de, acima de, não inferior a, superior a',
  atMost:
    'até, máximo, máximo de, no máximo, menos de, não mais que, não mais de, abaixo de, inferior a, não superior a, ate',
  orMore: 'ou mais, no mínimo',
  orLess: 'no máximo, ou menos',
  plain: 'bruto, brutos, líquido, líquidos, ilíquidos, aproximadamente, clt, pj',
  labels: {
    base: 'salário base, salário fixo, fixo, remuneração fixa',
    pay: 'salário, salario, remuneração, ordenado, vencimento, faixa salarial, vencimentos, pretensão salarial, bolsa auxílio',
    total: 'pacote, total',
    bonus: 'bônus, bónus, comissão, comissões, variável, prêmio, plr, gratificação',
    equity: 'ações',
    allowance: 'vale, auxílio, ajuda de custo, subsídio, reembolso, cartão, refeição, alimentação',
    reward: 'recompensa, indicação, bolsa',
    business:
      'faturamento, faturação, receita, receitas, rodada, investimento, clientes, usuários, captou, captamos, colaboradores, custo, preço',
  },
  without: 'mais, sem, e, com, além de, incluindo',
  not: 'não, nunca, nem',
  pieces: 'quilômetro, página, palavra, entrega, plantão',
}
