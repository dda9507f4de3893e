// The layout of every e-mail, as HTML and as text. It has one column, and is readable without styles.

import { escapeHtml } from '../kernel/escape-html.ts'

const STYLE = `body{margin:0;background:#f4f2ee;color:#22252b;font:16px/1.55 -apple-system,Segoe UI,Helvetica,Arial,sans-serif}
.sheet{max-width:600px;margin:0 auto;padding:32px 28px;background:#fff;border-radius:10px}
.name{font-weight:700;letter-spacing:.04em;color:#0b6b5d}
h1{font-size:24px;line-height:1.25;margin:18px 0 8px}
h2{font-size:15px;margin:26px 0 6px;color:#0b6b5d}
ul{margin:0;padding-left:20px}li{margin:4px 0}
.small{margin-top:32px;padding-top:14px;border-top:1px solid #e4e0d8;font-size:13px;color:#6b6f76}
a{color:#0b6b5d}`

/** A part of an e-mail. Its pieces appear in this order. */
interface MailPart {
  heading?: string
  text?: string
  command?: string
  list?: readonly { name: string; url?: string; lines?: readonly string[] }[]
  small?: string
}

export function emailOf(title: string, parts: readonly MailPart[], subject = title) {
  const rendered = parts.map(renderedAs)
  return {
    subject: subject.replace(/\s+/g, ' ').slice(0, 200),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body style="background:#f4f2ee;padding:24px 12px"><div class="sheet">
<div class="name">crm</div>
<h1>${escapeHtml(title)}</h1>
${rendered.flatMap((part) => part.map(([, html]) => html)).join('\n')}
</div></body></html>`,
    body: `${[title, ...rendered.map((part) => part.map(([text]) => text).join('\n'))].join('\n\n')}\n`,
  }
}

function renderedAs({ heading, text, command, list, small }: MailPart): [text: string, html: string][] {
  const shown = (words: string | undefined, html: string, start = '', end = ''): [string, string][] =>
    words ? [[`${start}${words}${end}`, html.replace('%', () => escapeHtml(words))]] : []
  return [
    ...shown(heading, '<h2>%</h2>', '', ':'),
    ...shown(text, '<p>%</p>'),
    ...shown(command, '<p><code>%</code></p>', '  '),
    ...(list ?? []).map(({ name, url, lines = [] }): [string, string] => [
      [`- ${name}`, ...lines, ...(url ? [url] : [])].join('\n  '),
      `<ul><li>${url ? `<a href="${escapeHtml(url)}">` : ''}${escapeHtml(name)}${url ? '</a>' : ''}<br>${escapeHtml(lines.join(' · '))}</li></ul>`,
    ]),
    ...shown(small, '<p class="small">%</p>'),
  ]
}
