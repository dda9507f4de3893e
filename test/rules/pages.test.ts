// The pages lead somewhere: each link from a page to a file of the checkout has its file, and its heading.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const pages = [
  ...readdirSync(root),
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  ),
].filter((name) => name.endsWith('.md'))

test('each link from a page to a file has its file', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

/** The anchor of each heading of a page, as GitHub makes it. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )

test('each link from a page to a heading has its heading', () => {
  const links = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g),
    ].map(([, file = '', anchor = '']) => ({ page, to: file ? join(dirname(page), file) : page, anchor })),
  )
  expect(links.length).toBeGreaterThan(0)
  const isThere = ({ to, anchor }: (typeof links)[number]) =>
    anchorsOf(readFileSync(join(root, to), 'utf8')).includes(anchor)
  expect(links.filter((link) => !isThere(link))).toEqual([])
})

test('a decision is a page: at most 670 words', () => {
  const words = (page: string) =>
    readFileSync(join(root, page), 'utf8').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'))
  expect(decisions.filter((page) => words(page) > 670)).toEqual([])
})

test('the site of these pages is built, with each page and a search that needs no server', async () => {
  const out = mkdtempSync(join(tmpdir(), 'crm-site-'))
  const typedoc = join(root, 'node_modules', 'typedoc', 'bin', 'typedoc')
  await promisify(execFile)(process.execPath, [typedoc, '--options', join(root, 'docs/site/typedoc.json'), '--out', out]) // prettier-ignore
  const missing = pages
    .filter((page) => page.startsWith('docs'))
    .filter((page) => !existsSync(join(out, page.slice('docs/'.length).replace(/md$/, 'html'))))
  expect(missing).toEqual([])
  expect(readFileSync(join(out, 'assets/search.js'), 'utf8')).toMatch(/^window\.searchData = /)
})
