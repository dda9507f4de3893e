// The consent page: which program, its redirect URI, and what to grant.
import { PIPELINE_NOUNS } from '../../core/identity/scopes.ts'
import { scopesOf } from '../../core/identity/grants.ts'
import type { Parsed } from '../../core/kernel/schema.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { AuthorizeOut } from '../../core/oauth/consent.ts'
import { line } from '../settings/form.ts'
import { element, html, page, type Html } from '../settings/html.ts'

const WORDS: Readonly<Record<string, string>> = {
  jobs: 'Jobs',
  contacts: 'Contacts',
  activities: 'Activities',
  calendar: 'Calendar',
  offers: 'Offers',
  pipeline: 'Figures',
  suggestions: 'Suggestions',
  inbox: 'Proposals from mail',
  webhooks: 'Webhooks',
  watch: 'Watched job boards',
  me: 'Check-ins and snoozes',
  audit: 'Audit trail and undo',
}

const ONLY_READ = new Set(['pipeline', 'suggestions'])
const NEVER_DELETED = new Set(['me', 'audit'])

const box = (value: string, checked: boolean): Html =>
  element('input', { type: 'checkbox', name: 'grant', value, 'aria-label': value, checked })

function row(noun: string, asked: ReadonlySet<Scope>): Html {
  const cells = (['read', 'write', 'delete'] as const).map((effect) => {
    const isNever =
      effect === 'read' ? false : ONLY_READ.has(noun) || (effect === 'delete' && NEVER_DELETED.has(noun))
    const scope: Scope = `${noun}:${effect}`
    return isNever ? '' : box(scope, asked.has(scope))
  })
  return line('td', [WORDS[noun] ?? noun, ...cells])
}

/** Never checked by default, because it costs money and programs request every scope there is. */
const AI_ROW = line('td', ['AI assistants, which cost money', '', box('ai', false), ''])

export function consentPage({ client, redirectUri, scope, ticket }: Parsed<typeof AuthorizeOut>): string {
  const asked = scopesOf(scope)
  const { host, protocol } = new URL(redirectUri)
  const where = protocol === 'https:' || protocol === 'http:' ? host : protocol
  const rows = [...PIPELINE_NOUNS.map((noun) => row(noun, asked)), AI_ROW]
  return page(
    'Authorize a program',
    html`<main>
      <h1>${client} wants to use your job search</h1>
      <p>
        The program chose this name itself. It will be authorised at <code>${where}</code>. If you did not
        just start this, decline.
      </p>
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="ticket" value="${ticket}" />
        <fieldset>
          <legend>It may</legend>
          <table>
            ${line('th', ['', 'read', 'change', 'delete'])}${rows}
          </table>
        </fieldset>
        <p>
          Every change is recorded and can be undone. You can revoke its access with
          <code>crm grants revoke</code>.
        </p>
        <button name="decision" value="allow">Allow</button>
        <button class="plain" name="decision" value="deny">No</button>
      </form>
    </main>`,
  )
}

export const problemPage = (message: string): string =>
  page(
    'This link does not work',
    html`<main>
      <h1>This link does not work</h1>
      <p>${message}</p>
      <p>Start again in the program that sent you here.</p>
    </main>`,
  )
