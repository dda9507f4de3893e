// A comparison of offers as one HTML page to print.
import { escapeHtml } from '../../core/kernel/escape-html.ts'
import { barsOf, pageOf } from './page.ts'
import type { Names } from './table.ts'
import { PARTS, ranked, remarks, whole as money, type OfferComparison } from './offer-comparison.ts'
import { localDay } from './time.ts'

type Row = OfferComparison['offers'][number]
type Year = Row['years'][number]

const STYLE =
  'body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}' +
  'table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #ddd}' +
  'th:first-child,td:first-child{text-align:left}tr.all td{font-weight:600;border-bottom:2px solid #222}' +
  'h2{margin:1.5rem 0 .25rem}li{margin:.2rem 0}@media print{section{break-inside:avoid}}'

const HEADERS = ['Year', 'Base', 'Bonus', 'Equity', 'Signing', 'Other', 'Total']

function yearRow({ year, base, bonus, equity, signing, other, total }: Year): string {
  const cells = [base, bonus, equity, signing, other, total].map(
    ({ amount, from }) => `<td title="${escapeHtml(from)}">${money(amount)}</td>`,
  )
  return `<tr><td>${year}</td>${cells.join('')}</tr>`
}

function section(row: Row, name: string): string {
  const adjusted = row.adjusted ? `<p>At national prices: ${money(row.adjusted.amount)}</p>` : ''
  return `<section><h2>${row.rank}. ${escapeHtml(name)}</h2><table><thead><tr>${HEADERS.map((title) => `<th>${title}</th>`).join('')}</tr></thead>
<tbody>${row.years.map(yearRow).join('\n')}<tr class="all"><td>All</td><td colspan="5"></td><td>${money(row.total.amount)}</td></tr></tbody></table>${adjusted}</section>`
}

function chart(rows: readonly Row[], names: Names): string {
  const most = Math.max(...rows.flatMap(({ years }) => years.map(({ total }) => total.amount)), 1)
  const bars = rows.flatMap(({ id, years }) =>
    years.map((year) => ({
      label: `${(names.get(id) ?? id).slice(0, 20)}, year ${year.year}`,
      parts: PARTS.map(([, color, , of]) => ({ share: of(year) / most, color })),
      figure: money(Math.round(year.total.amount)),
    })),
  )
  const legend = PARTS.map(([, color, name]) => `<span style="color:${color}">■</span> ${name}`)
  return `${barsOf('Pay by year', bars)}<p>${legend.join(' &nbsp; ')}</p>`
}

export function comparisonPage(compared: OfferComparison, names: Names, now: Date): string {
  const rows = ranked(compared.offers)
  const notes = remarks(compared, names).map((line) => `<li>${escapeHtml(line)}</li>`)
  return pageOf(
    'Offers compared',
    STYLE,
    `<p>${localDay(now.toISOString())}, in ${escapeHtml(compared.currency)}. Years of employment.</p>
${chart(rows, names)}
${rows.map((row) => section(row, names.get(row.id) ?? row.id)).join('\n')}
<section><h2>What it rests on</h2><ul>${notes.join('\n')}</ul></section>`,
  )
}
