// The addresses behind the linked cells of a sheet: the sheet names them, and a file of its own holds them.
import type { Entry } from './archive.ts'
import { decoded } from './decoded.ts'
import { xmlParser } from './markup.ts'

/** The most links of a sheet. */
const MAX_LINKS = 100_000

/** The address of each linked cell, by its reference such as `B7`. */
export async function linksOf(entries: readonly Entry[], sheet: string): Promise<Map<string, string>> {
  const own = sheet.replace(/([^/]+)$/, '_rels/$1.rels')
  const targets = new Map<string, string>()
  await each(
    entries.find(({ name }) => name === own),
    (tag, { Id = '', Target = '', TargetMode }) => {
      if (tag === 'Relationship' && TargetMode === 'External') targets.set(Id, Target)
    },
  )
  const links = new Map<string, string>()
  if (!targets.size) return links
  await each(
    entries.find(({ name }) => name === sheet),
    (tag, attributes) => {
      const address =
        tag === 'hyperlink' ? targets.get(attributes['r:id'] ?? attributes['id'] ?? '') : undefined
      // A link over several cells belongs to the first.
      const cell = (attributes['ref'] ?? '').replace(/:.*$/, '')
      if (address !== undefined && links.size < MAX_LINKS) links.set(cell, address)
    },
  )
  return links
}

async function each(
  entry: Entry | undefined,
  onTag: (tag: string, attributes: Record<string, string>) => void,
): Promise<void> {
  if (!entry) return
  const onopentag = (name: string, attributes: Record<string, string>) =>
    onTag(name.slice(name.indexOf(':') + 1), attributes)
  const parser = xmlParser({ onopentag })
  for await (const text of decoded(entry.pieces())) parser.write(text)
  parser.end()
}
