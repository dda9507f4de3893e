// Finds the addresses of linked cells, and the names of sheets. One file has their ids, another what they mean.
import type { Entry } from './archive.ts'
import { localName, readXml } from './markup.ts'

const MAX_LINKS = 100_000

const entryNamed = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.find((entry) => entry.name === name)

/** What the ids in a file mean: addresses, or other files. */
async function targetsOf(entries: readonly Entry[], file: string, mode: 'External' | undefined) {
  const targets = new Map<string, string>()
  await readXml(entryNamed(entries, file.replace(/([^/]+)$/, '_rels/$1.rels')), {
    onopentag(name, { Id = '', Target = '', TargetMode }) {
      if (localName(name) === 'Relationship' && (TargetMode === 'External') === (mode === 'External'))
        targets.set(Id, Target)
    },
  })
  return targets
}

const WORKBOOK = 'xl/workbook.xml'

/** The name of each sheet by its file, and whether it is hidden. */
export async function tabsOf(
  entries: readonly Entry[],
): Promise<Map<string, { name: string; isHidden: boolean }>> {
  const files = await targetsOf(entries, WORKBOOK, undefined)
  const tabs = new Map<string, { name: string; isHidden: boolean }>()
  await readXml(entryNamed(entries, WORKBOOK), {
    onopentag(tag, { name = '', state = '', 'r:id': id = '' }) {
      const file = localName(tag) === 'sheet' ? files.get(id) : undefined
      if (file !== undefined)
        tabs.set(file.startsWith('/') ? file.slice(1) : `xl/${file}`, {
          name,
          isHidden: /hidden/i.test(state),
        })
    },
  })
  return tabs
}

/** The address of each linked cell, keyed by a reference such as `B7`. */
export async function linksOf(entries: readonly Entry[], sheet: string): Promise<Map<string, string>> {
  const targets = await targetsOf(entries, sheet, 'External')
  const links = new Map<string, string>()
  if (!targets.size) return links
  await readXml(entryNamed(entries, sheet), {
    onopentag(name, { 'r:id': relation, id, ref = '' }) {
      const address = localName(name) === 'hyperlink' ? targets.get(relation ?? id ?? '') : undefined
      // A link over several cells counts for the first one.
      if (address !== undefined && links.size < MAX_LINKS) links.set(ref.replace(/:.*$/, ''), address)
    },
  })
  return links
}
