// The app for screen readers: the same keys and states, with each state printed as new lines of text; nothing is redrawn.
import { several } from '../../../core/kernel/amounts.ts'
import { must } from '../../../core/kernel/narrow.ts'
import { STATUSES } from '../../../core/jobs/fields.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import { Ended, INTERRUPTED } from '../../interrupt.ts'
import { listenKeys, type Press } from '../keyboard.ts'
import type { Terminal } from '../screen.ts'
import { textOf } from '../text-line.ts'
import { readAll, runEffect, type Change, type Doing } from './effects.ts'
import { fieldsToSave } from './form.ts'
import { askedText, TITLES, viewportOf } from './frame.ts'
import { KEYS } from './keys.ts'
import { paneLines } from './pane-frame.ts'
import type { AppPort } from './port.ts'
import { reduce } from './reducer.ts'
import { chosenOf, columnOf, firstState, withBoard, type State } from './state.ts'
import type { Memory } from './records.ts'

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
      ...[
        event && `${event.title} ${event.lead}`,
        deadline && `deadline ${agoOf(deadline)}`,
        offers ? 'with an offer' : '',
      ],
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

/** Whether a key only typed a letter. The screen reader announces letters itself. */
const isTyping = ({ mode: { kind } }: State, { text }: Press): boolean =>
  text !== '' && (kind === 'filter' || kind === 'form' || kind === 'palette')

export async function speakApp(
  { port, memory, first }: { port: AppPort; memory: Memory; first: Promise<Board> },
  { stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>,
): Promise<void> {
  let state = firstState(memory)
  let last = ''
  const say = (text: string) => {
    if (text && text !== last) stdout.write(`${text}\n`)
    last = text
  }
  const doing: Doing = {
    port,
    latest: () => state,
    columns: () => SIZE.columns,
    handOver: (work) => work(),
    apply(change: Change) {
      const before = state
      state = change(state)
      if (state.message && state.message !== before.message) say(state.message.text)
      const isSame =
        state.mode === before.mode &&
        state.pane === before.pane &&
        chosenOf(state)?.id === chosenOf(before)?.id
      if (!isSame && state.mode.kind !== 'palette') say(spoken(state, port))
    },
  }
  const board = await first
  state = withBoard(state, board)
  await readAll(doing)
  say(spoken(state, port))
  const { inbox, postings } = state.lists
  if (inbox.total) say(`${inbox.total} from your mail: press 3.`)
  if (postings.total) say(`${postings.total} new postings: press 4.`)
  let queue = Promise.resolve()
  let stop = () => {}
  await new Promise<void>((resolve, reject) => {
    stop = listenKeys(stdin, (press) => {
      if (press.press === 'ctrl-c') return reject(new Ended(INTERRUPTED))
      const wasTyping = isTyping(state, press)
      const viewport = viewportOf(state, { ...port, size: SIZE, color: false }, new Date().toISOString())
      const step = reduce(state, press, viewport)
      state = step.state
      if (state.message) say(state.message.text)
      const saved = step.effects.find((effect) => effect.do === 'save')
      if (wasTyping) stdout.write(press.text)
      else
        say(saved?.do === 'save' ? Object.values(fieldsToSave(saved.form)).join(', ') : spoken(state, port))
      for (const effect of step.effects) {
        if (effect.do === 'end') return resolve()
        queue = queue.then(() => runEffect(effect, doing))
      }
    })
    process.once('exit', stop)
  }).finally(stop)
}
