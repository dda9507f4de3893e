// The JSON files that commands keep in CRM_HOME: saved views, column mappings, the app's last view.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../core/kernel/make-folder.ts'
import { isRecord } from '../core/kernel/narrow.ts'
import { quietly } from '../core/kernel/errors.ts'

export const homeFile = (home: string, name: string): string => join(home, `${name}.json`)

/** The record in the file: empty without the file, null if it is damaged. */
export function readHome(home: string, name: string): Record<string, unknown> | null {
  const text = quietly(() => readFileSync(homeFile(home, name), 'utf8'))
  const value: unknown = text === undefined ? {} : quietly((): unknown => JSON.parse(text))
  return isRecord(value) ? value : null
}

/** Replaces the file at once; returns false if the home cannot be written. */
export function writeHome(home: string, name: string, value: object): boolean {
  const beside = `${homeFile(home, name)}.${process.pid}`
  const done = quietly(() => {
    makeFolder(home)
    writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    renameSync(beside, homeFile(home, name))
    return true
  })
  return done ?? false
}
