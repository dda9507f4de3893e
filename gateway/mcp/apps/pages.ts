// The pages of MCP Apps: each draws its tool's result.
import { appPage } from './page.ts'

export const BOARD_APP = appPage(
  {
    name: 'board',
    title: 'The search',
    description: 'Jobs by status, and what needs attention, as a page.',
  },
  `
  const { figures, needsAttention = [], attentionTotal } = data
  const shown = attentionTotal > needsAttention.length ? ' (' + needsAttention.length + ' of ' + attentionTotal + ')' : ''
  const column = ([status, jobs]) => element('div', [element('h2', status), element('p', number(jobs))], 'card')
  const card = ({ company, role, reason, suggestion }) =>
    element('div', [element('h2', company + ' — ' + role), element('p', reason), element('small', suggestion)], 'card')
  return [
    element('h1', number(figures.total) + ' jobs, response rate ' + Math.round(figures.responseRate * 100) + ' %'),
    element('div', Object.entries(figures.byStatus).map(column), 'columns'),
    ...(needsAttention.length ? [element('h1', 'Needs attention' + shown), element('div', needsAttention.map(card), 'columns')] : []),
  ]
`,
)

export const OFFERS_APP = appPage(
  { name: 'offers', title: 'Offers side by side', description: 'A comparison of offers, as a page.' },
  `
  const { currency, offers, ranking, assumptions = [] } = data
  const inOrder = [...offers].sort((a, b) => a.rank - b.rank)
  const row = (label, valueOf) =>
    element('tr', [element('td', label), ...inOrder.map((offer) => element('td', valueOf(offer)))])
  const amount = (figure) => (figure ? number(figure.amount) : '–')
  const parts = ['base', 'bonus', 'equity', 'signing', 'other']
  const head = element('tr', [element('th', currency), ...inOrder.map(({ rank, company, role }) => element('th', rank + '. ' + company + ' — ' + role))])
  return [
    element('h1', ranking),
    element('table', [
      head,
      ...parts.map((part) => row(part + ', year 1', ({ years }) => amount(years[0][part]))),
      row('year 1', ({ years }) => amount(years[0].total)),
      row('all ' + inOrder[0].years.length + ' years', ({ total }) => amount(total)),
      row('at national prices', ({ adjusted }) => amount(adjusted)),
      row('typical base pay', ({ market }) => amount(market?.typical?.median)),
    ]),
    ...inOrder.map(({ company, missing }) => element('p', missing.length ? company + ', not known: ' + missing.join('; ') : null)),
    ...assumptions.map(({ name, value, why }) => element('small', name + ' ' + value + ': ' + why)),
  ]
`,
)

export const PAY_APP = appPage(
  { name: 'pay', title: 'Pay', description: 'Typical pay of a role with its range, as a page.' },
  `
  const { role, city, typical, pay, offers, summary } = data
  const place = city ? city.name + ', ' + city.state : 'the United States'
  const range = (label, low, middle, high, least, most) => {
    const at = (value) => ((value - least) / (most - least || 1)) * 100 + '%'
    const [bar, mark] = [element('i', ''), element('b', '')]
    bar.style.left = at(low)
    bar.style.width = 'calc(' + at(high) + ' - ' + at(low) + ')'
    mark.style.left = at(middle)
    return element('div', [element('h2', label + ': $' + number(middle) + ', $' + number(low) + ' to $' + number(high)), element('div', [bar, mark], 'range')])
  }
  const rows = [
    typical && ['Typical, nine employers in ten', typical.low, typical.median, typical.high],
    pay && ['Surveys, the middle half', pay.low, pay.median, pay.high],
    offers && ['Filed offers, the middle half', offers.p25, offers.median, offers.p75],
  ].filter(Boolean)
  const all = rows.flatMap((row) => row.slice(1))
  return [
    element('h1', role.title + ' in ' + place + ', base pay a year'),
    ...rows.map((row) => range(...row, Math.min(...all), Math.max(...all))),
    element('p', typical?.why),
    element('small', summary.split('\\n').at(-1)),
  ]
`,
)

export const APP_PAGES = [BOARD_APP, OFFERS_APP, PAY_APP] as const
