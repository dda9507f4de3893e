// Saves the app's view, order and fact in `app.json` of the home.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../core/config.ts'
import { isOneOf, recordOf } from '../../core/kernel/narrow.ts'
import { FIRST_MEMORY } from '../views/app/state.ts'
import { FACTS, ORDERS, VIEWS, type Memory } from '../views/app/records.ts'

const fileOf = ({ home }: Pick<Config, 'home'>): string => join(home, 'app.json')

/** Reads the saved view. A missing or unknown one gives the first view. */
export function remembered(config: Pick<Config, 'home'>): Memory {
  try {
    const { view, order, fact } = recordOf(JSON.parse(readFileSync(fileOf(config), 'utf8')))
    return {
      view: isOneOf(VIEWS, view) ? view : FIRST_MEMORY.view,
      order: isOneOf(ORDERS, order) ? order : FIRST_MEMORY.order,
      fact: isOneOf(FACTS, fact) ? fact : null,
    }
  } catch {
    return FIRST_MEMORY
  }
}

/** Keeps it; a home that cannot be written is no reason to stop. */
export function remember(config: Pick<Config, 'home'>, memory: Memory): void {
  try {
    mkdirSync(config.home, { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(config), `${JSON.stringify(memory)}\n`, { mode: 0o600 })
  } catch {
    return
  }
}
