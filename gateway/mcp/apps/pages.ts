// The pages of MCP Apps (the extension `io.modelcontextprotocol/ui`, revision 2026-01-26): one offline document each.
// The host shows it in a frame and sends it the result of the tool; the page shows the same figures as the result's text.
import { VERSION } from '../../../core/version.ts'
import type { Document } from '../resource.ts'

export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.45 var(--font-sans, system-ui, sans-serif); }
body { margin: 0; padding: 12px; color: var(--color-text-primary, light-dark(#171717, #f5f5f5)); background: var(--color-background-primary, light-dark(#fff, #171717)); }
h1 { font-size: 1.05em; margin: 0 0 8px; }
h2 { font-size: .95em; margin: 0; }
p, small { margin: 4px 0; color: var(--color-text-secondary, light-dark(#555, #aaa)); overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; }
.card { border: 1px solid var(--color-border-primary, light-dark(#ddd, #444)); border-radius: 6px; padding: 8px; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: 4px 8px; overflow-wrap: anywhere; border-bottom: 1px solid var(--color-border-primary, light-dark(#ddd, #444)); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
.range { position: relative; height: 10px; border-radius: 5px; margin: 10px 0; background: var(--color-background-secondary, light-dark(#eee, #333)); }
.range i { position: absolute; top: 0; bottom: 0; border-radius: 5px; background: light-dark(#9bc2f0, #2f5f96); }
.range b { position: absolute; top: -3px; bottom: -3px; width: 3px; background: currentColor; }
`

/** Exchanges messages with the host. Inserts everything from it as text, never as markup. */
const BRIDGE = `
const main = document.querySelector('main')
const waiting = new Map()
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const request = (method, params) =>
  new Promise((resolve, reject) => {
    const id = waiting.size + 1
    waiting.set(id, { resolve, reject })
    send({ id, method, params })
  })
const element = (tag, content, className) => {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.append(...[content].flat().filter((one) => one !== null && one !== undefined))
  return made
}
const number = (value) => Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 })
const theme = (context) => {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme
  for (const [name, value] of Object.entries(context?.styles?.variables ?? {}))
    if (name.startsWith('--') && value) document.documentElement.style.setProperty(name, value)
}
const show = ({ structuredContent, isError, content }) => {
  const text = (content ?? []).map((one) => one.text ?? '').join('\\n')
  main.replaceChildren(...(isError || !structuredContent ? [element('p', text || 'No answer.')] : draw(structuredContent)))
}
const HEARD = {
  'ui/notifications/tool-result': show,
  'ui/notifications/tool-cancelled': () => main.replaceChildren(element('p', 'The call was cancelled.')),
  'ui/notifications/host-context-changed': theme,
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method) {
    HEARD[data.method]?.(data.params ?? {})
    if (data.id !== undefined) send({ id: data.id, result: {} })
    return
  }
  const asked = waiting.get(data.id)
  if (data.error) asked?.reject(new Error(data.error.message))
  else asked?.resolve(data.result)
})
request('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'crm', version: '${VERSION}' },
  appCapabilities: { availableDisplayModes: ['inline'] },
}).then((host) => {
  theme(host?.hostContext)
  send({ method: 'ui/notifications/initialized' })
  new ResizeObserver(() => {
    const { width, height } = main.getBoundingClientRect()
    send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) + 24 } })
  }).observe(main)
})
`

/** The page of an app; `draw` is the body of a function of the tool's structured result that returns elements. */
const appPage = (
  { name, title, description }: Pick<Document, 'name' | 'title' | 'description'>,
  draw: string,
): Document => ({
  ...{ uri: `ui://crm/${name}`, name, title, description, mimeType: 'text/html;profile=mcp-app' },
  text: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body><main aria-live="polite"><p>Waiting for the answer…</p></main>
<script>
const draw = (data) => {${draw}}
${BRIDGE}</script></body>
</html>
`,
})

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
  const { currency, offers, ranking, left = [], assumptions = [] } = data
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
      row('typical base pay, USD', ({ market }) => amount(market?.typical?.median)),
    ]),
    ...inOrder.map(({ company, missing }) => element('p', missing.length ? company + ', not known: ' + missing.join('; ') : null)),
    ...left.map(({ company, role, why }) => element('p', 'Not compared: ' + company + ' — ' + role + ', ' + why + '.')),
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
