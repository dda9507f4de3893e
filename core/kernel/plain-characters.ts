// Removes characters that Postgres cannot store, that control a terminal, or that change the reading order. Finds characters
// that nobody can see.

export const hasNul = (text: string): boolean => text.includes('\0')

/** Whether the text has half of a surrogate pair, which JSON may contain. With the flag u, pairs do not match. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text)

export const isStorable = (text: string): boolean => !hasNul(text) && !hasLoneSurrogate(text)

/** Whether every text and name in a value is storable, so that jsonb can hold it. */
export const isStorableJson = (value: unknown): boolean =>
  typeof value === 'string'
    ? isStorable(value)
    : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorableJson)

/** Terminal escape sequences: `ESC [ … m`, titles and other strings with their end, and sequences of two characters. */
const ESCAPES =
  /(?:\u001b\[|\u009b)[\u0020-\u003f]{0,64}[\u0040-\u007e]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090-\u009f\n]{0,2000}(?:\u0007|\u001b\\|\u009c)|\u001b[\u0020-\u002f]{0,8}[\u0030-\u007e]/g

/** C0 except tab and line feed, DEL, C1, and bidirectional overrides, embeddings and isolates. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const ALL_CONTROLS = new RegExp(CONTROLS, 'g')

/** The text without control characters; line ends become line feeds. The whole product uses this one function. */
export const withoutControls = (text: string): string =>
  CONTROLS.test(text)
    ? text
        .replace(/\r\n?|\u0085/g, '\n')
        .replace(ESCAPES, '')
        .replace(ALL_CONTROLS, '')
    : text

export const inOneLine = (text: string): string => withoutControls(text).replace(/[\t\n]+/g, ' ')

export const cleanJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? withoutControls(each) : each), 2)

/** Invisible characters: fillers, joiners, direction marks, variation selectors, tags, lone surrogates. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\p{Surrogate}/gu

/** The text without invisible characters, for models and questions. */
export const withoutInvisible = (text: string): string => withoutControls(text).replace(INVISIBLE, '')

export function cut(text: string, max: number): string {
  const isWhole = text.length <= max || !/[\ud800-\udbff]/.test(text.charAt(max - 1))
  return text.slice(0, isWhole ? max : max - 1)
}

/** As `cut`, but of a list with semicolons only whole parts stay. */
export const cutList = (text: string, max: number): string =>
  text.length > max ? cut(text, max).replace(/; [^;]*$/, '') : text

/** Whether the text looks empty: spaces, characters without width, and accents without a letter. */
export const isBlank = (text: string): boolean =>
  /^[\s\p{Cf}\p{Cc}\p{M}\u034f\u115f\u1160\u3164\uffa0\u2800\p{Variation_Selector}]*$/u.test(text)
