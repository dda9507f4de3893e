// The floors of the house, and the import graph of the sources that stands on them.
import { sourcesOf } from './sources.ts'

/** From the ground up. */
export const FLOORS: readonly (readonly [name: string, rooms: readonly string[]])[] = [
  ['kernel', ['kernel', 'version.ts']],
  [
    'ground',
    [
      'database',
      'undo-handler.ts',
      'config.ts',
      'stored-login.ts',
      'setting-values.ts',
      'vault.ts',
      'outbound',
      'unpacking',
      'sheets',
      'reading',
      'background',
    ],
  ],
  ['people', ['identity', 'oauth', 'limits']],
  ['delivery', ['webhooks', 'mail']],
  ['record', ['audit']],
  [
    'the search and pay',
    [
      'jobs',
      'contacts',
      'activities',
      'calendar',
      'offers',
      'pipeline',
      'references',
      'search',
      'mirror',
      'intelligence',
    ],
  ],
  ['reach', ['counsel', 'inbox', 'watch', 'scout', 'assistants']],
  ['business', ['billing', 'seats', 'account']],
  ['assembly', ['operations.ts', 'undo-handlers.ts', 'startup.ts', 'index.ts']],
  ['doors', ['gateway', 'cli']],
]

/** The height of each room. */
export const floorOfRoom = new Map(
  FLOORS.flatMap(([, rooms], floor) => rooms.map((room) => [room, floor] as const)),
)
/** The room a file is in: a folder or file of the core, or a door. */
export const roomOf = (path: string): string =>
  path.startsWith('core/') ? path.split('/')[1]! : path.split('/')[0]!
/** The height of the room a file is in; nothing when the room stands on no floor. */
export const floorOf = (path: string): number | undefined => floorOfRoom.get(roomOf(path))

/** The product's files. */
export const sources = sourcesOf('core', 'gateway', 'cli')
/** Who imports whom, among the product's files. */
export const arrows = sources.flatMap(({ path, imports }) =>
  imports.filter((to) => /^(?:core|gateway|cli)\//.test(to)).map((to) => ({ from: path, to })),
)
