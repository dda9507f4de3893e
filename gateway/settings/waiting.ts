// What waits for a decision: changes that mail proposes, and postings of watched boards.
import { html, type Html } from './html.ts'

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Where to decide about what waits; null when nothing does. */
export function waiting(proposals: number, postings: number): Html | null {
  if (proposals + postings === 0) return null
  const line = (text: string, command: string): Html => html`<li>${text}: <code>${command}</code></li>`
  return html`<section id="waiting" aria-labelledby="waiting-h">
    <h2 id="waiting-h">Waiting for you</h2>
    <ul>
      ${proposals > 0 && line(`${proposals} from your inbox`, 'crm inbox list')}
      ${postings > 0 && line(counted(postings, 'new posting', 'new postings'), 'crm watch new')}
    </ul>
    <p class="quiet">Nothing changes before you accept it, in the terminal or with an agent that may.</p>
  </section>`
}
