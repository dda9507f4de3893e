// A hash table of wordings by a derived form, such as their letters without spaces. The forms are not stored:
// two sets of them took 12 MB for 68,000 wordings. The table stores positions and hashes in half a megabyte,
// and recomputes the form of what it finds.
import { hashOf } from './hashes.ts'

/** An open-addressing hash table: each slot has the position of a wording + 1 (0 is free), and its hash. */
export interface FormIndex {
  places: Int32Array
  hashes: Uint32Array
}

type FormOf = (key: string) => string

/** The position of the wording with this form; undefined when there is none. */
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

/**
 * A generator that indexes keys and yields along the way; of two
 * keys with the same form, `isSurer` decides which is kept.
 */
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
