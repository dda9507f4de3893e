// The floors of the house, from the ground up: a room imports only from its own floor and from those below. Derived from
// the real import graph, types and dynamic imports included.
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

/** The floors from the ground up; `docs/architecture.md` draws the same. */
const FLOORS: readonly (readonly [name: string, rooms: readonly string[]])[] = [
  ['kernel', ['kernel', 'version.ts']],
  [
    'ground',
    [
      'database',
      'config.ts',
      'data-folder.ts',
      'stored-login.ts',
      'setting-values.ts',
      'stripe-variables.ts',
      'vault.ts',
      'outbound',
      'unpacking',
      'sheets',
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
  [
    'assembly',
    [
      'operations.ts',
      'workers.ts',
      'undo-handlers.ts',
      'housekeeping.ts',
      'startup.ts',
      'preconnect.ts',
      'read-only.ts',
      'index.ts',
    ],
  ],
  ['doors', ['gateway', 'cli']],
]

const floorOfRoom = new Map(FLOORS.flatMap(([, rooms], floor) => rooms.map((room) => [room, floor] as const)))
const roomOf = (path: string): string =>
  path.startsWith('core/') ? path.split('/')[1]! : path.split('/')[0]!
const floorOf = (path: string): number | undefined => floorOfRoom.get(roomOf(path))

const sources = sourcesOf('core', 'gateway', 'cli')
const arrows = sources.flatMap(({ path, imports }) =>
  imports.filter((to) => /^(?:core|gateway|cli)\//.test(to)).map((to) => ({ from: path, to })),
)

test('every room stands on a floor', () => {
  const homeless = [
    ...new Set(sources.filter(({ path }) => floorOf(path) === undefined).map(({ path }) => roomOf(path))),
  ]
  expect(
    homeless,
    'Say in FLOORS what the new room may know: everything below it, and nothing above.',
  ).toEqual([])
})

test('no file imports from a floor above', () => {
  const up = arrows.filter(({ from, to }) => (floorOf(to) ?? 0) > (floorOf(from) ?? 0))
  const reason =
    'What it needs is a fact of the lower floor, or is handed in from above (a service, a list at assembly).'
  expect(
    up.map(({ from, to }) => `${from} → ${to}`),
    reason,
  ).toEqual([])
})

test('search and pay do not know each other', () => {
  const isPay = (path: string): boolean => roomOf(path) === 'intelligence'
  const floor = floorOfRoom.get('intelligence')
  const across = arrows.filter(
    ({ from, to }) => floorOf(from) === floor && floorOf(to) === floor && isPay(from) !== isPay(to),
  )
  const reason = 'What needs both stands on a floor above them.'
  expect(
    across.map(({ from, to }) => `${from} → ${to}`),
    reason,
  ).toEqual([])
})

test('no files import each other in a circle', () => {
  const reason = 'What both need is a file of its own, below both; a type counts as much as a value.'
  const circles = circlesOf(new Map(sources.map(({ path, imports }) => [path, imports])))
  expect(
    circles.map((files) => files.join(' ↔ ')),
    reason,
  ).toEqual([])
})

/** The strongly connected components of more than one file (Tarjan). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const at = order.size
    order.set(file, at)
    lowest.set(file, at)
    path.push(file)
    for (const to of graph.get(file) ?? []) {
      if (!graph.has(to)) continue
      if (!order.has(to)) visit(to)
      if (path.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!))
    }
    if (lowest.get(file) === at) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1) found.push(circle.sort())
    }
    return at
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found
}
