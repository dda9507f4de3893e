// The key bindings of the board: one table for the handler, the help screen and the docs.
export type Action =
  | 'down'
  | 'up'
  | 'left'
  | 'right'
  | 'first'
  | 'last'
  | 'pageDown'
  | 'pageUp'
  | 'filter'
  | 'sort'
  | 'columns'
  | 'open'
  | 'documents'
  | 'add'
  | 'edit'
  | 'move'
  | 'note'
  | 'undo'
  | 'waiting'
  | 'dismiss'
  | 'reload'
  | 'help'
  | 'quit'

export interface Key {
  presses: readonly string[]
  /** The keys as shown in the help. */
  shown: string
  action: Action
  about: string
  /** The hint in the footer, shown if there is room; lower orders first. */
  hint?: { order: number; word: string }
}

export const KEYS: readonly Key[] = [
  { presses: ['j', 'down'], shown: 'j ↓', action: 'down', about: 'Next job.' },
  { presses: ['k', 'up'], shown: 'k ↑', action: 'up', about: 'Previous job.' },
  { presses: ['h', 'left'], shown: 'h ←', action: 'left', about: 'Column to the left.' },
  { presses: ['l', 'right', 'tab'], shown: 'l →', action: 'right', about: 'Column to the right.' },
  { presses: ['g', 'home'], shown: 'g', action: 'first', about: 'First job.' },
  { presses: ['G', 'end'], shown: 'G', action: 'last', about: 'Last job.' },
  { presses: ['pageDown', 'ctrl-d'], shown: 'PgDn', action: 'pageDown', about: 'A page down.' },
  { presses: ['pageUp', 'ctrl-u'], shown: 'PgUp', action: 'pageUp', about: 'A page up.' },
  {
    presses: ['/'],
    shown: '/',
    action: 'filter',
    about: 'Filter as you type.',
    hint: { order: 5, word: 'filter' },
  },
  {
    presses: ['s'],
    shown: 's',
    action: 'sort',
    about: 'Sort in the next order.',
  },
  {
    presses: ['enter', 'o'],
    shown: 'Enter',
    action: 'open',
    about: 'Open the job: history, people, pay.',
    hint: { order: 3, word: 'open' },
  },
  {
    presses: ['d'],
    shown: 'd',
    action: 'documents',
    about: 'Read its documents; h l to switch.',
    hint: { order: 9, word: 'documents' },
  },
  { presses: ['a'], shown: 'a', action: 'add', about: 'Add a job.', hint: { order: 4, word: 'add' } },
  { presses: ['e'], shown: 'e', action: 'edit', about: 'Edit the job.', hint: { order: 7, word: 'edit' } },
  {
    presses: ['m'],
    shown: 'm',
    action: 'move',
    about: 'Move the job to a status.',
    hint: { order: 2, word: 'move' },
  },
  {
    presses: ['n'],
    shown: 'n',
    action: 'note',
    about: 'Log a note, a call, a meeting.',
    hint: { order: 6, word: 'note' },
  },
  {
    presses: ['u'],
    shown: 'u',
    action: 'undo',
    about: 'Undo the last change.',
    hint: { order: 8, word: 'undo' },
  },
  {
    presses: ['w'],
    shown: 'w',
    action: 'waiting',
    about: 'New postings and proposals of your mail; a takes one.',
  },
  { presses: ['x'], shown: 'x', action: 'dismiss', about: 'Dismiss a new posting or proposal.' },
  { presses: ['c'], shown: 'c', action: 'columns', about: 'Show one more fact on each card.' },
  { presses: ['r', 'ctrl-l'], shown: 'r', action: 'reload', about: 'Refresh.' },
  { presses: ['?'], shown: '?', action: 'help', about: 'Show these keys.', hint: { order: 0, word: 'keys' } },
  {
    presses: ['q', 'esc'],
    shown: 'q Esc',
    action: 'quit',
    about: 'Back, or quit.',
    hint: { order: 1, word: 'quit' },
  },
]

/** The action of a key outside text fields. */
export const actionOf = (press: string): Action | undefined =>
  KEYS.find(({ presses }) => presses.includes(press))?.action
