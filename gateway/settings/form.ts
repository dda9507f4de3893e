// The parts of the settings page: sections, tables, and forms that need no script.
import { newId } from '../../core/kernel/id.ts'
import { element, html, type Html, type Part } from './html.ts'

export const section = (id: string, title: string, ...body: Part[]): Html =>
  element('section', { id, 'aria-labelledby': `${id}-h` }, element('h2', { id: `${id}-h` }, title), body)

export function line(tag: 'td' | 'th', cells: readonly Part[], classes: readonly string[] = []): Html {
  const parts = cells.map((cell, at) => element(tag, { class: classes[at] ?? '' }, cell))
  return element('tr', {}, parts)
}

export const table = (
  heads: readonly Part[],
  rows: readonly Part[][],
  { classes, caption }: { classes?: string[]; caption?: string } = {},
): Html =>
  html`<div class="scroll">
    <table>
      ${caption && element('caption', { class: 'quiet' }, caption)}
      <thead>
        ${line('th', heads, classes)}
      </thead>
      <tbody>
        ${rows.map((cells) => line('td', cells, classes))}
      </tbody>
    </table>
  </div>`

export const hidden = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) =>
    element('input', { type: 'hidden', name, value: value || true }),
  )

/** A form that runs an action, with a unique id, so that sending it twice counts once. */
const formOf =
  (kind: string) =>
  (action: string, ...body: Part[]): Html => {
    const attributes = { class: kind, method: 'post', action: '/settings' }
    return element('form', attributes, hidden({ do: action, once: newId() }), body)
  }
export const form = formOf('')
export const row = formOf('row')

export const button = (action: string, label: string, kind = '', fields: Record<string, string> = {}): Html =>
  form(action, hidden(fields), element('button', { class: kind }, label))

export const input = (label: string, attributes: Readonly<Record<string, string | boolean>>): Html =>
  element('label', {}, `${label} `, element('input', attributes))

export const select = (
  label: string,
  name: string,
  options: Readonly<Record<string, Part>>,
  chosen?: string,
): Html => {
  const all = Object.entries(options).map(([value, shown]) =>
    element('option', { value: value || true, selected: value === chosen }, shown),
  )
  return element('label', {}, `${label} `, element('select', { name }, all))
}
