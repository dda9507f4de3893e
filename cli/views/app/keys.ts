// The keys of the app: one table for the handler, the help, the hints and the docs.
/** A key. Its word is a hint in the footer, shown if there is room; lower orders come first. */
const key = <Action extends string>(
  presses: string,
  shown: string,
  action: Action,
  about: string,
  order = 0,
  word = '',
) => ({
  presses: presses.split(' ').map((name) => (name === 'space' ? ' ' : name)),
  ...{ shown, action, about, order, word },
})

export const KEYS = [
  key('1 2 3 4 5 6 7', '1–7', 'view', 'Today, Board, Inbox, Postings, Calendar, Offers, Search.'),
  key('tab', 'Tab', 'nextView', 'The next view.'),
  key('shift-tab', 'Shift-Tab', 'previousView', 'The view before.'),
  key('j down', 'j ↓', 'down', 'The next entry; a line down in the details.'),
  key('k up', 'k ↑', 'up', 'The entry before.'),
  key('h left', 'h ←', 'left', 'The column to the left; back from the details.'),
  key('l right', 'l →', 'right', 'The column to the right.'),
  key('g home', 'g', 'first', 'The first entry.'),
  key('G end', 'G', 'last', 'The last entry.'),
  key('pageDown ctrl-d', 'PgDn', 'pageDown', 'A page down.'),
  key('pageUp ctrl-u', 'PgUp', 'pageUp', 'A page up.'),
  key('enter', 'Enter', 'open', 'Open the details: pay, people, history.', 2, 'open'),
  key('esc', 'Esc', 'back', 'Go back: close, clear the filter, unmark.'),
  key('/', '/', 'filter', 'Filter as you type; Enter searches everything.', 5, 'filter'),
  key(':', ':', 'palette', 'Run any crm command; Tab completes it.', 6, 'command'),
  key('space', 'Space', 'mark', 'Mark it; what follows is done to all marked.'),
  key('m', 'm', 'move', 'Move to a status.', 3, 'move'),
  key('H', 'H', 'moveLeft', 'Move a job to the status before.'),
  key('L', 'L', 'moveRight', 'Move a job to the next status.', 8, 'next status'),
  key('a', 'a', 'add', 'Add a job, event or offer; accept a proposal or posting.', 4, 'add'),
  key('e', 'e', 'edit', 'Edit it.', 7, 'edit'),
  key('n', 'n', 'note', 'Log a note, a call, a meeting.', 9, 'note'),
  key('i', 'i', 'event', 'Add an interview or another event.'),
  key('$', '$', 'offer', 'Add an offer.'),
  key('t', 't', 'take', 'Take the step that Today suggests.'),
  key('f', 'f', 'done', 'Finish the next step of a job.'),
  key('z', 'z', 'snooze', 'Hide a suggestion for a week.'),
  key('o', 'o', 'browse', 'Open its page in the browser.', 11, 'page'),
  key('d', 'd', 'documents', 'Read the documents of a job; h l to switch.'),
  key('x', 'x', 'remove', 'Remove it, after a question; dismiss a posting or proposal.'),
  key('u', 'u', 'undo', 'Undo the last change; asks if it was not made here.', 10, 'undo'),
  key('s', 's', 'sort', 'Sort the board in the next order.'),
  key('c', 'c', 'columns', 'Show one more fact on each card.'),
  key('r ctrl-l', 'r', 'reload', 'Refresh.'),
  key('?', '?', 'help', 'Show these keys.', 0, 'keys'),
  key('q', 'q', 'quit', 'Quit.', 1, 'quit'),
]

export type Action = (typeof KEYS)[number]['action']

export const MARKS: readonly (readonly [mark: string, about: string])[] = [
  ['◷', 'The next interview or event.'],
  ['⚑', 'The deadline; with a minus it is over.'],
  ['!', 'High priority.'],
  ['$', 'There is an offer.'],
  ['▲ ≈ ▼', 'Pays over 10 % above typical, about that, over 10 % below.'],
  ['?', 'It is not known since when it is there.'],
]

export const actionOf = (press: string): Action | undefined =>
  KEYS.find(({ presses }) => presses.includes(press))?.action
