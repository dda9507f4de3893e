// The board for screen readers: the same keys and states, with each state printed as new lines of text.
import { must } from '../../../core/kernel/must.ts'
import { emitKeypressEvents, type Key } from 'node:readline'
import { fieldsToSave } from './form.ts'
import { sinceOf } from './job-frame.ts'
import { KEYS } from './keys.ts'
import type { BoardPort } from './port.ts'
import { chosenWaiting, countOf } from './waiting.ts'
import { waitingText } from './waiting-frame.ts'
import { reduce, type Press } from './reducer.ts'
import { reading, runEffect, type Change } from './effects.ts'
import { FIRST, chosen, focused, type State } from './state.ts'
import { STATUSES } from '../../../core/jobs/status.ts'
import { Ended, INTERRUPTED } from '../../interrupt.ts'
import { textOf } from './text-line.ts'

interface Streams {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
}

const PAGE = { page: { cards: 10, lines: 10 }, lastTop: 0 }

/** The text for a state. */
function spoken(state: State, port: Pick<BoardPort, 'dateOf' | 'agoOf'>): string {
  const { mode } = state
  const column = focused(state)
  if (mode.kind === 'help') return KEYS.map(({ shown, about }) => `${shown}: ${about}`).join('\n')
  if (mode.kind === 'filter') return `Filter: ${textOf(state.filter) || 'type, then Enter'}`
  if (mode.kind === 'move')
    return `Move to ${mode.at + 1}, ${STATUSES[mode.at]}? Enter moves, Escape cancels.`
  if (mode.kind === 'form') {
    const field = must(mode.form.fields[mode.form.at])
    return `${mode.form.title}. ${field.label}: ${textOf(field.line) || 'empty'}`
  }
  if (mode.kind === 'waiting') {
    const one = chosenWaiting(mode)
    if (!mode.found) return 'Reading …'
    if (!one) return 'No new postings.'
    const noun = one.from === 'inbox' ? 'Proposal' : 'Posting'
    return `${noun} ${mode.at + 1} of ${countOf(state.waiting)}: ${one.company}, ${one.role}. ${one.about}. a takes it, x dismisses it.`
  }
  if (mode.kind === 'job') return job(mode, port)
  const one = chosen(state)
  if (!column) return 'Reading …'
  if (!one) return `${column.status}, ${column.total} jobs, none here.`
  const { company, role, priority, statusChangedAt, deadline, offers } = one.card
  const about = [
    ...[role, priority && `${priority} priority`, port.agoOf(statusChangedAt)],
    ...[deadline && `deadline ${port.agoOf(deadline)}`, offers ? 'with an offer' : ''],
  ]
    .filter(Boolean)
    .join(', ')
  return `${column.status}, ${column.at + 1} of ${column.shown.length}: ${company}, ${about}.`
}

function job(mode: Extract<State['mode'], { kind: 'job' }>, { dateOf }: Pick<BoardPort, 'dateOf'>): string {
  const { details, market, card } = mode
  if (!details) return `Opening ${card.company}, ${card.role}.`
  const { job, activities, contacts, events, documents } = details
  if (mode.reading) {
    const document = documents[mode.reading.at]
    return document ? `${document.title}.\n${document.text}` : 'No documents yet.'
  }
  return [
    `${job.company}, ${job.role}. ${sinceOf(job, { dateOf })}.`,
    ...[job.location, job.salary].filter((text) => text !== null),
    ...(market ?? []),
    ...contacts.map(({ name, title }) => `Contact ${name}${title ? `, ${title}` : ''}.`),
    ...events.map(({ startsAt, title }) => `Ahead ${dateOf(startsAt)}: ${title}.`),
    ...documents.map(({ title }) => `Document ${title}.`),
    ...job.history.map(({ at, status, note }) => `${dateOf(at)}: ${status}${note ? `, ${note}` : ''}.`),
    ...activities.map(
      ({ occurredAt, type, title }) => `${dateOf(occurredAt)}: ${type}${title ? `, ${title}` : ''}.`,
    ),
  ].join('\n')
}

/** Converts a key from Node's format to the board's. */
function pressOf(text: string | undefined, { name = '', ctrl, shift }: Key): Press {
  const named: Record<string, string> = {
    return: 'enter',
    escape: 'esc',
    pagedown: 'pageDown',
    pageup: 'pageUp',
  }
  if (ctrl) return { press: `ctrl-${name}`, text: '' }
  if (name === 'tab') return { press: shift ? 'shift-tab' : 'tab', text: '' }
  const isTyped = text !== undefined && text.length > 0 && text >= ' ' && text !== '\u007f'
  return { press: named[name] ?? (isTyped ? text : name), text: isTyped ? text : '' }
}

/** Whether a key only typed a letter; the screen reader itself announces those. */
const isTyping = (state: State, { text }: Press): boolean =>
  text !== '' && (state.mode.kind === 'filter' || state.mode.kind === 'form')

/** Runs the board for a screen reader until the user quits. */
export async function runScreenReader(port: BoardPort, { stdin, stdout }: Streams): Promise<void> {
  let state = FIRST
  let said = ''
  const say = (text: string) => {
    if (text && text !== said) stdout.write(`${text}\n`)
    said = text
  }
  const apply = (change: Change) => {
    const before = state
    state = change(state)
    if (state.message && state.message !== before.message) say(state.message.text)
    if (state.mode !== before.mode || before.isLoading) say(spoken(state, port))
  }
  emitKeypressEvents(stdin)
  stdin.setRawMode(true)
  const restore = () => void stdin.setRawMode(false)
  process.once('exit', restore)
  apply(await reading(port))
  if (countOf(state.waiting)) say(`${waitingText(state.waiting)}: press w.`)
  let queue = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    const onKey = (text: string | undefined, key: Key) => {
      if (key.ctrl && key.name === 'c') return reject(new Ended(INTERRUPTED))
      const press = pressOf(text, key)
      const wasTyping = isTyping(state, press)
      const { state: next, effect } = reduce(state, press, { ...PAGE, now: new Date().toISOString() })
      state = next
      if (state.message) say(state.message.text)
      if (wasTyping) stdout.write(press.text)
      else
        say(effect?.do === 'save' ? Object.values(fieldsToSave(effect.form)).join(', ') : spoken(state, port))
      if (effect?.do === 'end') {
        stdin.removeListener('keypress', onKey)
        return resolve()
      }
      if (effect) queue = queue.then(() => runEffect(effect, port, apply))
    }
    stdin.on('keypress', onKey)
    stdin.resume()
  }).finally(restore)
  stdin.pause()
}
