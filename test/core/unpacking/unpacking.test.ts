// Whatever is unpacked has bounds: bytes, ratio, time and parts, whether a document, a spreadsheet, an archive or a mail.
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { CrmError, KINDS } from '../../../core/kernel/errors.ts'
import { entriesOf, gunzipped } from '../../../core/unpacking/archive.ts'
import { DOCUMENT, openMeter, type Bounds } from '../../../core/unpacking/bounds.ts'
import { readMail } from '../../../core/unpacking/mail.ts'
import { readWord } from '../../../core/unpacking/word.ts'

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('It was unpacked.'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CrmError)) throw error
  expect([error.code, KINDS[error.kind].http, KINDS[error.kind].exit]).toEqual(['unpacking_refused', 422, 5])
  return error.message
}

const archived = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files))

async function unpack(archive: Buffer, bounds: Bounds): Promise<number> {
  let bytes = 0
  const meter = openMeter('a.zip', archive.length, bounds)
  for (const entry of await entriesOf('a.zip', archive, meter))
    for await (const piece of entry.pieces()) bytes += piece.length
  return bytes
}

/** A document with this main part. */
const docx = (body: string): Buffer =>
  archived({ 'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`) })
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

describe('an archive', () => {
  const LOOSE: Bounds = { bytes: 1e12, ratio: 1e12, timeMs: 1e9, parts: 1e9 }
  const bomb = archived({ 'a.txt': Buffer.alloc(30_000_000), 'b.txt': Buffer.alloc(30_000_000) })

  test.each([
    ['bytes', { bytes: 40_000_000 }, 'a.zip cannot be unpacked: it is over 40 MB when unpacked.'],
    ['ratio', { ratio: 100 }, 'a.zip cannot be unpacked: it unpacks to over 100 times its size.'],
    ['time', { timeMs: 0 }, 'a.zip cannot be unpacked: unpacking it takes over 0 seconds.'],
    ['parts', { parts: 1 }, 'a.zip cannot be unpacked: it has over 1 parts.'],
  ])('ends at its bound of %s', async (_, bound, words) => {
    expect(await refusalOf(unpack(bomb, { ...LOOSE, ...bound }))).toBe(words)
  })

  test('within its bounds is unpacked, however small it was packed', async () => {
    expect(await unpack(archived({ a: Buffer.alloc(1_000_000) }), DOCUMENT)).toBe(1_000_000)
  })

  test('with a million files is refused before they are read', async () => {
    const directory = Buffer.concat([
      bomb,
      Buffer.alloc(46_000_000, 'PK\u0001\u0002'.padEnd(46, '\0'), 'latin1'),
    ])
    expect(await refusalOf(unpack(directory, DOCUMENT))).toMatch(/over 2,000 parts/)
  })
})

test('gzip ends at its bound, and damage is said', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000))
  const meter = () => openMeter('a.gz', bomb.length, DOCUMENT)
  expect(await refusalOf(gunzipped('a.gz', bomb, meter()))).toMatch(/over 100 times its size/)
  expect(await refusalOf(gunzipped('a.gz', bomb.subarray(0, 900), meter()))).toMatch(/100 times|damaged/)
  expect(String(await gunzipped('a.gz', gzipSync('text'), meter()))).toBe('text')
})

describe('a Word document', () => {
  test('is read as its paragraphs, without what was deleted', async () => {
    const body = `${paragraph('Ada &amp; Sam')}<w:p><w:r><w:t>one</w:t><w:tab/><w:t xml:space="preserve"> two</w:t></w:r>
      <w:del><w:r><w:delText>gone</w:delText><w:t>gone</w:t></w:r></w:del><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>`
    expect(await readWord('a.docx', docx(body))).toBe('Ada & Sam\none\t twolink\n')
  })

  test('has no tabs for its tab stops', async () => {
    const stops = '<w:tab w:val="left" w:pos="720"/><w:tab w:val="right" w:pos="9000"/>'
    const body = `<w:p><w:pPr><w:tabs>${stops}</w:tabs></w:pPr><w:r><w:t>Ada</w:t><w:tab/><w:t>2020</w:t></w:r></w:p>`
    expect(await readWord('a.docx', docx(body))).toBe('Ada\t2020\n')
  })

  test('of a few kilobytes that unpacks to gigabytes is refused', async () => {
    const bomb = docx(paragraph('x'.repeat(60_000_000)))
    expect(await refusalOf(readWord('a.docx', bomb))).toMatch(/cannot be unpacked/)
  })

  test('of a hundred thousand paragraphs is read', async () => {
    const text = Array.from({ length: 100_000 }, (_, n) => paragraph(`word ${n * 7919}`)).join('')
    expect((await readWord('a.docx', docx(text))).split('\n')).toHaveLength(100_001)
  })

  test('that is another kind of archive is refused', async () => {
    expect(await refusalOf(readWord('a.docx', archived({ 'a.txt': strToU8('x') })))).toMatch(
      /no Word document/,
    )
    expect(await refusalOf(readWord('a.docx', Buffer.from('PK\u0003\u0004 and nothing')))).toMatch(
      /cut off or damaged/,
    )
  })
})

describe('a mail', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? 'Content-Type: text/plain\r\n\r\nInside.'
      : `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested(depth - 1)}\r\n--b${depth}--`

  test('within the bounds is read', async () => {
    const mail = await readMail('a.eml', Buffer.from(`Subject: Hello\r\n${nested(3)}`))
    expect([mail.subject, mail.text?.trim()]).toEqual(['Hello', 'Inside.'])
  })

  test('with a picture keeps the part behind it, whatever the header of that begins with', async () => {
    const picture = `--b\r\nContent-Type: image/png\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(200)}`
    const event = '--b\r\nMIME-Version: 1.0\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\n--b--'
    const text = `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${picture}${event}`
    const { attachments } = await readMail('a.eml', Buffer.from(text))
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  })

  test('with large attachments keeps the invitation behind it', async () => {
    const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`
    const file = part('application/pdf', `${'x'.repeat(76)}\r\n`.repeat(25_000))
    const head = 'Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
    for (const files of [1, 6]) {
      const text = `${head}${file.repeat(files)}${part('text/calendar', 'BEGIN:VCALENDAR')}--b--`
      const { attachments } = await readMail('a.eml', Buffer.from(text))
      expect(attachments.map(({ mimeType }) => mimeType.slice(-3)).join()).toBe(`${'pdf,'.repeat(files)}dar`)
      expect(String(Buffer.from(attachments.at(-1)!.content as ArrayBuffer))).toContain('BEGIN:VCALENDAR')
    }
  })

  test.each([
    [
      'parts',
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(20_000)}`,
      /parts/,
    ],
    ['nesting', nested(40), /nested too deeply/],
    ['bytes', `Subject: x\r\n\r\n${'x'.repeat(51_000_000)}`, /over 50 MB/],
  ])('ends at its bound of %s', async (_, text, words) => {
    expect(await refusalOf(readMail('a.eml', Buffer.from(text)))).toMatch(words)
  })
})
