// Files come in chunks: a character that begins in one and ends in the next is read whole.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decoded } from '../../../core/unpacking/decoded.ts'

const TEXT = 'Café, Cañon City, 東京, 😀, naïve é'

/** What is read of bytes that come in two chunks. */
async function readInTwo(bytes: Buffer, at: number): Promise<string> {
  const chunks = async function* () {
    yield bytes.subarray(0, at)
    yield bytes.subarray(at)
  }
  let text = ''
  for await (const part of decoded(chunks())) text += part
  return text
}

test.each([
  ['UTF-8', Buffer.from(TEXT), TEXT],
  ['UTF-8 after a byte order mark', Buffer.from(`\ufeff${TEXT}`), TEXT],
  ['Latin-1', Buffer.from('Café, Cañon City, naïve é', 'latin1'), 'Café, Cañon City, naïve é'],
])('no letter of a file in %s is lost, wherever its chunks end', async (_, bytes, text) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 3, max: bytes.length }), async (at) => {
      expect(await readInTwo(bytes, at)).toBe(text)
    }),
  )
})
