// Where state, time, the environment and output may be used, and how long functions and files may be.
import { expect, test } from 'vitest'
import { sourcesOf, type Source } from './sources.ts'
import {
  fieldsOf,
  findNodes,
  findStatements,
  functionsOf,
  isAssertion,
  isCast,
  isDoubleCast,
  isModuleVariable,
  isNewDateNow,
  isPlainClass,
  isSideEffect,
  reads,
} from './syntax.ts'

const sources = sourcesOf('core', 'gateway', 'cli')
const tests = sourcesOf('test')

const except = (...paths: string[]) =>
  sources.filter(({ path }) => !paths.some((prefix) => path.startsWith(prefix)))
const nodes = (among: Source[], matches: Parameters<typeof findNodes>[1]) =>
  among.flatMap((source) => findNodes(source, matches))
const statements = (among: Source[], matches: Parameters<typeof findStatements>[1]) =>
  among.flatMap((source) => findStatements(source, matches))

test('the environment is read in core/config.ts only', () => {
  const reason =
    'A variable read elsewhere is neither checked at the start nor in .env.example: put it in Config.'
  expect(nodes(except('core/config.ts'), reads('process', 'env')), reason).toEqual([])
})

test('the core takes the time from its clock', () => {
  const reason = 'Tests move ctx.clock; Date.now() would not follow. In kernel/clock.ts are isoOf and msOf.'
  const core = except('core/kernel/clock.ts', 'cli/', 'gateway/')
  expect(
    nodes(core, (node) => reads('Date', 'now')(node) || isNewDateNow(node)),
    reason,
  ).toEqual([])
})

test('addresses are read by kernel/url.ts', () => {
  const reason =
    'URL.canParse up to Node 22 refuses letters such as ü after some thousand calls: use parseUrl.'
  // A browser's has no such fault.
  expect(nodes(except('gateway/extension/'), reads('URL', 'canParse')), reason).toEqual([])
})

test('nothing writes to the console', () => {
  const reason = 'Stdout belongs to JSON-RPC under `crm mcp`. Use ctx.log, or `out` in a command.'
  expect(nodes(sources, reads('console')), reason).toEqual([])
})

test('no module keeps state', () => {
  const reason = 'Two cores in one process must not meet. Keep it in a service that openCore builds.'
  expect(statements(sources, isModuleVariable), reason).toEqual([])
})

test('importing a file does nothing else', () => {
  const reason =
    'Wiring happens in openCore and createApp. cli/main.ts is the program itself, as is the extension’s popup.'
  expect(statements(except('cli/main.ts', 'gateway/extension/popup.ts'), isSideEffect), reason).toEqual([])
})

test('there are no classes except errors', () => {
  const reason =
    'Data and functions; a closure where something must be kept. The server’s are Node’s own, extended.'
  expect(nodes(except('gateway/http/server.ts'), isPlainClass), reason).toEqual([])
})

test('every product file starts with a comment that says what it is for', () => {
  const silent = sources.filter(({ text }) => !/^\/[/*]/.test(text)).map(({ path }) => path)
  expect(silent, 'One line, for whoever opens it next.').toEqual([])
})

test('folders are named after their subject', () => {
  const vague = /(?:^|\/)(?:utils?|helpers?|services|types|common|shared|misc|lib)\//
  expect(sources.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
})

test('an operation has a fixed set of fields: a new one requires three operations that need it', () => {
  const source = sources.find(({ path }) => path === 'core/kernel/operation.ts')!
  expect(fieldsOf(source, 'Operation')).toEqual([
    'name',
    'summary',
    'http',
    'access',
    'effect',
    'plan',
    'sessionPlan',
    'requires',
    'refuses',
    'status',
    'input',
    'output',
    'run',
  ])
})

/** What the product claims without the compiler's looking, at most: these figures only fall. */
const MAX_CASTS = 115
const MAX_ASSERTIONS = 47
const MAX_UNFORMATTED = 14

test('what the compiler does not check is counted, and grows no more', () => {
  const reason =
    'Look at the value instead: a guard or a table of kernel/narrow.ts, must/first/last beside it, a schema.'
  expect(nodes(sources, isDoubleCast), reason).toEqual([])
  expect(nodes(sources, isCast).length, reason).toBeLessThanOrEqual(MAX_CASTS)
  expect(nodes(sources, isAssertion).length, reason).toBeLessThanOrEqual(MAX_ASSERTIONS)
  const ignored = sources.flatMap(({ text }) => text.match(/prettier-ignore/g) ?? [])
  expect(ignored.length, 'A table may be long; it needs no layout of its own.').toBeLessThanOrEqual(
    MAX_UNFORMATTED,
  )
})

/** The maximum length of a function and of a file, in lines. */
const MAX_FUNCTION_LINES = 60
const MAX_FILE_LINES = 400

/** Functions that may be longer, each with its reason. */
const PARDONED_FUNCTIONS: Record<string, string> = {
  'core/database/guard.ts guarded':
    'One closure over three counters; apart, its parts would share them by hand.',
  'test/stripe/objects.ts newInvoice': 'One literal: every field that the library’s type wants.',
  'test/stripe/subscriptions.ts fresh': 'The same.',
}
const PARDONED_FILES: Record<string, string> = {
  'test/core/identity/sessions.test.ts': 'A table of bad cookies.',
}

test('functions stay short; the ten longest are printed', () => {
  const measured = [...sources, ...tests]
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(functionsOf)
    .sort((a, b) => b.lines - a.lines)
  const shown = measured.slice(0, 10).map(({ lines, where, name }) => `${lines}  ${name}  ${where}`)
  console.info(`The ten longest functions:\n${shown.join('\n')}`)
  const long = measured
    .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
    .map(({ where, name }) => `${where.replace(/:\d+$/, '')} ${name}`)
  expect(
    long.filter((name) => !(name in PARDONED_FUNCTIONS)),
    'Find the idea inside and name it.',
  ).toEqual([])
})

test('files stay short', () => {
  const long = [...sources, ...tests]
    .filter(({ text }) => text.split('\n').length > MAX_FILE_LINES)
    .map(({ path }) => path)
  expect(
    long.filter((path) => !(path in PARDONED_FILES)),
    'It has become two things.',
  ).toEqual([])
})
