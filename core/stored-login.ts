// Stores the login at a remote server, in a file that only its user can read.
import { recordOf } from './kernel/narrow.ts'
import { messageOf, quietly } from './kernel/errors.ts'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './kernel/make-folder.ts'

export interface StoredLogin {
  server: string
  token: string
  intelligenceKey: string | null
}

export const loginFile = (home: string): string => join(home, 'login.json')

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The stored login; null without a file. Throws if others can read the file, we cannot, or it is damaged. */
function readLogin(home: string): StoredLogin | null {
  const file = loginFile(home)
  if (!existsSync(file)) return null
  if (process.platform !== 'win32' && statSync(file).mode & 0o077)
    throw new Error(`${file} can be read by others. Run: chmod 600 ${file}`)
  const stored = quietly((): unknown => JSON.parse(readFileSync(file, 'utf8')))
  const { server, token, intelligenceKey } = recordOf(stored)
  if (!isText(server) || !isText(token))
    throw new Error(`${file} is damaged or cannot be read. Run: crm remote logout`)
  return { server, token, intelligenceKey: isText(intelligenceKey) ? intelligenceKey : null }
}

/** Stores a login in place of any other. Others can never read the file. */
export function writeLogin(home: string, login: StoredLogin): string {
  makeFolder(home)
  const file = loginFile(home)
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(aside, 0o600)
  renameSync(aside, file)
  return file
}

/** Deletes the login; false if there was none. */
export function removeLogin(home: string): boolean {
  const isThere = existsSync(loginFile(home))
  rmSync(loginFile(home), { force: true })
  return isThere
}

/** The stored login; null if the environment names a server or database. Adds a problem with the file to `problems`. */
export function storedLogin(home: string, env: NodeJS.ProcessEnv, problems: string[]): StoredLogin | null {
  if (env['CRM_SERVER'] || env['DATABASE_URL']) return null
  try {
    return readLogin(home)
  } catch (error) {
    problems.push(messageOf(error))
    return null
  }
}
