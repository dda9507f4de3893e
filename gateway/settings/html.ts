// Safe HTML templates: interpolated values are escaped unless they are HTML already.
import { hash } from 'node:crypto'
import { escapeHtml } from '../../core/kernel/escape-html.ts'

export interface Html {
  readonly html: string
}

export type Part = Html | string | number | null | undefined | false | readonly Part[]

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map(render).join('')
}

/** `html`<p>${name}</p>``: text is escaped, HTML and lists of HTML are not. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.reduce((text, string, at) => text + render(parts[at - 1]) + string),
})

/** An element. An attribute that is true has no value; one that is false or empty is left out. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | boolean>>,
  ...body: Part[]
): Html {
  const all = Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
  return { html: `<${tag}${all.join('')}>${render(body)}${tag === 'input' ? '' : `</${tag}>`}` }
}

const STYLE = `
:root { color-scheme: light dark; --line: #8883; --soft: #8881; --accent: #0b6b5d; --warn: #a3271d; --sheet: #fff; --page: #f4f2ee; }
@media (prefers-color-scheme: dark) { :root { --accent: #4fc3ae; --warn: #ff8a7a; --sheet: #1c1e22; --page: #131518; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); font: 16px/1.55 system-ui, sans-serif; }
header, main { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; padding-top: 1.5rem; }
header strong { color: var(--accent); letter-spacing: .04em; } header form { margin-left: auto; }
h1 { font-size: 1.6rem; margin: .5rem 0 1rem; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; margin: 0 0 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0 0 1rem; padding: 0; }
a { color: var(--accent); } p { margin: .25rem 0 .75rem; } .quiet { opacity: .75; font-size: .92rem; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; margin: .25rem 0 .75rem; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; } td form { margin: 0; }
main > table { display: block; } main > table, .scroll, pre { overflow-x: auto; } pre { padding: .75rem; background: var(--soft); } h3 { font-size: 1rem; overflow-wrap: anywhere; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: .5rem 0; }
caption { text-align: left; } section > form { margin: .5rem 0; } summary { cursor: pointer; padding: .35rem 0; } dt { font-weight: 600; margin-top: .5rem; } dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; font-size: .9rem; } input, select, textarea, button { font: inherit; padding: .45rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); color: inherit; max-width: 100%; }
label input, label select, label textarea { display: block; margin-top: .15rem; } fieldset { border: 1px solid var(--line); border-radius: 6px; } fieldset label { display: inline-block; margin-right: 1rem; } fieldset input { display: inline; }
button { cursor: pointer; background: var(--accent); border-color: var(--accent); color: var(--sheet); }
button.plain { background: none; color: var(--accent); } button.danger { background: none; color: var(--warn); border-color: var(--warn); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice { border-left: 4px solid var(--accent); } .notice.bad { border-color: var(--warn); }
code, .secret { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; } .secret { display: block; padding: .6rem; background: var(--soft); border-radius: 6px; user-select: all; }
@media (max-width: 32rem) { .aside { display: none; } th, td { padding-right: .4rem; } td button { padding: .3rem .45rem; } }
.two { display: grid; gap: 1rem; } @media (min-width: 40rem) { .two { grid-template-columns: 1fr 1fr; } }`

const HASH = hash('sha256', STYLE, 'base64')
/** One string, because whitespace from formatting a template would not match the hash in the policy. */
const STYLE_TAG: Html = { html: `<style>${STYLE}</style>` }

/** Allows only the page's own style. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; frame-ancestors 'none'`
/** Also only forms that post to this service. The consent form leads to the program's address. */
export const SETTINGS_POLICY = `${PAGE_POLICY}; form-action 'self'`

export const page = (title: string, body: Html, head: Html | null = null): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${head}${STYLE_TAG}
      </head>
      <body>
        ${body}
      </body>
    </html>`.html
