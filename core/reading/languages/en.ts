// English.
import type { DateWords } from './language.ts'
import type { PayWords } from './pay-words.ts'

export const DATES: DateWords = {
  days: {
    0: 'today, tod',
    1: 'tomorrow, tom, tmr, tmrw, tmw, 2moro',
    '-1': 'yesterday',
    2: 'day after tomorrow, overmorrow',
    '-2': 'day before yesterday',
  },
  parts: { 9: 'morning', 15: 'afternoon', 19: 'evening', 20: 'night' },
  tonight: { 20: 'tonight', 17: 'eod, eob, cob, close of business, end of day, end of business' },
  exact: { 12: 'noon, midday', 0: 'midnight' },
  units: {
    minute: 'min, mins, minute, minutes',
    hour: 'h, hr, hrs, hour, hours',
    day: 'd, day, days',
    workday: 'business day, business days, working day, working days, workday, workdays, weekdays',
    week: 'w, wk, wks, week, weeks',
    month: 'mo, mos, month, months',
    year: 'y, yr, yrs, year, years',
  },
  counts: {
    1: 'a, an, one',
    2: 'two',
    3: 'three',
    4: 'four',
    5: 'five',
    6: 'six',
    7: 'seven',
    8: 'eight',
    9: 'nine',
    10: 'ten',
    11: 'eleven',
    12: 'twelve',
  },
  last: 'last, past, previous',
  this: 'this',
  next: 'next, coming',
  at: 'at, @',
  clock: "o'clock, oclock, hrs",
  until: 'to, until, till, til',
  from: 'from',
  of: 'of',
  end: 'end of, end of the, end of this, the end of',
  around: 'on, by, the, in the, at the, local time',
  ahead: 'in',
  aheadAfter: 'from now, hence, ahead',
  past: '',
  pastAfter: 'ago, back',
  halfPast: 'half past',
  halfTo: '',
  quarterPast: 'quarter past, quarter after, a quarter past, a quarter after',
  quarterTo: 'quarter to, quarter of, quarter till, a quarter to',
}

export const PAY: PayWords = {
  multiples: {
    ...{ 1e3: 'k, grand, thousand, thousands, mil', 1e5: 'lakh, lakhs, lac, lacs, lpa, l' },
    ...{ 1e6: 'm, mm, mn, million, millions', 1e7: 'crore, crores, cr, cpa', 1e9: 'billion, bn' },
  },
  currencies: {
    EUR: 'euro, euros',
    GBP: 'pounds, pound, sterling, quid',
    null: 'francs, rupees, dirhams, pesos, crowns',
    ZAR: 'rand',
    CNY: 'rmb, yuan',
    ...{ JPY: 'yen', PLN: 'zloty', NGN: 'naira', ILS: 'shekels', THB: 'baht', MYR: 'ringgit', KRW: 'won' },
  },
  periods: {
    year: 'p.a, pa, lpa, cpa, annum, annual, annually, annualized, annualised, yearly, yr, per year, p/a',
    ...{ month: 'p.m, pm, pcm, monthly', week: 'p.w, pw, weekly', day: 'p.d, pd, daily, per diem' },
    hour: 'p.h, ph, hourly, hr',
    '2 week': 'biweekly, bi weekly, biweek, bi week, fortnightly, every other week, fortnight',
    '4 week': 'four weekly',
    '0.5 month': 'semimonthly, semi monthly, semimonth, semi month, twice monthly, twice a month',
    '3 month': 'quarterly',
    '6 month': 'semiannual, semiannually, semi annual, semi annually, half yearly',
    '?': 'bimonthly, bi monthly, bimonth, bi month, biannual, biannually, biennial, one time, once',
  },
  nouns: {
    ...{ year: 'year, years, y, yrs', month: 'month, months, mo, mos, mth, mths, mon, m' },
    ...{ week: 'week, weeks, wk, wks, w', day: 'day, days, d', hour: 'hour, hours, h, hrs' },
    ...{ '3 month': 'quarter', '15 minute': 'quarter hour', '0.5 hour': 'half hour' },
    ...{ '2 week': 'fortnight', minute: 'minute, minutes, min, mins' },
  },
  leads: '/, per, a, an, each, every, by the, for each',
  counts: { 1: 'one', 2: 'two', 3: 'three', 4: 'four', 6: 'six', 12: 'twelve', '0.5': 'half' },
  joins: '-, to, till, until, through, thru',
  openers: 'between, betw, b/w',
  ands: 'and, &',
  atLeast:
    'from, starting, starting at, starting from, starts at, starts from, start at, start from, at least, min, minimum, minimum of, over, above, more than, no less than, not less than, not below, not under, not lower than, no lower than, no fewer than, upwards of, north of, in excess of, greater than, beginning at, begins at, no under, exceeding, exceeds, floor of, no worse than',
  atMost:
    'up to, upto, as much as, max, maximum, maximum of, at most, under, below, less than, no more than, not more than, not over, not above, not exceeding, not to exceed, no higher than, no greater than, capped at, cap of, until, limit of, not higher than, never more than, does not exceed, lower than, fewer than',
  orMore:
    'min, minimum, upwards, onwards, and up, and above, or more, and more, or above, or higher, and higher, and over, at least, or better',
  orLess:
    'max, maximum, tops, or less, and below, or below, or under, at most, ceiling, or lower, and under, limit',
  plain:
    'gross, net, brutto, doe, cash, usd, approx, approximately, about, around, circa, ca, c, roughly, rate, dollars, before tax, pre tax, base, basic, salary, full time, fte',
  labels: {
    base: 'base, basic, fixed, base salary, base pay, base rate, base compensation, base wage, basic salary, basic pay, fixed salary, guaranteed salary, base range',
    pay: 'salary, salaries, salry, sal, pay, payrate, compensation, comp, wage, wages, remuneration, earnings, rate, rates, hourly rate, day rate, daily rate, salary range, pay range, pay scale, rate of pay, ctc, stipend range, earn, hiring range, pay band, salary band, pay grade',
    total:
      'total, total compensation, total comp, total cash, total pay, total package, total rewards, tc, package, total earnings',
    target:
      'ote, on target, on target earnings, target earnings, target cash, target compensation, target total, uncapped earnings, potential earnings, earning potential, realistic ote, first year ote',
    bonus:
      'bonus, bonuses, commission, commissions, variable, incentive, incentives, profit share, profit sharing, overtime, premium, differential, tip, tips, override, draw, mbo, retention, retainer, thirteenth, holiday pay',
    signing:
      'sign on, signing, sign on bonus, signing bonus, joining bonus, sign-on, welcome bonus, golden hello, joining, starting bonus',
    equity:
      'equity, stock, rsu, rsus, shares, options, share, grant of stock, espp, esop, stock options, restricted stock',
    allowance:
      'allowance, allowances, stipend, stipends, voucher, vouchers, reimbursement, reimbursements, relocation, per diem, perk, perks, benefit, benefits, subsidy, budget, subsistence, expenses, expense, tuition, learning, meal, lunch, travel, commuter, gym, childcare, hsa, pension, contribution, contributions, coverage, insurance, deductible, match, laptop, equipment, car, phone, wellness, housing, discount, credit, copay, cover',
    reward:
      'reward, rewards, referral, refer, prize, prizes, award, awards, scholarship, fine, raffle, gift, bounty, fee, fees, donation, grant, grants',
    business:
      'average salary, average salaries, median salary, average pay, minimum wage, living wage, average compensation, revenue, revenues, turnover, funding, raised, raise, arr, mrr, valuation, valued, customers, customer, clients, deal, deals, sales, quota, pipeline, portfolio, assets, aum, acv, tcv, gmv, budgets, spend, spending, savings, saved, series, investment, investments, invested, market, payments, transactions, transaction, contract value, contracts, projects, loans, loan, merchants, users, user, employees, profit, profits, ebitda, income fund, managed, worth, companies, company with, capital, seed, budget of, per seat, purchase, orders, order, subscription, subscriptions, product, products, plans, price, prices, priced, price of, cost, costs, costing',
    later:
      'increases to, increasing to, rising to, rises to, goes to, going to, progressing to, progress to, increase to, rise to, goes up to, then, after probation, reviewed to, moving to, step up to, was, started at, previously, formerly, down from, they started',
  },
  without:
    'excluding, exclusive of, not including, plus, without, excl, in addition to, before, on top of, as well as, along with, and, with, apart from, incl, including, inclusive of, includes, or',
  not: 'no, not, never, t, cannot, without',
  pieces:
    'mile, miles, km, kilometre, kilometer, page, word, article, item, piece, visit, session, class, lesson, delivery, deliveries, order, trip, load, ride, appointment, shift, project, assignment, call, lead, sale, unit, seat, student, patient, person, head, case, task, order, parcel, stop, sqft, acre, user, licence, license, device, customer, employee, transaction, referral, event, game, match, gig, performance, show, night, booking, contract, engagement',
}
