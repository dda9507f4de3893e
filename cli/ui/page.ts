// A self-contained page to keep or print: no scripts, nothing loaded from elsewhere; and its bars.
import { escapeHtml } from '../../core/kernel/escape-html.ts'

/** `body` is HTML; the title is text and also the heading. */
export const pageOf = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>text{font:12px system-ui,sans-serif;fill:#1a1a1a}@media print{body{margin:0;max-width:none}}${style}</style></head>
<body><h1>${title}</h1>${body}</body></html>
`

interface Bar {
  label: string
  /** Side by side; their widths from 0 to 1 in all. */
  parts: readonly { share: number; color: string }[]
  figure: string
}

const [WIDTH, LABELS, FIGURES, LINE] = [720, 170, 130, 24]

export function barsOf(name: string, bars: readonly Bar[]): string {
  const rows = bars.map(({ label, parts, figure }, at) => {
    const y = at * LINE
    let x = LABELS
    const drawn = parts.map(({ share, color }) => {
      const width = Math.max(share > 0 ? 2 : 0, share * (WIDTH - LABELS - FIGURES))
      const rect = `<rect x="${x.toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="16" fill="${color}"/>`
      x += width
      return rect
    })
    const text = (left: number, words: string) =>
      `<text x="${left.toFixed(1)}" y="${y + 16}">${escapeHtml(words)}</text>`
    return [text(0, label), ...drawn, text(x + 6, figure)].join('')
  })
  return `<svg viewBox="0 0 ${WIDTH} ${bars.length * LINE}" width="100%" role="img" aria-label="${escapeHtml(name)}">${rows.join('')}</svg>`
}
