// The drawing of the house in `docs/architecture.md`, made from the import graph: rooms on their floors, and who uses whom.
import { readFileSync } from 'node:fs'
import { FLOORS, arrows, roomOf } from './floors.ts'

/** Where the drawing is shown. */
export const ARCHITECTURE = new URL('../../docs/architecture.md', import.meta.url)

/** The lists at assembly know nearly everything and are drawn as one; a file is drawn without its ending. */
const drawnAs = new Map(
  FLOORS.flatMap(([floor, rooms]) =>
    rooms.map((room) => [room, floor === 'assembly' ? floor : room.replace('.ts', '')] as const),
  ),
)

const drawn = (path: string): string => drawnAs.get(roomOf(path)) ?? roomOf(path)

const uses = new Map<string, Set<string>>([...drawnAs.values()].map((room) => [room, new Set()]))
for (const { from, to } of arrows) if (drawn(from) !== drawn(to)) uses.get(drawn(from))?.add(drawn(to))

/** Every room that can be reached from this one. */
function reached(room: string, found = new Set<string>()): Set<string> {
  for (const next of uses.get(room) ?? []) {
    if (found.has(next)) continue
    found.add(next)
    reached(next, found)
  }
  return found
}

/** Leaves out what another arrow leads to anyway, else every room has an arrow to the kernel. */
function direct(room: string): string[] {
  const targets = [...(uses.get(room) ?? [])]
  const leadsTo = (via: string, to: string) => reached(via).has(to) && !reached(to).has(via)
  return targets.filter((to) => !targets.some((via) => via !== to && leadsTo(via, to))).sort()
}

function drawing(): string {
  const storeys = FLOORS.map(([floor, rooms], height) => {
    const nodes = [...new Set(rooms.map((room) => drawnAs.get(room)))].join(' & ')
    return `  subgraph floor${height}["${floor}"]; ${nodes}; end`
  })
  const lines = [...uses.keys()].flatMap((room) => {
    const targets = direct(room)
    return targets.length ? [`  ${room} --> ${targets.join(' & ')}`] : []
  })
  return ['flowchart TB', ...storeys.reverse(), ...lines.reverse()].join('\n')
}

/** The page as it stands, with the drawing as the sources have it. */
export function architecturePage(): string {
  const page = readFileSync(ARCHITECTURE, 'utf8')
  return page.replace(/(```mermaid\n).*?(?=\n *```)/s, (_, fence: string) => fence + drawing())
}
