// Serialises the index of role titles: building it takes a second, reading it back a few hundredths.
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { RoleEntry, RoleIndex, Surface } from './role-index.ts'
import type { SpellingIndex } from './spelling.ts'
import type { TrigramIndex } from './trigrams.ts'

/** The serialisable form: wordings and their holders in flat arrays instead of objects. */
interface PackedIndex {
  roles: readonly RoleEntry[]
  /** Keys of the wordings, one per line. */
  keys: string
  /** Holders of wording `at` are at `starts[at]` … `starts[at + 1]`. */
  starts: Int32Array
  holders: Int32Array
  weights: Float64Array
  /** One line per holder. */
  texts: string
  vocabulary: string
  trigrams: PackedTrigrams
  slugs: PackedTrigrams
  rest: Pick<
    RoleIndex,
    'exact' | 'closed' | 'sorted' | 'rarity' | 'bySoc' | 'generalRole' | 'ownSurfaces' | 'titles'
  >
  spelling: SpellingIndex['forms']
}

/** Without the scratch space. */
type PackedTrigrams = Omit<TrigramIndex, 'sums' | 'touched'>

const withoutScratch = ({ sums: _, touched: __, ...trigrams }: TrigramIndex): PackedTrigrams => trigrams

const withScratch = (trigrams: PackedTrigrams): TrigramIndex => ({
  ...trigrams,
  sums: new Float32Array(trigrams.size),
  touched: new Int32Array(trigrams.size),
})

const SUM_BYTES = 4

/** The serialised index, prefixed with a CRC-32 checksum. */
export function pack(index: RoleIndex): Buffer {
  const { exact, closed, sorted, rarity, bySoc, generalRole, ownSurfaces, titles, spelling } = index
  const surfaces = Array.from({ length: index.size }, (_, at) => index.surfaceAt(at)!)
  const holders = surfaces.flatMap((surface) => surface.holders)
  const starts = new Int32Array(surfaces.length + 1)
  surfaces.forEach((surface, at) => (starts[at + 1] = starts[at]! + surface.holders.length))
  const packed: PackedIndex = {
    roles: index.roles,
    keys: surfaces.map(({ key }) => key).join('\n'),
    starts,
    holders: Int32Array.from(holders, ({ role }) => role),
    weights: Float64Array.from(holders, ({ weight }) => weight),
    texts: holders.map(({ text }) => text).join('\n'),
    vocabulary: index.vocabulary.join('\n'),
    trigrams: withoutScratch(index.trigrams),
    slugs: withoutScratch(index.slugs),
    rest: { exact, closed, sorted, rarity, bySoc, generalRole, ownSurfaces, titles },
    spelling: spelling.forms,
  }
  const bytes = serialize(packed)
  const sum = Buffer.alloc(SUM_BYTES)
  sum.writeUInt32LE(crc32(bytes))
  return Buffer.concat([sum, bytes])
}

/** Restores the index; null when the checksum does not match. */
export function unpack(file: Buffer): RoleIndex | null {
  const bytes = file.subarray(SUM_BYTES)
  if (file.length < SUM_BYTES || file.readUInt32LE() !== crc32(bytes)) return null
  const packed = deserialize(bytes) as PackedIndex
  const { size } = packed.trigrams
  const vocabulary = packed.vocabulary.split('\n')
  const wordIds = new Map(vocabulary.map((word, at) => [word, at]))
  return {
    ...packed.rest,
    ...{ roles: packed.roles, size, vocabulary, wordIds },
    surfaceAt: surfacesOf(packed, wordIds),
    trigrams: withScratch(packed.trigrams),
    slugs: withScratch(packed.slugs),
    spelling: { words: vocabulary, forms: packed.spelling },
    bySlug: new Map(packed.roles.map((role, at) => [role.slug, at])),
  }
}

/** Creates wording objects on demand: a search needs about a hundred of them. */
function surfacesOf(packed: PackedIndex, wordIds: ReadonlyMap<string, number>): RoleIndex['surfaceAt'] {
  const { starts, holders, weights } = packed
  const [keys, texts] = [packed.keys.split('\n'), packed.texts.split('\n')]
  const made = new Map<number, Surface>()
  return (at) => {
    const key = keys[at]
    const held = made.get(at)
    if (held || key === undefined) return held
    const surface: Surface = { key, words: key.split(' ').map((word) => wordIds.get(word) ?? 0), holders: [] }
    for (let one = starts[at]!; one < starts[at + 1]!; one += 1)
      surface.holders.push({ role: holders[one]!, weight: weights[one]!, text: texts[one]! })
    made.set(at, surface)
    return surface
  }
}
