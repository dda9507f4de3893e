// Every system whose boards can be watched.
import { feed } from './systems/feed.ts'
import { JSON_BOARDS } from './systems/json-boards.ts'
import { personio } from './systems/personio.ts'
import type { System } from './systems/system.ts'

export const SYSTEMS: readonly System[] = [...JSON_BOARDS, personio, feed]

export const systemNamed = (name: string): System | undefined =>
  SYSTEMS.find((system) => system.name === name)
