// Draws a screen of the terminal as an SVG picture: text in cells of one size, in a window, without scripts and outside resources.
import type { Shown } from '../cli/screen.ts'

const CELL = { width: 8.4, height: 19 }
const MARGIN = { side: 18, top: 46, bottom: 16 }

/** The colours of the codes 30 to 37, on a dark ground. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
  '90': '#8b949e',
}
const GROUND = '#0d1117'
const INK = '#e6edf3'

interface Run {
  text: string
  column: number
  style: string
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`)

/** A line as runs of one style each; those of spaces only are left out, unless they are inverse. */
function runsOf(line: string, styles: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const [column, char] of [...line].entries()) {
    const style = styles[column] ?? ''
    const last = runs.at(-1)
    if (last && last.style === style && last.column + [...last.text].length === column) last.text += char
    else runs.push({ text: char, column, style })
  }
  return runs.filter(({ text, style }) => text.trim() || style.split(';').includes('7'))
}

const at = (value: number): string => String(Math.round(value * 10) / 10)

function drawn({ text, column, style }: Run, row: number): string {
  const codes = style.split(';')
  const isInverse = codes.includes('7')
  const colour = codes.map((code) => COLOURS[code]).find(Boolean) ?? INK
  const [x, y] = [MARGIN.side + column * CELL.width, MARGIN.top + row * CELL.height]
  const width = at([...text].length * CELL.width)
  const marks = [
    codes.includes('1') && 'font-weight="700"',
    codes.includes('2') && 'opacity="0.62"',
    codes.includes('4') && 'text-decoration="underline"',
  ].filter(Boolean)
  const ground = isInverse
    ? `<rect x="${at(x)}" y="${at(y - 14)}" width="${width}" height="${CELL.height}" fill="${colour}"/>`
    : ''
  const fill = isInverse ? GROUND : colour
  const attributes = [`x="${at(x)}" y="${at(y)}" textLength="${width}" fill="${fill}"`, ...marks].join(' ')
  return `${ground}<text ${attributes} xml:space="preserve">${escaped(text)}</text>`
}

/** A screen and what stands on its window. */
export interface Frame {
  shown: Shown
  command: string
}

const usedRows = ({ lines }: Pick<Shown, 'lines'>): number => lines.findLastIndex((line) => line !== '') + 1

const contentOf = ({ shown: { lines, styles }, command }: Frame): string[] => [
  `<text x="84" y="23" fill="#8b949e">$ ${escaped(command)}</text>`,
  ...lines
    .slice(0, usedRows({ lines }))
    .flatMap((line, row) => runsOf(line, styles[row] ?? []).map((run) => drawn(run, row))),
]

/** A window as large as the largest of its frames. */
function windowOf(frames: readonly Frame[], title: string, content: readonly string[]): string {
  const columns = Math.max(...frames.map(({ shown }) => shown.styles[0]?.length ?? 80))
  const rows = Math.max(...frames.map(({ shown }) => usedRows(shown)))
  const width = at(columns * CELL.width + 2 * MARGIN.side)
  const height = at(MARGIN.top + rows * CELL.height + MARGIN.bottom - 8)
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, place) => `<circle cx="${22 + place * 18}" cy="18" r="5.5" fill="${colour}"/>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="10" fill="${GROUND}"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" lengthAdjust="spacingAndGlyphs">`,
    ...content,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** The picture of a screen; `title` is said to those who do not see it, `command` stands on the window. */
export const svgOf = (shown: Shown, { title, command }: { title: string; command: string }): string =>
  windowOf([{ shown, command }], title, contentOf({ shown, command }))

/** How long each frame of an animation is shown. */
const FRAME_SECONDS = 4

/** Frames one after the other, for ever; a viewer without animation sees the last. */
export function animationOf(frames: readonly Frame[], title: string): string {
  const seconds = frames.length * FRAME_SECONDS
  const content = frames.flatMap((frame, place) => {
    const values = frames.map((_, other) => (other === place ? 'inline' : 'none')).join(';')
    const display = place === frames.length - 1 ? 'inline' : 'none'
    return [
      `<g display="${display}">`,
      `<animate attributeName="display" values="${values}" calcMode="discrete" dur="${seconds}s" repeatCount="indefinite"/>`,
      ...contentOf(frame),
      '</g>',
    ]
  })
  return windowOf(frames, title, content)
}
