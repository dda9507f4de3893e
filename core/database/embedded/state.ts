// The file that says what a home is in the middle of. Only who holds the home's lock writes it; a holder that died leaves its
// state there, and the next holder finishes it.

import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { keysOf, recordOf } from '../../kernel/narrow.ts'
import type { Layout } from './address.ts'
import { quietly } from '../../kernel/thrown.ts'
import { readOrEmpty } from './processes.ts'

/** The states, and what a crm that holds the lock is doing in each, in words that follow “is”. */
const DOING = {
  absent: 'starting the database',
  creating: 'creating the home',
  ready: 'starting the database',
  upgrading: 'upgrading the data',
  moving: 'moving the data to another PostgreSQL',
  stopping: 'stopping the database',
  stopped: 'starting the database',
  restoring: 'restoring a backup',
}
export type State = keyof typeof DOING

/** The states between two others: found without their holder, they are finished. */
const UNFINISHED: readonly State[] = ['creating', 'upgrading', 'moving', 'stopping', 'restoring']

export const isUnfinished = (state: State): boolean => UNFINISHED.includes(state)

export const doingOf = (layout: Layout): string => DOING[readState(layout)]

export function readState(layout: Layout): State {
  return stateIn(readOrEmpty(layout.state)) ?? (existsSync(layout.data) ? 'ready' : 'absent')
}

function stateIn(text: string): State | undefined {
  const { state } = recordOf(quietly((): unknown => JSON.parse(text)))
  return keysOf(DOING).find((each) => each === state)
}

/** Enters a state that the next holder must know of. Throws on a full disk, before anything is changed. */
export function enter(layout: Layout, state: State): void {
  const making = `${layout.state}.making`
  writeFileSync(making, `${JSON.stringify({ state })}\n`, { mode: 0o600, flush: true })
  renameSync(making, layout.state)
}

/** Notes where the home has come to rest. A full or read-only disk does not keep a server from working. */
export function settle(layout: Layout, state: 'ready' | 'stopped'): void {
  if (stateIn(readOrEmpty(layout.state)) !== state) quietly(() => enter(layout, state))
}
