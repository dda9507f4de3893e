// Values that are there for a reason the types do not show; where the reason fails, the defect shows at that place.

export function must<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('A value that must be there is missing.')
  return value
}

export const first = <T>(list: readonly T[]): T => must(list[0])

export const last = <T>(list: readonly T[]): T => must(list.at(-1))
