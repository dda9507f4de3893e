// Draws frames on the screen: writes only the lines that changed, so nothing flickers or scrolls.

export interface Painter {
  paint(frame: string): void
  /** Redraws the whole last frame, after something else has written to the screen. */
  repaint(): void
  /** Makes the next frame be drawn in full. */
  forget(): void
}

const CLEAR = '\u001b[2J'
const REST = '\u001b[K'
const RESET = '\u001b[0m'
/** Synchronized output: terminals that support it show everything between the two sequences in one update. */
const [TOGETHER, SHOW] = ['\u001b[?2026h', '\u001b[?2026l']

const at = (row: number): string => `\u001b[${row + 1};1H`

export function createPainter(write: (text: string) => void, rows: () => number): Painter {
  let shown: string[] | undefined
  let last = ''
  const draw = (frame: string) => {
    const lines = frame.split('\n').slice(0, rows())
    const before = shown ?? []
    const drawn = lines.flatMap((line, row) =>
      line === before[row] ? [] : [`${at(row)}${line}${RESET}${REST}`],
    )
    const gone = before.slice(lines.length).map((_, place) => at(lines.length + place) + REST)
    const text = [...(shown ? [] : [CLEAR]), ...drawn, ...gone].join('')
    shown = lines
    last = frame
    if (text) write(`${TOGETHER}${text}${SHOW}`)
  }
  return {
    paint: draw,
    repaint() {
      shown = undefined
      draw(last)
    },
    forget: () => void (shown = undefined),
  }
}
