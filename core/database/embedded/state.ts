// The file with the state of a home. Only the holder of the home's lock writes it. If a holder dies, the next one finishes its step.

import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { keysOf, recordOf } from '../../kernel/narrow.ts'
import type { Layout } from './address.ts'
import { quietly } from '../../kernel/errors.ts'
import { readOrEmpty } from './processes.ts'

/** The states, and what the holder of the lock does in each. The words follow “is”. */
const STATE_WORDS = {
  absent: 'starting the database',
  creating: 'creating the home',
  ready: 'starting the database',
  upgrading: 'upgrading the data',
  moving: 'moving the data to another PostgreSQL',
  stopping: 'stopping the database',
  stopped: 'starting the database',
  restoring: 'restoring a backup',
}
export type State = keyof typeof STATE_WORDS

/** If a holder died in one of these states, the next one must finish it. */
const UNFINISHED: readonly State[] = ['creating', 'upgrading', 'moving', 'stopping', 'restoring']

export const isUnfinished = (state: State): boolean => UNFINISHED.includes(state)

export const doingOf = (layout: Layout): string => STATE_WORDS[readState(layout)]

export function readState(layout: Layout): State {
  return stateIn(readOrEmpty(layout.state)) ?? (existsSync(layout.data) ? 'ready' : 'absent')
}

function stateIn(text: string): State | undefined {
  const { state } = recordOf(quietly((): unknown => JSON.parse(text)))
  return keysOf(STATE_WORDS).find((each) => each === state)
}

/** Records a state before its work begins. On a full disk it throws, before anything has changed. */
export function enter(layout: Layout, state: State): void {
  const making = `${layout.state}.making`
  writeFileSync(making, `${JSON.stringify({ state })}\n`, { mode: 0o600, flush: true })
  renameSync(making, layout.state)
}

/** Records a final state. On a full or read-only disk it does nothing, because the server works anyway. */
export function settle(layout: Layout, state: 'ready' | 'stopped'): void {
  if (stateIn(readOrEmpty(layout.state)) !== state) quietly(() => enter(layout, state))
}
