// Spanish.
import type { DateWords } from './language.ts'
import type { PayWords } from './pay-words.ts'

export const DATES: DateWords = {
  days: { 0: 'hoy', 1: 'manana', '-1': 'ayer', 2: 'pasado manana', '-2': 'anteayer' },
  parts: { 9: 'por la manana, de la manana', 15: 'por la tarde, de la tarde', 20: 'por la noche' },
  tonight: { 20: 'esta noche' },
  exact: { 12: 'mediodia', 0: 'medianoche' },
  units: {
    minute: 'minuto, minutos',
    hour: 'hora, horas',
    day: 'dia, dias',
    workday: 'dia laborable, dias laborables, dia habil, dias habiles',
    week: 'semana, semanas',
    month: 'mes, meses',
    year: 'ano, anos',
  },
  counts: {
    1: 'un, una',
    2: 'dos',
    3: 'tres',
    4: 'cuatro',
    5: 'cinco',
    6: 'seis',
    7: 'siete',
    8: 'ocho',
    9: 'nueve',
    10: 'diez',
    11: 'once',
    12: 'doce',
  },
  last: 'pasado, pasada, ultimo, ultima',
  this: 'este, esta',
  next: 'proximo, proxima, que viene',
  at: 'a las, a la',
  clock: 'horas, hrs',
  until: 'hasta, a',
  from: 'de, desde',
  of: 'de, del',
  end: 'final de, finales de, fin de, final del, fines de, finales del, fin del',
  around: 'el, la, los',
  ahead: 'en, dentro de',
  aheadAfter: '',
  past: 'hace',
  pastAfter: '',
  halfPast: '',
  halfTo: '',
  quarterPast: '',
  quarterTo: '',
}

export const PAY: PayWords = {
  multiples: { 1000: 'mil', 1000000: 'millones, millón' },
  currencies: {
    ...{ MXN: 'pesos mexicanos', ARS: 'pesos argentinos', CLP: 'pesos chilenos', PEN: 'soles' },
    ...{ null: 'dólares', GTQ: 'quetzales', CRC: 'colones', PYG: 'guaraníes', BOB: 'bolivianos' },
    ...{ HNL: 'lempiras', COP: 'pesos colombianos' },
  },
  periods: {
    year: 'anual, anuales, anualmente, b/a',
    month: 'mensual, mensuales, mensualmente, b/m, al mes',
    ...{ week: 'semanal, semanales, semanalmente', day: 'diario, diarios, diaria, diariamente' },
    ...{ hour: 'por hora', '2 week': 'catorcenal, bisemanal' },
    '0.5 month': 'quincenal, quincenales, quincenalmente, quincena',
    ...{ '3 month': 'trimestral, trimestrales', '6 month': 'semestral' },
    '?': 'bimensual, bimestral, único',
  },
  nouns: {
    ...{ year: 'año, años', month: 'mes, meses', week: 'semana, semanas', day: 'día, dia, días' },
    hour: 'hora, horas',
  },
  leads: 'al, por, a la, cada, el, la',
  counts: { 2: 'dos', 3: 'tres', 4: 'cuatro' },
  joins: 'a, hasta, y hasta',
  openers: 'entre',
  ands: 'y, e',
  atLeast:
    'desde, a partir de, mínimo, mínimo de, al menos, más de, no menos de, como mínimo, por encima de, superior a, no inferior a, min, mín, de al menos, desde los',
  atMost:
    'hasta, máximo, máximo de, como máximo, menos de, no más de, por debajo de, inferior a, no superior a, máx, hasta los, hasta un máximo de',
  orMore: 'o más, y más, mínimo, como mínimo, en adelante',
  orLess: 'máximo, como máximo, o menos',
  plain:
    'bruto, brutos, bruta, brutas, neto, netos, netas, libres, líquidos, b, euros, aprox, aproximadamente, según valía, según experiencia',
  labels: {
    base: 'salario base, sueldo base, fijo, fijos, sueldo fijo, salario fijo, parte fija',
    pay: 'salario, sueldo, sueldos, remuneración, retribución, banda salarial, rango salarial, salarial, honorarios, nómina, paga, jornal, renta',
    total: 'paquete, total, compensación total, paquete total',
    bonus:
      'bonos, comisiones, comisión, variable, variables, incentivo, incentivos, prima, primas, aguinaldo',
    signing: 'bono de bienvenida, bono de incorporación',
    equity: 'acciones, participaciones',
    allowance:
      'vales, vale, dietas, dieta, ayuda, subsidio, cheque, cheques, reembolso, plus transporte, tickets, despensa, viáticos',
    reward: 'recompensa, premio, premios, recomendación, beca, referido',
    business:
      'facturación, facturamos, ventas, financiación, ronda, clientes, ingresos, inversión, presupuesto, empleados, usuarios, capital, cartera, precio, costo, coste',
    later: 'después, luego, tras el periodo de prueba',
  },
  without: 'más, sin, excluyendo, y, con, además de, incluido',
  not: 'no, nunca, ni',
  pieces: 'kilómetro, viaje, página, palabra, entrega, servicio, turno',
}
