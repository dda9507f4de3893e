// Whoever searches the log finds each of its fields in the documents.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'
import { loggedFields } from './syntax.ts'

test('every field of the log is documented, and no other', () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  const table = page.slice(page.indexOf('### The log'), page.indexOf('On SIGTERM'))
  const documented = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  const sources = sourcesOf('core', 'gateway')
  const logged = [...new Set(sources.flatMap(loggedFields))].sort()
  expect(logged.length).toBeGreaterThan(20)
  expect(logged.filter((name) => !documented.includes(name))).toEqual([])
  const text = sources.map((source) => source.text).join('\n')
  const ofLogger = ['time', 'level', 'msg']
  expect(
    documented.filter((name) => !ofLogger.includes(`${name}`) && !new RegExp(`\\b${name}\\b`).test(text)),
  ).toEqual([])
})
