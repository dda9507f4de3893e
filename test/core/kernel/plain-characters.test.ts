// Control characters get in nowhere, and what older homes hold of them reaches no screen, pipe or file of JSON.
import { describe, expect, test } from 'vitest'
import { createOutput } from '../../../cli/output.ts'
import { labels, prose } from '../../../core/assistants/assistant.ts'
import { cut, isBlank, withoutControls } from '../../../core/kernel/plain-characters.ts'
import { text, words } from '../../../core/kernel/schema.ts'
import { zod } from '../../../core/kernel/zod.ts'
import { writeJson } from '../../../core/sheets/json.ts'
import { greenhouse } from '../../../core/watch/systems/json-boards.ts'
import { feed } from '../../../core/watch/systems/feed.ts'

const DIRTY: [name: string, dirty: string, clean: string][] = [
  ['C0', 'Acme\u0007 \u0008Corp\u007f', 'Acme Corp'],
  ['C1', 'Ac\u0085me\u0090\u009c', 'Ac\nme'],
  ['a colour', '\u001b[31mAcme\u001b[0m', 'Acme'],
  ['a cleared screen', 'Acme\u001b[2J\u009b2J', 'Acme'],
  ['a title of the window', '\u001b]0;owned\u0007Acme\u001b]8;;https://a.example\u001b\\', 'Acme'],
  ['a sequence that is not closed', 'Acme \u001b]0;role', 'Acme 0;role'],
  ['overrides of direction', 'Acme\u202e \u2066x\u2069', 'Acme x'],
  ['line ends', 'a\r\nb\rc\n\td', 'a\nb\nc\n\td'],
]

test.each(DIRTY)('%s is removed from a text that is taken in', (_, dirty, clean) => {
  expect(withoutControls(dirty)).toBe(clean)
  expect(text(zod(), 100).parse(dirty)).toBe(clean)
})

test('what a model writes keeps no half of a character, which Postgres refuses', () => {
  expect(prose(zod(), 'Words.').parse('Well \ud83d done \u{1f600}')).toBe('Well  done \u{1f600}')
  const long = `${'a'.repeat(99)}\u{1f600}`
  expect(labels(zod(), 5, 'Tags.').parse([long])).toEqual([long.slice(0, 99)])
})

test('letters, emoji, joiners and marks of Hebrew and Persian stay', () => {
  const plain = 'Ünïcode 👩‍👩‍👧 \u05d0\u200f \u0645\u06cc\u200c\u062e \u{1f1e9}\u{1f1ea}'
  expect(text(zod(), 100).parse(plain)).toBe(plain)
})

test.each([
  '\u200b\u200d\ufeff',
  ' \u2060 ',
  '\u00ad\u202e',
  '\u3164',
  '\ufe0f',
  '\u{e0041}',
  '\u0301\u0302',
])('a name of nothing that is seen (%j) is empty', (blank) => {
  expect(isBlank(blank)).toBe(true)
  expect(() => words(zod(), 100).parse(blank)).toThrow(/must not be empty/)
})

test('a text is never cut within a character', () => {
  expect(['👩', 'a👩', 'ab👩c'].map((each) => cut(each, 2))).toEqual(['👩', 'a', 'ab'])
  expect(cut('short', 100)).toBe('short')
})

describe('a board', () => {
  const title = 'Firmware Engineer\u0000\u001b[2J \u202e'
  test('in JSON has no control characters', async () => {
    const job = { id: 1, title, absolute_url: 'https://a.example/1', content: `&lt;p&gt;${title}&lt;/p&gt;` }
    const body = JSON.stringify({ jobs: [job] })
    const { postings } = await greenhouse.read({ url: 'https://a.example', body }, 'a')
    expect(postings).toMatchObject([{ role: 'Firmware Engineer', text: 'Firmware Engineer' }])
  })

  test('as a feed has none either', async () => {
    const item = `<title>${title.replace('\u0000', '')}&#27;[2J</title><link>https://a.example/1</link><description>x&#x9b;\u009b2Jy</description>`
    const body = `<rss><channel><item>${item}</item></channel></rss>`
    const { postings } = await feed.read({ url: 'https://a.example', body }, '')
    // HTML reads the reference as Windows-1252; the raw character is dropped with its sequence.
    expect(postings).toMatchObject([{ role: 'Firmware Engineer', text: 'x›y' }])
  })
})

describe('what an older home holds', () => {
  const dirty = 'Ac\u001b[2Jme\u202e\u009b'
  function written(json: string | null, show: (out: ReturnType<typeof createOutput>) => void): string {
    const shown: string[] = []
    const stream = {
      isTTY: false,
      columns: 80,
      hasColors: () => false,
      write: (part: string) => shown.push(part),
    }
    const options = { json, fields: [], color: false, whole: (answer: object) => answer }
    show(
      createOutput({
        ...options,
        streams: { stdin: () => process.stdin, stdout: stream as never, stderr: () => stream as never },
      }),
    )
    return shown.join('')
  }

  test('is shown without it, in tables, records, JSON and raw files', () => {
    expect(written('', (out) => out.record({ company: dirty }, []))).toBe('{\n  "company": "Acme"\n}\n')
    expect(written(null, (out) => out.record({}, [['Company', dirty]]))).toBe('Company\tAcme\n')
    expect(
      written(null, (out) => out.list({}, [{ dirty }], [{ title: 'C', value: (row) => row.dirty }], '')),
    ).toBe('Acme\n')
    expect(written(null, (out) => out.raw(`company\r\n${dirty}\r\n`))).toBe('company\r\nAcme\r\n')
  })

  test('is exported without it', () =>
    expect(JSON.parse(writeJson('jobs', [{ company: dirty }]))).toEqual({ jobs: [{ company: 'Acme' }] }))
})
