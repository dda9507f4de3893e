// Type guards, typed functions for objects, and assertions of what the types cannot express. A failed assertion throws at once.

export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  list.some((each) => each === value)

/** The keys of a literal record, which has no keys beyond its type. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[] // `Object.keys` loses the type of the keys.

export const entriesOf = <K extends string, V>(record: Readonly<Partial<Record<K, V>>>): [K, V][] =>
  Object.entries(record) as [K, V][] // `Object.entries` loses the type of the keys.

/** The key of each word in lists of words, which are separated by commas. */
export const keyByWord = <K extends string>(lists: Readonly<Partial<Record<K, string>>>): Map<string, K> =>
  new Map(entriesOf(lists).flatMap(([key, list]) => list.split(', ').map((word) => [word, key] as const)))

interface Kept<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** The value of a key, which is made on first use and kept. */
export function keptIn<K, V>(values: Kept<K, V>, key: K, make: () => V): V {
  const known = values.get(key)
  if (known !== undefined) return known
  const made = make()
  values.set(key, made)
  return made
}

export const listIn = <K, V>(lists: Map<K, V[]>, key: K): V[] => keptIn(lists, key, () => [])

export const isKeyOf = <R extends object>(record: R, word: string): word is keyof R & string =>
  Object.hasOwn(record, word)

export const picked = <T extends object, K extends keyof T>(
  record: T,
  names: readonly K[],
): Partial<Pick<T, K>> => {
  const some: Partial<Pick<T, K>> = {}
  for (const name of names) some[name] = record[name]
  return some
}

export const recordBy = <K extends string, V>(
  names: readonly K[],
  valueOf: (name: K, at: number) => V,
): Record<K, V> =>
  // `Object.fromEntries` loses the types of the names.
  Object.fromEntries(names.map((name, at) => [name, valueOf(name, at)])) as Record<K, V>

export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // `Object.fromEntries` loses the types of the fields.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The record; an empty one for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** A form for fingerprints: equal for objects that differ only in the order of their fields. */
export function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(canonical)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, child]) => [name, canonical(child)])
}

export function must<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('A value that must be there is missing.')
  return value
}

export const first = <T>(list: readonly T[]): T => must(list[0])

export const last = <T>(list: readonly T[]): T => must(list.at(-1))
