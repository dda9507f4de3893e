// Wordings found by a form of theirs, such as their letters without the spaces. The forms themselves are not kept: for
// 68,000 wordings two sets of them were 12 MB; a table of positions, and the form worked out anew for what it finds, is half a megabyte.

/** A table of wordings by a form of theirs: position + 1 of the wording in each place (0 is free), and its hash. */
export interface FormIndex {
  places: Int32Array
  hashes: Uint32Array
}

type FormOf = (key: string) => string

/** The wording that has a form; undefined when none has. */
export function withForm(
  { places, hashes }: FormIndex,
  keyAt: (at: number) => string,
  formOf: FormOf,
  form: string,
): number | undefined {
  const held = places[placeOf(form, places, hashes, (at) => formOf(keyAt(at)))]! - 1
  return held < 0 ? undefined : held
}

function placeOf(form: string, places: Int32Array, hashes: Uint32Array, formAt: FormAt): number {
  const hash = hashOf(form)
  const last = places.length - 1
  let place = hash & last
  while (places[place] !== 0) {
    if (hashes[place] === hash && formAt(places[place]! - 1) === form) break
    place = (place + 1) & last
  }
  return place
}

type FormAt = (at: number) => string

/** Indexes keys by position as a generator that yields on the way; of two with one form `isSurer` says which is found. */
export function* indexForms(
  keys: readonly string[],
  formOf: FormOf,
  isSurer: (one: number, other: number) => boolean,
): Generator<void, FormIndex> {
  const size = 2 ** Math.ceil(Math.log2(keys.length * 2 + 1))
  const places = new Int32Array(size)
  const hashes = new Uint32Array(size)
  const formAt = (at: number) => formOf(keys[at] ?? '')
  for (let at = 0; at < keys.length; at++) {
    const form = formOf(keys[at] ?? '')
    const place = placeOf(form, places, hashes, formAt)
    const held = places[place]! - 1
    if (held < 0 || isSurer(at, held)) places[place] = at + 1
    hashes[place] = hashOf(form)
    if (at % 500 === 0) yield
  }
  return { places, hashes }
}

/** FNV-1a, 32 bits: spread well enough that a false hit is rare; what it finds is compared in full. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
