// Encrypts stored secrets. The keys for encryption and for signatures are derived from the root key.
import { systemCodeOf, CrmError, fail } from './kernel/errors.ts'
import { keptIn } from './kernel/narrow.ts'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './kernel/make-folder.ts'
import type { Config } from './config.ts'
import type { Services, Vault } from './kernel/context.ts'
import type { Log } from './kernel/log.ts'

const VERSION = 1
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + KEY_ID_BYTES
const MIN_BYTES = HEADER_BYTES + IV_BYTES + TAG_BYTES

/**
 * Encrypts with AES-256-GCM, bound to header and owner. The bytes: version (1), key id (4), IV (12), tag (16), ciphertext.
 * If `root` is a function, it is called when the key is first needed.
 */
export function createVault(root: Buffer | (() => Buffer)): Vault {
  const derived = new Map<string, Buffer>()

  const deriveKey = (purpose: string): Buffer =>
    keptIn(derived, purpose, () => {
      const from = typeof root === 'function' ? root() : root
      return Buffer.from(hkdfSync('sha256', from, 'crm', purpose, 32))
    })

  const head = (): Buffer =>
    Buffer.concat([Buffer.of(VERSION), deriveKey('key-id').subarray(0, KEY_ID_BYTES)])

  return {
    deriveKey,
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES)
      const front = head()
      const cipher = createCipheriv('aes-256-gcm', deriveKey('seal'), iv)
      cipher.setAAD(Buffer.concat([front, Buffer.from(owner)]))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([front, iv, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const front = head()
      if (sealed.length < MIN_BYTES || !sealed.subarray(0, HEADER_BYTES).equals(front))
        return fail('failed', { problem: OTHER_KEY })
      const iv = sealed.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES)
      const tag = sealed.subarray(HEADER_BYTES + IV_BYTES, MIN_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', deriveKey('seal'), iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.concat([front, Buffer.from(owner)]))
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(MIN_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}

const OTHER_KEY =
  'A stored secret was sealed with another key: CRM_SECRET_KEY, or secret.key in CRM_HOME, is not the one it was.'

/** Counts the stored secrets, of all users, that were encrypted with another key. */
export async function countForeignSecrets({ sql, vault }: Pick<Services, 'sql' | 'vault'>): Promise<number> {
  const front = vault.seal('', '').subarray(0, HEADER_BYTES)
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select sealed_secret from webhooks
      union all select sealed_secret from calendar_feeds
      union all select sealed_secret from inbox_accounts
    ) stored where substring(sealed_secret from 1 for ${HEADER_BYTES}) <> ${front}`
  return row?.count ?? 0
}

/** The root key: CRM_SECRET_KEY, or `secret.key` in CRM_HOME. That file is made on first use, for its owner alone. */
export function rootKey(config: Pick<Config, 'secretKey' | 'home'>, log?: Log): Buffer {
  if (config.secretKey !== null) return Buffer.from(config.secretKey)
  const file = join(config.home, 'secret.key')
  try {
    return readKey(file, log) ?? makeKey(config.home, file, log)
  } catch (error) {
    if (error instanceof CrmError) throw error
    const problem = `The secret key ${file} cannot be read or made (${systemCodeOf(error) ?? 'error'}).`
    const hint = 'Set CRM_HOME to a folder you can write to, or set CRM_SECRET_KEY.'
    return fail('failed', { problem }, { hint, cause: error })
  }
}

function readKey(file: string, log: Log | undefined): Buffer | undefined {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    keepPrivate(file, fstatSync(handle).mode, log)
    const key = Buffer.from(readFileSync(handle, 'utf8').trim(), 'base64url')
    return key.length === 32
      ? key
      : fail('failed', { problem: `${file} is damaged. Restore it from a backup.` })
  } finally {
    closeSync(handle)
  }
}

function keepPrivate(file: string, mode: number, log: Log | undefined): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  chmodSync(file, 0o600)
  log?.warn({ file }, 'Others could read the secret key; it is private to you again.')
}

/** Puts the file in place by a link: two processes then have one key, and a crash leaves no partial file. */
function makeKey(home: string, file: string, log: Log | undefined): Buffer {
  makeFolder(home)
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const secret = `${randomBytes(32).toString('base64url')}\n`
  try {
    writeFileSync(aside, secret, { flag: 'wx', mode: 0o600, flush: true })
    linkSync(aside, file)
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readKey(file, log) ?? fail('failed', { problem: `${file} disappeared while it was being created.` })
}
