// Asserts that a value exists where types cannot show it, so that a wrong assumption fails at once.

export function must<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('A value that must be there is missing.')
  return value
}

export const first = <T>(list: readonly T[]): T => must(list[0])

export const last = <T>(list: readonly T[]): T => must(list.at(-1))
