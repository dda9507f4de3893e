// The reducer for overlays: a text, the filter, a form, the choice of a status, the command line.
import { STATUSES } from '../../../core/jobs/fields.ts'
import { must } from '../../../core/kernel/narrow.ts'
import type { Press } from '../keyboard.ts'
import { edited, lineOf, textOf, type TextLine } from '../text-line.ts'
import { fieldsToSave, isChanged, missingIn, afterKey, type Form } from './form.ts'
import { actionOf } from './keys.ts'
import { filtered, type ModeOf, type State } from './state.ts'
import {
  doing,
  fill,
  LIST,
  moveTo,
  palette,
  say,
  scrolled,
  searching,
  still,
  to,
  WALKS,
  type Step,
  type Viewport,
} from './steps.ts'

export function inText(state: State, mode: ModeOf<'help' | 'output'>, { press }: Press, around: Viewport) {
  const action = actionOf(press)
  const walk = action && WALKS[action]
  if (walk) return to(state, { ...mode, top: scrolled(mode.top, walk, around) })
  const closes = action === 'back' || action === 'quit' || action === 'open' || action === 'help'
  if (action === 'palette') return palette(state, lineOf(''))
  return closes ? to(state, LIST) : still(state)
}

export function inFilter(state: State, { press, text }: Press): Step {
  const line = state.filters[state.view]
  const words = textOf(line)
  if (press === 'enter' || press === 'down' || press === 'tab') {
    const finds = state.view === 'board' && words.trim()
    return doing({ ...state, mode: LIST }, ...(finds ? [{ do: 'find' as const, words }] : []))
  }
  if (press === 'esc') return searching(filtered({ ...state, mode: LIST }, lineOf('')))
  if (press === 'backspace' && words === '') return to(state, LIST)
  const next = edited(line, press, text)
  if (next && 'refused' in next) return say(state, next.refused, true)
  return next ? searching(filtered(state, next)) : still(state)
}

export function inForm(before: State, { isLeaving, ...shown }: Form, { press, text }: Press): Step {
  const form = { ...shown, isLeaving: false }
  const state: State = { ...before, mode: { kind: 'form', form } }
  if (press === 'esc') {
    if (isLeaving || form.isSaving || !isChanged(form)) return to(state, LIST)
    const asked = fill(state, { ...form, isLeaving: true })
    return say(asked.state, 'Esc again drops what you typed; any other key goes on.', true)
  }
  // While saving, the form can only be closed.
  if (form.isSaving) return still(state)
  const next = afterKey(form, press, text)
  if (next === 'save' && !Object.keys(fieldsToSave(form)).length)
    return say({ ...state, mode: LIST }, 'Nothing was changed.')
  const missing = next === 'save' ? missingIn(form) : -1
  if (missing >= 0) {
    const open = fill(state, { ...form, at: missing })
    return say(open.state, `${form.fields[missing]?.label} is missing.`, true)
  }
  if (next === 'save') {
    const saving = { ...form, isSaving: true }
    return doing({ ...state, mode: { kind: 'form', form: saving } }, { do: 'save', form: saving })
  }
  if (next && 'refused' in next) return say(state, next.refused, true)
  return next ? fill(state, next) : still(state)
}

export function inMove(state: State, mode: ModeOf<'move'>, { press }: Press, around: Viewport): Step {
  const action = actionOf(press)
  const digit = /^[1-8]$/.test(press) ? Number(press) - 1 : undefined
  if (action === 'open' || digit !== undefined)
    return moveTo({ ...state, mode: LIST }, mode.items, must(STATUSES[digit ?? mode.at]), around)
  if (action === 'back' || action === 'quit') return to(state, LIST)
  const by = action === 'down' || action === 'right' ? 1 : action === 'up' || action === 'left' ? -1 : 0
  return to(state, { ...mode, at: Math.max(0, Math.min(mode.at + by, STATUSES.length - 1)) })
}

export function inPalette(state: State, mode: ModeOf<'palette'>, { press, text }: Press): Step {
  const { line, found, at } = mode
  if (press === 'esc') return to(state, LIST)
  if (press === 'up' || press === 'down') {
    const next = Math.max(-1, Math.min(at + (press === 'up' ? -1 : 1), found.length - 1))
    return to(state, { ...mode, at: next })
  }
  if (press === 'tab') {
    const picked = found[Math.max(0, at)]
    return picked ? palette(state, completed(line, picked[0])) : still(state)
  }
  if (press === 'enter') {
    const chosen = at >= 0 ? found[at] : undefined
    const command = textOf(chosen ? completed(line, chosen[0]) : line)
    const { words } = wordsIn(command.replace(/^\s*crm(?=\s)/, ''))
    if (!words.length) return to(state, LIST)
    if (/^(?:q|quit|exit)$/.test(words.join(' '))) return doing(state, { do: 'end' })
    return doing({ ...state, mode: LIST }, { do: 'run', argv: words })
  }
  if (press === 'backspace' && textOf(line) === '') return to(state, LIST)
  const next = edited(line, press, text)
  if (next && 'refused' in next) return say(state, next.refused, true)
  if (!next) return still(state)
  return doing({ ...state, mode: { ...mode, line: next, at: -1 } }, { do: 'complete', words: next.before })
}

/** Splits a command line like a shell. `last` is the unfinished word, which starts at `from`. */
export function wordsIn(text: string): { words: string[]; last: string; from: number } {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  let from = text.length
  for (const [at, char] of text.split('').entries()) {
    if (word === null && !/\s/.test(char)) from = at
    if (quote) {
      if (char === quote) quote = ''
      else word = `${word ?? ''}${char}`
    } else if (char === '"' || char === "'") [quote, word] = [char, word ?? '']
    else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else word = `${word ?? ''}${char}`
  }
  if (word !== null) words.push(word)
  return { words, last: word ?? '', from: word === null ? text.length : from }
}

function completed({ before, after }: TextLine, word: string): TextLine {
  // A quote within the word stands in quotes of the other kind: `wordsIn` joins the parts.
  const shown = /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replaceAll('"', `"'"'"`)}"`
  return { before: `${before.slice(0, wordsIn(before).from)}${shown} `, after }
}
