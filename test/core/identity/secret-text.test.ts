// The text form of secrets: format, checksum, and the errors for invalid ones.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig, settingsOf } from '../../../core/config.ts'
import { mintSecret, readSecret } from '../../../core/identity/secret-text.ts'
import { redact } from '../../../core/kernel/log.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array))

describe('secrets', () => {
  test('any 256 bits become a secret of fixed length that can be read back', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom('ext_', 'intelligence_'), (random, prefix) => {
        const { text, hash, lastFour } = mintSecret(prefix, random)
        const read = readSecret(text, prefix)
        return (
          new RegExp(`^${prefix}[0-9A-Za-z]{49}$`).test(text) &&
          read.kind === 'ok' &&
          read.hash.equals(hash) &&
          hash.equals(createHash('sha256').update(text).digest()) &&
          text.slice(-4) === lastFour
        )
      }),
    )
  })

  test('different bits become different secrets, the same ones in every release', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        fc.pre(!one.equals(other))
        return mintSecret('ext_', one).text.slice(0, 47) !== mintSecret('ext_', other).text.slice(0, 47)
      }),
    )
    // Worked out apart: 62 in base 62 is 10; the checksum is CRC-32 in base 62.
    expect(mintSecret('ext_', Buffer.from('3e'.padStart(64, '0'), 'hex')).text).toBe(
      `ext_${'10'.padStart(43, '0')}4Qt9Q3`,
    )
  })

  test('the largest and the smallest value have the same length', () => {
    expect(mintSecret('ext_', Buffer.alloc(32, 255)).text).toHaveLength(53)
    expect(mintSecret('ext_', Buffer.alloc(32)).text).toHaveLength(53)
  })

  test('one wrong character is recognised as a typing error', () => {
    fc.assert(
      fc.property(bytes, fc.nat(48), fc.constantFrom('0', 'A', 'z'), (random, at, digit) => {
        const { text } = mintSecret('ext_', random)
        const place = 4 + at
        fc.pre(text[place] !== digit)
        return readSecret(text.slice(0, place) + digit + text.slice(place + 1), 'ext_').kind === 'mistyped'
      }),
    )
  })

  test('two swapped adjacent characters are recognised as a typing error', () => {
    const { text } = mintSecret('ext_', Buffer.from('0123456789abcdefghijklmnopqrstuv'))
    const at = [...text].findIndex((digit, index) => index > 3 && digit !== text[index + 1])
    const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
    expect(readSecret(swapped, 'ext_').kind).toBe('mistyped')
  })

  test.each([
    '',
    'ext_',
    'ext_short',
    'EXT_' + '0'.repeat(49),
    'ext_' + '0'.repeat(50),
    'ext_' + '0'.repeat(48) + ' ',
    'ext_' + '0'.repeat(48) + '\0',
    'ext_' + '0'.repeat(48) + '\n',
    'ext_' + '🙂'.repeat(25),
    'ext_' + '0'.repeat(100_000),
    'intelligence_' + '0'.repeat(49),
  ])('a text in another format is invalid: %j', (text) => {
    expect(readSecret(text, 'ext_').kind).toBe('foreign')
  })

  test('a secret of one kind is never read as the other kind', () => {
    expect(readSecret(mintSecret('intelligence_').text, 'ext_').kind).toBe('foreign')
    expect(readSecret(mintSecret('ext_').text, 'intelligence_').kind).toBe('foreign')
  })

  test('the log redacts both kinds', () => {
    for (const prefix of ['ext_', 'intelligence_'] as const)
      expect(redact(`token=${mintSecret(prefix).text}&x`)).toBe('token=[secret]&x')
  })

  test.each([
    ['smtps://me@gmail.com:hunter2@smtp.gmail.com:465', 'smtps://me@gmail.com:[secret]@smtp.gmail.com:465'],
    ['postgres://crm:p@ss"word@db/crm', 'postgres://crm:[secret]@db/crm'],
    ['sb-access-token=eyJhbGci.eyJzdWI-eyJ.c2ln_-; a', 'sb-access-token=[secret]; a'],
    ['{"url":"http://127.0.0.1:8787","email":"me@example.com"}', undefined],
  ])('the log redacts what is secret in %s', (text, shown = text) => {
    expect(redact(text)).toBe(shown)
  })

  test('the log reads a line of many beginnings of a JWT', () => {
    // A quadratic pattern would exceed the test timeout many times over.
    const line = `/${'eyJ-'.repeat(1_000_000)}`
    expect(redact(line)).toBe(line)
  })

  test('the settings that crm doctor lists show no secret', () => {
    const names = ['AUTH_JWT_SECRET', 'CRM_TOKEN', 'CRM_AI_KEY', 'CRM_IMAP_PASSWORD']
    const secret = 'a-secret-that-is-long-enough-for-all-of-them'
    const env = Object.fromEntries(names.map((name) => [name, secret]))
    const config = readConfig({ CRM_HOME: '/nowhere' }, env)
    expect(JSON.stringify(settingsOf(config))).not.toContain(secret)
  })
})

test.each([
  [' https://crm.example.com/ ', 'https://crm.example.com'],
  ['HTTPS://crm.example.com/Path/', 'https://crm.example.com/Path'],
])('the address “%s” in a setting is %s', (PUBLIC_URL, address) => {
  expect(readConfig({}, { CRM_HOME: '/nowhere', PUBLIC_URL }).publicUrl).toBe(address)
})
