// Wordings found by a form of theirs, such as their letters without the spaces. The forms themselves are not kept: for
// 68,000 wordings two sets of them were 12 MB; a table of positions, and the form worked out anew for what it finds, is half a megabyte.

/** Finds the wording that has a form; undefined when none has. */
export type FormIndex = (form: string) => number | undefined

/** Indexes keys by position as a generator that yields on the way; of two with one form `isSurer` says which is found. */
export function* indexForms(
  keys: readonly string[],
  formOf: (key: string) => string,
  isSurer: (one: number, other: number) => boolean,
): Generator<void, FormIndex> {
  const size = 2 ** Math.ceil(Math.log2(keys.length * 2 + 1))
  // Position + 1 of the wording in each place; 0 is free.
  const places = new Int32Array(size)
  const hashes = new Uint32Array(size)
  const placeOf = (form: string): number => {
    const hash = hashOf(form)
    let place = hash & (size - 1)
    while (places[place] !== 0) {
      if (hashes[place] === hash && formOf(keys[places[place]! - 1] ?? '') === form) break
      place = (place + 1) & (size - 1)
    }
    return place
  }
  for (let at = 0; at < keys.length; at++) {
    const form = formOf(keys[at] ?? '')
    const place = placeOf(form)
    const held = places[place]! - 1
    if (held < 0 || isSurer(at, held)) places[place] = at + 1
    hashes[place] = hashOf(form)
    if (at % 500 === 0) yield
  }
  return (form) => {
    const held = places[placeOf(form)]! - 1
    return held < 0 ? undefined : held
  }
}

/** FNV-1a, 32 bits: spread well enough that a false hit is rare; what it finds is compared in full. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
