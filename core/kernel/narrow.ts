// Types that follow from a look at the value.

/** Whether a value is one of a list, and so of the list's type. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  (list as readonly unknown[]).includes(value) // A list of T may be searched for anything.

/** The keys of a record that was written out: no other keys than those of its type are in it. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[] // `Object.keys` cannot know that.

/** The fields that are not undefined. */
export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // `Object.fromEntries` forgets which field had which type.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Whether a value is an object whose fields can be looked at. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The record; an empty one for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
