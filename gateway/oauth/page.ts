// The consent page: which program, its redirect URI, and what to grant.
import { PIPELINE_NOUNS } from '../../core/identity/scopes.ts'
import { scopesOf } from '../../core/identity/grants.ts'
import { escapeHtml } from '../../core/kernel/escape-html.ts'
import type { Scope } from '../../core/kernel/scope.ts'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#111;background:#fff}' +
  'h1{font-size:1.4rem}code{word-break:break-all}fieldset{border:1px solid #ccc;border-radius:6px;margin:1rem 0}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem}td+td,th+th{text-align:center}' +
  'button{font:inherit;padding:.5rem 1.2rem;border-radius:6px;border:1px solid #888;margin-right:.5rem;cursor:pointer}' +
  'button[value=allow]{background:#14532d;color:#fff}@media(prefers-color-scheme:dark){body{color:#eee;background:#111}}'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`

interface Asked {
  client: string
  redirectUri: string
  scope: string
  ticket: string
}

const WORDS: Readonly<Record<string, string>> = {
  jobs: 'Jobs',
  contacts: 'Contacts',
  activities: 'Activities',
  calendar: 'Calendar',
  offers: 'Offers',
  pipeline: 'Figures',
  suggestions: 'Suggestions',
  webhooks: 'Webhooks',
  watch: 'Watched job boards',
  me: 'Check-ins and snoozes',
  audit: 'Audit trail and undo',
}

const ONLY_READ = new Set(['pipeline', 'suggestions'])
const NEVER_DELETED = new Set(['activities', 'calendar', 'me', 'audit'])

function row(noun: string, asked: ReadonlySet<Scope>): string {
  const box = (effect: 'read' | 'write' | 'delete'): string => {
    if (effect !== 'read' && ONLY_READ.has(noun)) return ''
    if (effect === 'delete' && NEVER_DELETED.has(noun)) return ''
    const scope: Scope = `${noun}:${effect}`
    const checked = asked.has(scope) ? ' checked' : ''
    return `<input type="checkbox" name="grant" value="${scope}" aria-label="${scope}"${checked}>`
  }
  const cells = (['read', 'write', 'delete'] as const).map((effect) => `<td>${box(effect)}</td>`)
  return `<tr><td>${WORDS[noun] ?? noun}</td>${cells.join('')}</tr>`
}

/** Never checked by default, because it costs money and programs request every scope there is. */
const AI_ROW = `<tr><td>AI assistants, which cost money</td><td></td><td><input type="checkbox" name="grant" value="ai" aria-label="ai"></td><td></td></tr>`

export function consentPage({ client, redirectUri, scope, ticket }: Asked): string {
  const asked = scopesOf(scope)
  const { host, protocol } = new URL(redirectUri)
  const where = protocol === 'https:' || protocol === 'http:' ? host : protocol
  const rows = PIPELINE_NOUNS.map((noun) => row(noun, asked)).join('') + AI_ROW
  return page(
    'Authorize a program',
    `<h1>${escapeHtml(client)} wants to use your job search</h1>` +
      `<p>The program chose this name itself. It will be authorized at <code>${escapeHtml(where)}</code>. If you did not just start this, decline.</p>` +
      `<form method="post" action="/oauth/authorize"><input type="hidden" name="ticket" value="${escapeHtml(ticket)}">` +
      `<fieldset><legend>It may</legend><table><tr><th></th><th>read</th><th>change</th><th>delete</th></tr>${rows}</table></fieldset>` +
      `<p>Every change is recorded and can be undone. You can revoke its access with <code>crm grants revoke</code>.</p>` +
      `<button name="decision" value="allow">Allow</button><button name="decision" value="deny">No</button></form>`,
  )
}

/** The page for a request whose error cannot be sent to the program. */
export const problemPage = (message: string): string =>
  page(
    'This link does not work',
    `<h1>This link does not work</h1><p>${escapeHtml(message)}</p><p>Start again in the program that sent you here.</p>`,
  )
