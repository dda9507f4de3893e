// The parts of the settings page's forms.
import { newId } from '../../core/kernel/id.ts'
import { html, type Html } from './html.ts'

/** The action of a form, and a unique id, so that sending it twice counts once. */
export const doing = (action: string): Html =>
  html`<input type="hidden" name="do" value="${action}" /><input
      type="hidden"
      name="once"
      value="${newId()}"
    />`

export const button = (action: string, label: string, kind = '', fields: Record<string, string> = {}): Html =>
  html`<form method="post" action="/settings">
    ${doing(action)}${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}<button class="${kind}">${label}</button>
  </form>`
