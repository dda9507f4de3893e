// The guides at `/docs/<name>`, as pages and, with `.md` at the end, as Markdown.
import { isOneOf, must } from '../../core/kernel/narrow.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Express, Response } from 'express'
import type { Config } from '../../core/config.ts'
import { routeOf, type Operation } from '../../core/kernel/operation.ts'
import { fail } from '../../core/kernel/errors.ts'
import { refuseMethod } from '../http/mount.ts'
import { addressOf, ownHostOnly } from '../http/own-address.ts'
import { sendText } from '../http/send.ts'
import type { GuideSection } from '../openapi/page.ts'

const GUIDE = '/docs/:page'

const GUIDES = [
  ...[
    'api',
    'intelligence-api',
    'webhooks',
    'offers',
    'inbox',
    'watch',
    'salary',
    'mcp',
    'agents',
    'assistants',
  ],
  ...['billing', 'methodology', 'data-sources', 'versioning', 'guide', 'reference'],
] as const

export const STYLED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const STYLE = `:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1.5rem }
pre { background: #8881; padding: .75rem; overflow-x: auto } code { font: .9em ui-monospace, monospace }
table { border-collapse: collapse; display: block; overflow-x: auto } td, th { text-align: left; vertical-align: top; padding: .2rem .6rem; border-bottom: 1px solid #8884 }`

/** Where the guides are: with the package, or with the sources. */
function folderOfGuides(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'docs', 'api.md')
    if (existsSync(candidate)) return dirname(candidate)
    if (dirname(folder) === folder) return folder
  }
}

const EXAMPLE = /\b(?:http:\/\/)?(?:127\.0\.0\.1|localhost):8787\b/g

/** Points links between guides at this server's pages and drops other repository links; examples use this server's URL. */
const linked = (markdown: string, address: string, end: '' | '.md'): string =>
  markdown
    .replace(EXAMPLE, address)
    .replace(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, (whole, name: string, anchor = '') =>
      isOneOf(GUIDES, name) ? `](/docs/${name}${end}${anchor})` : whole,
    )

async function sendGuide(res: Response, page: string, address: string): Promise<void> {
  const name = page.replace(/\.md$/, '')
  if (!isOneOf(GUIDES, name)) return fail('route_not_found', { path: `/docs/${page}`.slice(0, 200) })
  const text = await readFile(join(folderOfGuides(), `${name}.md`), 'utf8')
  if (page.endsWith('.md'))
    return sendText(res, 200, 'text/markdown; charset=utf-8', linked(text, address, '.md'))
  const { marked } = await import('marked')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  res.setHeader('Content-Security-Policy', STYLED)
  sendText(
    res,
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="alternate" type="text/markdown" href="/docs/${name}.md"><style>${STYLE}</style></head><body>${await marked(linked(text, address, ''))}</body></html>`,
  )
}

/** The sections of all guides that have every one of the words, which are in lower case. */
export async function searchGuides(words: readonly string[]): Promise<GuideSection[]> {
  if (words.length === 0) return []
  const texts = await Promise.all(
    GUIDES.map((name) => readFile(join(folderOfGuides(), `${name}.md`), 'utf8')),
  )
  return GUIDES.flatMap((page, at) =>
    must(texts[at])
      .split(/^(?=#{1,3} )/m)
      .filter((section) => words.every((word) => section.toLowerCase().includes(word)))
      .map((section) => ({ page, heading: section.split('\n', 1)[0]?.replace(/^#+ /, '') ?? page })),
  )
}

/** `/llms.txt`, for a model that reads one page before it writes a client: docs/llms.txt with this server's routes. */
export async function llmsText(operations: readonly Operation[], base: string): Promise<string> {
  const text = await readFile(join(folderOfGuides(), 'llms.txt'), 'utf8')
  const routes = new Map(operations.map((op) => [op.name, { ...routeOf(op), summary: op.summary }]))
  return text.replaceAll('{base}', base).replace(/^- ([\w-]+\.\w+)$/gm, (_, name: string) => {
    const { method, path, summary } = must(routes.get(name))
    return `- ${method} ${path.replace(/:(\w+)/g, '{$1}')}: ${summary}`
  })
}

export const mountGuides = (app: Express, config: Config): void =>
  void app
    .route(GUIDE)
    .all(ownHostOnly(config))
    .get((req, res) => sendGuide(res, req.params.page, addressOf(req, config)))
    .all(refuseMethod(['GET', 'HEAD']))
