// Saved views of the list of jobs: flags by name, in a file of `CRM_HOME`.
import { must } from '../core/kernel/must.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../core/kernel/make-folder.ts'
import type { Config } from '../core/config.ts'
import { nearest } from '../core/kernel/nearest.ts'
import type { Run } from './command.ts'
import { misused } from './misused.ts'

export type View = Readonly<Record<string, string | boolean>>

const fileOf = ({ home }: Pick<Config, 'home'>): string => join(home, 'views.json')

/** All views by name; none without the file. `usage` if the file cannot be read. */
export function readViews(config: Pick<Config, 'home'>): Record<string, View> {
  let text: string
  try {
    text = readFileSync(fileOf(config), 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(text) as Record<string, View> // As `writeViews` wrote it.
  } catch {
    return misused(`${fileOf(config)} is damaged. Repair or delete it.`)
  }
}

export function writeViews(config: Pick<Config, 'home'>, views: Record<string, View>): void {
  makeFolder(config.home)
  writeFileSync(fileOf(config), `${JSON.stringify(views, null, 2)}\n`)
}

/** The view of this name; `usage` with the nearest name if there is none. */
export function viewNamed(config: Pick<Config, 'home'>, name: string): View {
  const views = readViews(config)
  if (Object.hasOwn(views, name)) return must(views[name])
  const names = Object.keys(views)
  const guess = nearest(name, names)
  const hint = guess
    ? `Did you mean ${guess}?`
    : names.length
      ? `There are: ${names.join(', ')}.`
      : 'Save one: crm jobs list -s active --sort deadline --save hot'
  return misused(`There is no view ${name}.`, { hint })
}

export const viewOf = (options: Run['options'], except: readonly string[]): View =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined || except.includes(name) ? [] : [[name, value]],
    ),
  )
