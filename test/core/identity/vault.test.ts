// Encryption at rest and the root key.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { CrmError } from '../../../core/kernel/errors.ts'
import { createVault, rootKey } from '../../../core/vault.ts'

const KEY = Buffer.alloc(32, 7)
const made: string[] = []
const aHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-vault-'))
  made.push(home)
  return home
}
afterAll(() => made.forEach((home) => rmSync(home, { recursive: true, force: true })))

const message = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return error instanceof CrmError ? error.message : `not said well: ${String(error)}`
  }
}

describe('the vault', () => {
  const vault = createVault(KEY)

  test('returns any secret to its owner, and never produces the same bytes twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, owner) => {
        const one = vault.seal(secret, owner)
        return vault.open(one, owner) === secret && !one.equals(vault.seal(secret, owner))
      }),
    )
  })

  test('decrypts nothing for another owner', () => {
    expect(() => vault.open(vault.seal('whsec_x', 'user|webhook'), 'user|other')).toThrow()
  })

  test('detects every changed bit', () => {
    const sealed = vault.seal('secret', 'owner')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => vault.open(changed, 'owner')).toThrow()
    }
    for (const length of [0, 1, 5, 17, 32])
      expect(() => vault.open(sealed.subarray(0, length), 'owner')).toThrow()
  })

  test('reports a changed key', () => {
    const sealed = vault.seal('secret', 'owner')
    expect(message(() => createVault(Buffer.alloc(32, 8)).open(sealed, 'owner'))).toMatch(/another key/)
  })

  test('derives a key for each purpose, the same in every process', () => {
    expect(vault.deriveKey('session')).toHaveLength(32)
    expect(vault.deriveKey('session').equals(createVault(KEY).deriveKey('session'))).toBe(true)
    expect(vault.deriveKey('session').equals(vault.deriveKey('seal'))).toBe(false)
  })

  test('requests its root key only when it is needed', () => {
    let asked = 0
    const lazy = createVault(() => ((asked += 1), KEY))
    expect(asked).toBe(0)
    expect(lazy.open(vault.seal('x', 'o'), 'o')).toBe('x')
  })
})

describe('the root key', () => {
  test('is CRM_SECRET_KEY if set', () => {
    const home = aHome()
    expect(rootKey({ home, secretKey: 'a secret of at least 32 characters' }).toString()).toMatch(/^a secret/)
    expect(readdirSync(home)).toEqual([])
  })

  test('is otherwise a private file, created once', () => {
    const home = join(aHome(), 'not', 'there', 'yet')
    const key = rootKey({ home, secretKey: null })
    expect(key).toHaveLength(32)
    expect(rootKey({ home, secretKey: null }).equals(key)).toBe(true)
    expect(readdirSync(home)).toEqual(['secret.key'])
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('is the same for all processes that start concurrently', async () => {
    const home = aHome()
    const script = `import('./core/vault.ts').then(({ rootKey }) =>
      console.log(rootKey({ home: process.argv[1], secretKey: null }).toString('hex')))`
    const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', script, home])
    const keys = await Promise.all(Array.from({ length: 6 }, run))
    expect(new Set(keys.map(({ stdout }) => stdout.trim())).size).toBe(1)
    expect(readdirSync(home)).toEqual(['secret.key'])
  })

  test('in a file that others can read is made private again, with a warning', () => {
    const home = aHome()
    const key = rootKey({ home, secretKey: null })
    chmodSync(join(home, 'secret.key'), 0o644)
    const words: string[] = []
    const say = (_: object, sentence: string) => void words.push(sentence)
    expect(
      rootKey({ home, secretKey: null }, { debug: say, info: say, warn: say, error: say }).equals(key),
    ).toBe(true)
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(words).toHaveLength(1)
  })

  test('in a damaged file is never replaced', () => {
    const home = aHome()
    writeFileSync(join(home, 'secret.key'), 'half', { mode: 0o600 })
    expect(message(() => rootKey({ home, secretKey: null }))).toMatch(/damaged/)
    expect(readFileSync(join(home, 'secret.key'), 'utf8')).toBe('half')
  })

  test('that cannot be created is reported in one sentence', () => {
    const home = join(aHome(), 'file')
    writeFileSync(home, '')
    expect(message(() => rootKey({ home, secretKey: null }))).toMatch(
      /^The secret key .* cannot be read or made \(\w+\)\.$/,
    )
  })
})
