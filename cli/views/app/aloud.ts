// The app for screen readers: the same keys and states, with each state printed as new lines of text; nothing is redrawn.
import { several } from '../../../core/kernel/amounts.ts'
import { must } from '../../../core/kernel/narrow.ts'
import { STATUSES } from '../../../core/jobs/fields.ts'
import type { Press } from '../keyboard.ts'
import type { Terminal } from '../screen.ts'
import { textOf } from '../text-line.ts'
import { runApp, type AppOptions } from './engine.ts'
import { fieldsToSave } from './form.ts'
import { askedText, TITLES } from './frame.ts'
import { KEYS } from './keys.ts'
import { paneLines } from './pane-frame.ts'
import type { AppPort } from './records.ts'
import { chosenOf, columnOf, type State } from './state.ts'
import type { Step } from './steps.ts'

/** Everything is on one page, which is not limited by a screen. */
const SIZE = { columns: 80, rows: 1_000 }

function spoken(state: State, port: AppPort): string {
  const { mode, pane } = state
  switch (mode.kind) {
    case 'help':
      return KEYS.map(({ shown, about }) => `${shown}: ${about}`).join('\n')
    case 'filter':
      return `${state.view === 'search' ? 'Search' : 'Filter'}: ${textOf(state.filters[state.view]) || 'type, then Enter'}`
    case 'move':
      return `Move to ${mode.at + 1}, ${STATUSES[mode.at]}? Enter or a digit moves, Escape cancels.`
    case 'form': {
      const field = must(mode.form.fields[mode.form.at])
      return `${mode.form.title}. ${field.label}: ${textOf(field.line) || 'empty'}`
    }
    case 'ask':
      return askedText(mode.question)
    case 'palette': {
      const found = mode.found[mode.at]
      return `Command: ${textOf(mode.line) || 'type, then Enter'}${found ? `. ${found[0]}` : ''}`
    }
    case 'output':
      return mode.lines ? mode.lines.join('\n') : 'Running …'
    case 'list':
      if (!state.isReading || !pane) return entryText(state, port)
      if (pane.item.jobId !== null && !pane.job) return `Opening ${pane.item.title}.`
      return paneLines(pane, false, { ...port, size: SIZE, color: false }).join('\n')
  }
}

function entryText(state: State, { agoOf }: Pick<AppPort, 'agoOf'>): string {
  const { view } = state
  if (view === 'board') {
    const column = columnOf(state)
    const card = chosenOf(state)?.card
    if (!column) return 'Reading …'
    if (!card) return `${column.status}, ${several(column.total, 'job')}, none here.`
    const { company, role, priority, statusChangedAt, deadline, offers } = card
    const event = state.ahead.get(card.id)
    const about = [
      ...[role, priority && `${priority} priority`, agoOf(statusChangedAt)],
      event && `${event.title} ${event.lead}`,
      deadline && `deadline ${agoOf(deadline)}`,
      offers ? 'with an offer' : '',
    ]
    return `${column.status}, ${column.at + 1} of ${column.shown.length}: ${company}, ${about.filter(Boolean).join(', ')}.`
  }
  const { shown, at, isRead, problem } = state.lists[view]
  const item = chosenOf(state)
  if (problem) return `${TITLES[view]}: ${problem}`
  if (!item) return isRead ? `${TITLES[view]}: nothing here.` : 'Reading …'
  const parts = [item.section, item.title, item.lead, item.about, item.tail].filter(Boolean)
  return `${TITLES[view]}, ${at + 1} of ${shown.length}: ${parts.join('. ')}.`
}

const ARRIVALS = [
  ['inbox', 'from your mail', 3],
  ['postings', 'new postings', 4],
] as const

/** Whether a key only typed a letter. The screen reader announces letters itself. */
const isTyping = ({ mode: { kind } }: State, { text }: Press): boolean =>
  text !== '' && (kind === 'filter' || kind === 'form' || kind === 'palette')

export async function speakApp(options: AppOptions, { stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>) {
  const { port } = options
  let last = ''
  const say = (text: string) => {
    if (text && text !== last) stdout.write(`${text}\n`)
    last = text
  }
  const show = ({ state, effects }: Step, before: State, press?: Press) => {
    if (state.message && state.message !== before.message) say(state.message.text)
    if (press && isTyping(before, press)) return void stdout.write(press.text)
    const saved = effects.find((effect) => effect.do === 'save')
    if (saved) return say(Object.values(fieldsToSave(saved.form)).join(', '))
    const isSame =
      state.mode === before.mode && state.pane === before.pane && chosenOf(state)?.id === chosenOf(before)?.id
    if (press || (!isSame && state.mode.kind !== 'palette')) say(spoken(state, port))
    for (const [name, what, key] of ARRIVALS)
      if (state.lists[name].total && !before.lists[name].isRead)
        say(`${state.lists[name].total} ${what}: press ${key}.`)
  }
  const drawing = () => ({ ...port, size: SIZE, color: false })
  await runApp(options, stdin, { drawing, show, handOver: (work) => work() })
}
