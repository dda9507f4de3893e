// Finds the addresses of linked cells. The sheet has their ids, another file the addresses.
import type { Entry } from './archive.ts'
import { localName, readXml } from './markup.ts'

const MAX_LINKS = 100_000

/** The address of each linked cell, keyed by a reference such as `B7`. */
export async function linksOf(entries: readonly Entry[], sheet: string): Promise<Map<string, string>> {
  const own = sheet.replace(/([^/]+)$/, '_rels/$1.rels')
  const targets = new Map<string, string>()
  const entryOf = (name: string) => entries.find((entry) => entry.name === name)
  await readXml(entryOf(own), {
    onopentag(name, { Id = '', Target = '', TargetMode }) {
      if (localName(name) === 'Relationship' && TargetMode === 'External') targets.set(Id, Target)
    },
  })
  const links = new Map<string, string>()
  if (!targets.size) return links
  await readXml(entryOf(sheet), {
    onopentag(name, { 'r:id': relation, id, ref = '' }) {
      const address = localName(name) === 'hyperlink' ? targets.get(relation ?? id ?? '') : undefined
      // A link over several cells counts for the first one.
      if (address !== undefined && links.size < MAX_LINKS) links.set(ref.replace(/:.*$/, ''), address)
    },
  })
  return links
}
