// The front page: what this is, and where to go.
import { html, page } from '../settings/html.ts'

const LINKS = [
  ['/settings', 'Your account', 'Sign in, make tokens and keys, see your plan, take your data along.'],
  ['/docs', 'The API, to read', 'Every route with its fields and an example.'],
  ['/openapi.json', 'The API, for programs', 'The same as an OpenAPI document.'],
  ['/readyz', 'Is it up?', 'Whether this server and its database answer.'],
] as const

/** The page; `origin` is the address it was asked for at. */
export const frontPage = (origin: string): string =>
  page(
    'crm',
    html`<header><strong>crm</strong></header>
      <main>
        <h1>Your job search, kept well</h1>
        <p>
          This server keeps the jobs you follow, the people you talk to, interviews, deadlines and offers, and
          knows what work pays. You reach it from the terminal, from a browser, and from programs and agents.
        </p>
        <section>
          <dl>
            ${LINKS.map(
              ([path, name, about]) =>
                html`<dt><a href="${path}">${name}</a></dt>
                  <dd>${about}</dd>`,
            )}
          </dl>
        </section>
        <section>
          <h2>From a terminal</h2>
          <code class="secret">crm remote login --server ${origin}</code>
        </section>
      </main>`,
  )
