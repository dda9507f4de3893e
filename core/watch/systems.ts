// Every system whose boards can be watched.
import { ashby } from './systems/ashby.ts'
import { feed } from './systems/feed.ts'
import { greenhouse } from './systems/greenhouse.ts'
import { lever } from './systems/lever.ts'
import { personio } from './systems/personio.ts'
import { recruitee } from './systems/recruitee.ts'
import { smartrecruiters } from './systems/smartrecruiters.ts'
import type { System } from './systems/system.ts'
import { workable } from './systems/workable.ts'

export const SYSTEMS: readonly System[] = [
  ...[greenhouse, lever, ashby, smartrecruiters, workable, recruitee, personio, feed],
]

export const systemNamed = (name: string): System | undefined =>
  SYSTEMS.find((system) => system.name === name)
