// Extracts the text of HTML. `visibleText` leaves out text that style, size or colour hides. It also leaves out characters that
// reorder or disguise letters. `textIn` can include hidden text.
import { cut, withoutInvisible } from '../kernel/plain-characters.ts'
import { markupParser, TooDeepError } from './markup.ts'

/** Only the beginning of a longer text is read. */
export const MAX_TEXT = 40_000

const BLOCKS = new Set(
  (
    'p div br li tr h1 h2 h3 h4 h5 h6 table section article header footer main nav aside body ' +
    'ul ol dl dt dd blockquote center hr td th'
  ).split(' '),
)
/** Elements whose text is not part of the page: browsers hide it, or it belongs to a form. */
const NOT_SHOWN = new Set(
  'script style title noscript template svg iframe head object select textarea'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

// Only whole names of properties count: `border-width: 0` and `backface-visibility: hidden` hide nothing, nor does `1.2em`.
const HIDING =
  /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d]*[1-9])|font-size\s*:\s*(?:[01](?:\.\d+)?(?:px|pt|%)?|0(?:\.[0-2]\d*)?r?em)\s*(?:;|$|!)|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|$|!)|text-indent\s*:\s*-\d{3,}|(?:margin-)?(?:left|top)\s*:\s*-\d{3,})/i
const COLOUR = /(?:^|[;\s])color\s*:\s*([^;!]+)/i
const BACKGROUND = /background(?:-color)?\s*:\s*([^;!]+)/i

const WHITE = /^(?:#fff(?:fff)?|white|rgba?\(\s*255\s*,\s*255\s*,\s*255.*\)|transparent|rgba\(.*,\s*0\s*\))$/i

interface OpenElement {
  name: string
  hidden: boolean
  background: string | null
  quoted: boolean
}

/** How many characters are parsed at a time. Parsing stops after a piece if the text is long enough. */
const PIECE_CHARACTERS = 16_384

/** Deeper elements contribute only their text. */
const MAX_DEPTH = 200

/** A colour in a fixed form, so that equal colours are equal texts. */
const colourOf = (text: string): string => {
  const colour = text.trim().toLowerCase()
  if (/^#[\da-f]{3}$/.test(colour)) return colour.replace(/[\da-f]/g, '$&$&')
  return colour === 'white' ? '#ffffff' : colour
}

/** Words that take a colour from elsewhere. They name none, so two equal ones are not the same colour. */
const NO_COLOUR = /^\s*(?:inherit|initial|unset|revert)/i

/** An element's background, and whether its text is invisible on it. */
function paintOf(style: string, attributes: Record<string, string>, under: string | null) {
  const painted = BACKGROUND.exec(style)?.[1] ?? attributes['bgcolor']
  const background = painted && !NO_COLOUR.test(painted) ? colourOf(painted) : under
  const colour = COLOUR.exec(style)?.[1] ?? attributes['color']
  if (colour === undefined || NO_COLOUR.test(colour)) return { background, vanishes: false }
  const same = background === null ? WHITE.test(colour.trim()) : colourOf(colour) === background
  return { background, vanishes: same || /transparent/i.test(colour) }
}

const NO_PAINT = { background: null, vanishes: false }

/** The visible text of HTML, one line per block; quoted blocks begin with `> `. */
export const visibleText = (html: string): string => plainText(textIn(html, MAX_TEXT))

/** Stops once the text exceeds `maxCharacters`. `withHidden` keeps hidden text, which scripts may show, and marks no quotes. */
export function textIn(html: string, maxCharacters: number, withHidden = false): string {
  const reader = textReader(html, maxCharacters, withHidden)
  while (reader.readPiece());
  return reader.text()
}

/** As `textIn`, but the caller reads piece by piece. `readPiece` returns false at the end. */
export function textReader(html: string, maxCharacters: number, withHidden: boolean) {
  const parts: string[] = []
  const open: OpenElement[] = []
  let [length, skipped] = [0, 0]
  const top = (): OpenElement | undefined => open.at(-1)
  const append = (text: string) => {
    if (length > maxCharacters) return
    parts.push(text)
    length += text.length
  }
  const newline = () => append(top()?.quoted && !withHidden ? '\n> ' : '\n')
  const parser = markupParser({
    onopentag(name, attributes) {
      if (BLOCKS.has(name)) newline()
      if (VOID.has(name)) return
      if (open.length >= MAX_DEPTH) {
        skipped += 1
        return
      }
      const style = attributes['style'] ?? ''
      const { background, vanishes } = withHidden
        ? NO_PAINT
        : paintOf(style, attributes, top()?.background ?? null)
      const hidden =
        top()?.hidden ||
        NOT_SHOWN.has(name) ||
        (!withHidden && ('hidden' in attributes || HIDING.test(style) || vanishes))
      const quoted = top()?.quoted || name === 'blockquote'
      open.push({ name, hidden: Boolean(hidden), background, quoted: Boolean(quoted) })
      if (name === 'blockquote') newline()
    },
    ontext(text) {
      if (!top()?.hidden) append(withHidden ? text : text.replace(/\s+/g, ' '))
    },
    onclosetag(name) {
      if (VOID.has(name)) return
      if (skipped) {
        skipped -= 1
        return
      }
      if (top()?.name === name) open.pop()
      if (BLOCKS.has(name)) newline()
    },
  })
  let at = 0
  const readPiece = (): boolean => {
    const isOver = at >= html.length || length > maxCharacters
    try {
      if (isOver) parser.end()
      else parser.write(html.slice(at, (at += PIECE_CHARACTERS)))
    } catch (error) {
      // Text after an element that is nested too deeply is not read.
      if (error instanceof TooDeepError) return false
      throw error
    }
    return !isOver
  }
  return { readPiece, text: () => parts.join('') }
}

/** Joiners and variation selectors, which change the look of letters but not the text. */
const JOINERS = /[\u200c\u200d\ufe00-\ufe0f]/g

/** Text with single spaces, at most one empty line in a row, and without invisible characters. */
export const plainText = (text: string): string =>
  withoutInvisible(cut(text, MAX_TEXT))
    .replace(JOINERS, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
