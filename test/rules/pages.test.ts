// The pages lead somewhere: each link from a page to a file of the checkout has its file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs')).map((name) => join('docs', name)),
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
