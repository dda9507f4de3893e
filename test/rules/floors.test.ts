// The floors of the house, from the ground up: a room imports only from its own floor and from those below. Derived from
// the real import graph, types and dynamic imports included.
import { expect, test } from 'vitest'
import { arrows, floorOf, floorOfRoom, roomOf, sources } from './floors.ts'

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
