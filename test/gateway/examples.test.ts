// The answers to `curl` that the pages show are the gateway's. `RECORD_EXAMPLES=1` writes the pages anew where they differ.
// A “…” in an answer stands for anything; `| jq -r '.a.b[0]'` is obeyed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useGateway } from './harness.ts'
import { keyHolder } from './intelligence/key-holder.ts'

const root = join(import.meta.dirname, '..', '..')
const gateway = useGateway()

/** A block of one command and its answer. */
const EXAMPLE = /^```console\n\$ (curl (?:.*\\\n)*.*(?:\n {4,}.*)*)\n(\S[^]*?)\n```$/gm
const WIDTH = 130
const ELLIPSIS = '…'

/** What this command line sends, and the place in the answer that it prints. */
function requestOf(line: string) {
  const [command = '', jq = ''] = line.replaceAll('\\\n', ' ').split(' | ')
  const words = [...command.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) =>
    word.replaceAll(/^['"]|['"]$/g, ''),
  )
  const after = (flag: string) => words.flatMap((word, at) => (word === flag ? [words[at + 1]!] : []))
  const address = words.find((word) => /^(?:https?:|localhost)/.test(word))!
  return {
    path: address.replace(/^(?:https?:\/\/)?[^/]+/, ''),
    headers: Object.fromEntries(after('-H').map((header) => header.split(': '))) as Record<string, string>,
    body: after('-d')[0],
    taken: [...jq.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, at]) => name ?? at!),
  }
}

/** An answer as a page shows it: as JSON, with “…” for what it leaves out. */
const readShown = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll('{…}', `"${ELLIPSIS}"`)
      .replaceAll('[…]', '["…"]')
      .replaceAll(/(?<=[,{]\s*)…/g, `"${ELLIPSIS}":0`),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answer with what the page leaves out left out. */
function abridged(answer: unknown, shown: unknown): unknown {
  if (shown === ELLIPSIS && isRecord(answer)) return shown
  if (Array.isArray(shown) && shown[0] === ELLIPSIS && Array.isArray(answer)) return shown
  if (!isRecord(answer) || !isRecord(shown)) return answer
  if (!(ELLIPSIS in shown))
    return Object.fromEntries(
      Object.entries(answer).map(([key, value]) => [key, abridged(value, shown[key])]),
    )
  return Object.fromEntries(
    Object.keys(shown).map((key) => [key, key === ELLIPSIS ? 0 : abridged(answer[key], shown[key])]),
  )
}

/** An answer for a page: an object without objects in it stands on one line where that is short. */
function written(value: unknown, indent = ''): string {
  if (value === ELLIPSIS) return '{…}'
  if (Array.isArray(value)) return value[0] === ELLIPSIS ? '[…]' : JSON.stringify(value)
  if (!isRecord(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const rows = Object.entries(value).map(([key, one]) =>
    key === ELLIPSIS ? ELLIPSIS : `${JSON.stringify(key)}: ${written(one, inner)}`,
  )
  const flat = `{${rows.join(', ')}}`
  const isFlat = !flat.includes(ELLIPSIS) && !Object.values(value).some(isRecord)
  return isFlat && flat.length < WIDTH ? flat : `{\n${inner}${rows.join(`,\n${inner}`)}\n${indent}}`
}

/** Ids of requests differ from one to the next. */
const withoutIds = (text: string): string => text.replaceAll(/req_[0-9a-f-]{36}/g, 'req_…')

test.each(['docs/intelligence-api.md', 'docs/mcp.md'])('%s shows what the gateway answers', async (page) => {
  const file = join(root, page)
  let text = readFileSync(file, 'utf8')
  const { key } = await keyHolder(gateway(), 'pro')
  const different: unknown[] = []
  const examples = [...text.matchAll(EXAMPLE)]
  for (const [, line = '', shown = ''] of examples) {
    const { path, headers, body, taken } = requestOf(line)
    const { body: answer } = await gateway().request(body ? 'POST' : 'GET', path, {
      headers: { ...headers, Authorization: `Bearer ${key}` },
      ...(body && { body }),
    })
    const value = taken.reduce((from: any, name) => from[name], answer) // eslint-disable-line @typescript-eslint/no-explicit-any
    const printed = typeof value === 'string' ? withoutIds(value) : written(abridged(value, readShown(shown)))
    if (printed === shown) continue
    different.push({ line, shown, printed })
    text = text.replace(`${line}\n${shown}`, () => `${line}\n${printed}`)
  }
  if (process.env['RECORD_EXAMPLES']) writeFileSync(file, text)
  expect(examples.length).toBeGreaterThan(0)
  expect(different).toEqual([])
})
