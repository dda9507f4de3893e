// No command loads a package that it does not use: each is started, and what it loads is what its group declares.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../cli/program.ts'
import { GROUPS } from '../../cli/groups.ts'
import { operationNamed } from '../../core/operations.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crmProcess } from './process.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const BUNDLE = join(import.meta.dirname, '..', '..', 'dist', 'crm.cjs')

async function loadedBy(words: string[], what = 'loaded'): Promise<string[]> {
  const env = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'loaded-packages.cjs')}` }
  // The launcher has a cache of its own for the parts.
  const program = what === 'parts' ? { program: [BUNDLE] } : {}
  const { stderr } = await crmProcess(words, { url: database.url, env, ...program })
  const said = new RegExp(`^${what}: (.*)$`, 'm').exec(stderr)?.[1]
  return said?.split(' ').filter(Boolean) ?? ['nothing was said']
}

const isRead = (operation: string | undefined): boolean =>
  operation !== undefined && operationNamed(operation)?.effect === 'read'

const entries = GROUPS.filter(({ name }) => !name.startsWith('_'))

const ofModules = GROUPS.flatMap(({ name, modules = [], load }) =>
  modules.map((verbs) => ({ name, verbs: verbs.split(' '), load })),
)

test.each(ofModules)('crm $name $verbs are all the commands of one module', async ({ verbs, load }) => {
  const { commands } = await load(verbs[0])
  expect(commands.map(({ name }) => name).sort()).toEqual(verbs.sort())
})

test('another word for a verb loads the module of that verb alone', async () => {
  const jobs = GROUPS.find(({ name }) => name === 'jobs')
  const named = async (verb: string) => (await jobs?.load(verb))?.commands.map(({ name }) => name)
  expect(await named('ls')).toEqual(['list', 'views'])
  expect(await named('view')).toEqual(['show'])
})

test('what is typed most starts without the parts that change something or read words', async () => {
  expect(await loadedBy([], 'parts')).toEqual(['answers', 'crm', 'nouns', 'reads'])
  expect(await loadedBy(['ls'], 'parts')).toEqual(['answers', 'crm', 'reads'])
})

test.each(entries)('crm $name loads what it declares', async ({ name, packages = [], load }) => {
  const group = await load()
  const beyond = async (words: string[]) => (await loadedBy(words)).filter((each) => !packages.includes(each))
  expect(await beyond([name, '--help'])).toEqual([])
  const reads = group.commands.filter(
    // What listens does not end by itself.
    ({ name, operation, args = [] }) =>
      name !== 'listen' && isRead(operation) && args.every((arg) => arg.name.endsWith('?')),
  )
  for (const read of reads) {
    const loaded = await loadedBy(pathOf(group, read).split(' '))
    expect(
      loaded.filter((each) => !packages.includes(each)),
      pathOf(group, read),
    ).toEqual([])
  }
})
