// What only a real terminal shows, using `script` from util-linux. Where it is missing (it is not part of
// Node or npm, and macOS has a different program of that name) these tests are skipped, and
// pretend-terminal.cjs covers what it can.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm } from './run.ts'

const hasScript =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  await crm(['jobs', 'add', 'Acme', 'Engineer'], here)
})
afterAll(() => database.close())

interface Typing {
  columns?: number
  env?: Record<string, string>
  when?: string
  /** Each is typed when the text is shown once more. */
  keys?: string | string[]
}

/** Runs in a terminal of this width and types the keys once the screen shows the text. */
function atTerminal(
  args: string[],
  { columns = 80, env = {}, when, keys = [] }: Typing,
): Promise<{ code: number; screen: string }> {
  const words = [process.execPath, LAUNCHER, ...args].map((word) => `'${word}'`).join(' ')
  const command = `stty cols ${columns} rows 24; exec ${words}`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...environment(here), TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: 'pipe',
  })
  let screen = ''
  const typing = [keys].flat()
  let shown = 0
  child.stdout.on('data', (part: Buffer) => {
    screen += part.toString()
    if (!when || screen.split(when).length <= shown + 1) return
    shown = screen.split(when).length - 1
    child.stdin.write(typing.shift() ?? '')
  })
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? -1, screen: screen.replaceAll('\r\n', '\n') })),
  )
}

describe.skipIf(!hasScript)('in a real terminal', () => {
  test('a table has a header and colour, and fits', async () => {
    const { code, screen } = await atTerminal(['jobs', 'list'], { columns: 40 })
    expect(code).toBe(0)
    expect(screen).toContain('COMPANY')
    expect(screen).toContain('\u001b[')
    const plain = await atTerminal(['jobs', 'list'], { columns: 40, env: { NO_COLOR: '1' } })
    expect(plain.screen).not.toContain('\u001b')
    expect(Math.max(...plain.screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  test('help fits 40 columns', async () => {
    const { screen } = await atTerminal(['jobs', 'rm', '--help'], { columns: 40 })
    const words = screen.split('\n').filter((line) => !line.startsWith('  $'))
    expect(Math.max(...words.map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  test.each([
    ['Enter', 'ext_typed\r'],
    ['Ctrl-D', 'ext_typed\u0004'],
  ])('a secret is not shown, and ends with %s', async (_, keys) => {
    const args = ['login', '--server', 'http://127.0.0.1:9']
    const { code, screen } = await atTerminal(args, { when: 'Extension token:', keys })
    expect(code, screen).toBe(6)
    expect(screen).toContain('127.0.0.1:9')
    expect(screen).not.toContain('ext_typed')
  })

  test.each([
    ['Ctrl-C exits with 130', '\u0003', 130, ''],
    ['Ctrl-D means no', '\u0004', 0, 'Nothing was deleted.'],
    ['Enter means no', '\r', 0, 'Nothing was deleted.'],
    ['anything but yes means no', 'maybe\r', 0, 'Nothing was deleted.'],
  ])('a prompt: %s', async (_, keys, code, said) => {
    const answered = await atTerminal(['jobs', 'rm', 'acme'], { when: '[y/N]', keys })
    expect(answered.code).toBe(code)
    expect(answered.screen).toContain(said)
    expect((await crm(['jobs', 'show', 'acme'], here)).code).toBe(0)
  })

  test('an unknown status is asked for once, in the words of a file, and rows that are there are only counted', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'crm-import-')), 'list.csv')
    const home = { CRM_HOME: join(file, '..', 'home') }
    const rows = [
      'Company,Role,Status',
      'Globex,Cook,on the moon',
      'Initech,Baker,in orbit',
      'Hooli,Chef,Saved',
    ]
    writeFileSync(file, rows.join('\n'))
    const keys = ['zzzz\r', 'beworben\r', '\r', 'y\r']
    const first = await atTerminal(['jobs', 'import', file], { when: '? ', keys, env: home })
    expect(first).toMatchObject({
      code: 0,
      screen: expect.stringContaining('“zzzz” is none of them.') as string,
    })
    expect(first.screen).toContain('3 created')
    expect((await crm(['show', 'globex', '--jq', '.status'], here)).stdout).toBe('applied\n')
    expect((await crm(['show', 'initech', '--jq', '.notes'], here)).stdout).toBe('Status: in orbit\n')
    writeFileSync(file, [...rows, 'Umbrella,Nurse,Saved'].join('\n'))
    const again = await atTerminal(['jobs', 'import', file], { when: 'Import them?', keys: 'y\r', env: home })
    expect(again.screen).toContain('1 created, 0 updated, 3 skipped')
    expect(again.screen).not.toMatch(/is\?|Globex|Already there/)
  })

  test('y means yes', async () => {
    const answered = await atTerminal(['jobs', 'rm', 'acme'], { when: '[y/N]', keys: 'y\r' })
    expect(answered).toMatchObject({ code: 0, screen: expect.stringContaining('Deleted Acme') as string })
  })
})
