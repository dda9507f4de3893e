// The characters of a text that people see: what steers a terminal or turns the reading order is no part of it.

/** Sequences that steer a terminal, whole: `ESC [ … m`, titles and other strings up to their end, and two characters alone. */
const ESCAPES =
  /(?:\u001b\[|\u009b)[\u0020-\u003f]{0,64}[\u0040-\u007e]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090-\u009f\n]{0,2000}(?:\u0007|\u001b\\|\u009c)|\u001b[\u0020-\u002f]{0,8}[\u0030-\u007e]/g

/** C0 but tab and line feed, DEL, C1, and what overrides, embeds or isolates the direction of letters. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const ALL_CONTROLS = new RegExp(CONTROLS, 'g')

/** The text without control characters; line ends become line feeds. The only cleaner of them in the product. */
export const withoutControls = (text: string): string =>
  CONTROLS.test(text) ? text.replace(/\r\n?/g, '\n').replace(ESCAPES, '').replace(ALL_CONTROLS, '') : text

/** The first characters of a text, none of them cut in half. */
export function cut(text: string, max: number): string {
  const isWhole = text.length <= max || !/[\ud800-\udbff]/.test(text.charAt(max - 1))
  return text.slice(0, isWhole ? max : max - 1)
}

/** Whether a reader sees nothing: spaces, and characters without width. */
export const isBlank = (text: string): boolean =>
  /^[\s\p{Cf}\p{Cc}\u034f\u115f\u1160\u3164\uffa0\u2800\p{Variation_Selector}]*$/u.test(text)
