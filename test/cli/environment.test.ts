import { spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { environment, LAUNCHER, crmProcess } from './process.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const ESC = '\u001b'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  for (let n = 1; n <= 12; n += 1)
    await crm(['jobs', 'add', `Company ${n}`, 'Engineer', '--location', 'Tab\there'], here)
  await crm(['jobs', 'add', '株式会社メルカリ', 'Zoë’s café 👩‍💻 rôle with a long title that goes on'], here)
})
afterAll(() => database.close())

describe('stdout carries only data', () => {
  test('a pipe gets complete values separated by tabs, one row per line, with control characters escaped', async () => {
    const { stdout, stderr } = await crm(['jobs', 'list', '-q', 'Company 7'], here)
    const cells = stdout.trimEnd().split('\t')
    expect(cells).toHaveLength(8)
    expect(cells[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(cells.slice(1, 5)).toEqual(['saved', 'Company 7', 'Engineer', 'Tab\\there'])
    expect(cells.at(-1)).toMatch(/Z$/)
    expect(stderr).toBe('')
  })

  test('the number of rows not shown is on stderr', async () => {
    const { stdout, stderr } = await crm(['jobs', 'list', '--limit', '5'], here)
    expect(stdout.trimEnd().split('\n')).toHaveLength(5)
    expect(stderr).toMatch(/^5 of 13 shown\./)
    const all = await crm(['jobs', 'list', '--all'], here)
    expect(all.stdout.trimEnd().split('\n')).toHaveLength(13)
    expect(all.stderr).toBe('')
  })

  test('an empty list is a sentence on a terminal and nothing in a pipe', async () => {
    const options = { ...here, terminal: { columns: 80 } }
    const { code, stdout, stderr } = await crm(['jobs', 'list', '-c', 'nobody'], options)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('No job matches with --company nobody.')
  })

  test('| head -1 ends without an error', async () => {
    const shell = `for i in 1 2 3 4 5; do "${process.execPath}" "${LAUNCHER}" jobs list; done | head -1; echo "\${PIPESTATUS[*]}"`
    const said = await new Promise<{ out: string; err: string }>((resolve) => {
      const child = spawn('/bin/bash', ['-c', shell], { env: environment(here) })
      let [out, err] = ['', '']
      child.stdout.on('data', (part: Buffer) => (out += part.toString()))
      child.stderr.on('data', (part: Buffer) => (err += part.toString()))
      child.once('close', () => resolve({ out, err }))
    })
    expect(said.err).toBe('')
    expect(said.out.trimEnd().split('\n')).toHaveLength(2)
    expect(said.out).toMatch(/\n(?:0|141) 0\n$/)
  })
})

test('a reader that is gone before anything is written is not an error', async () => {
  for (const command of ['version', 'jobs list', 'jobs export', '--help']) {
    const { code, stderr } = await throughShell(`crm ${command} | true; exit "\${PIPESTATUS[0]}"`)
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
  }
})

test.runIf(existsSync('/dev/full'))('output that the disk has no room for is a failure', async () => {
  for (const command of ['jobs list', 'jobs list --json', 'jobs export', 'stats', 'db backup -', '--help']) {
    const { code, stderr } = await throughShell(`crm ${command} > /dev/full`)
    expect({ command, code }).toEqual({ command, code: 1 })
    expect(stderr).toBe('crm: The output could not be written: the disk is full.\n')
  }
})

/** Runs a line of shell in which `crm` is the program. */
async function throughShell(line: string): Promise<{ code: number | null; stderr: string }> {
  const shell = `crm() { "${process.execPath}" "${LAUNCHER}" "$@"; }; ${line}`
  const child = spawn('/bin/bash', ['-c', shell], {
    env: environment(here),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  // A slow machine is told of, and is no error.
  return { code, stderr: stderr.replace('Waiting for the database.\n', '') }
}

describe('a terminal', () => {
  const wide = async (columns: number, env: RunOptions['env'] = {}) =>
    crm(['jobs', 'list'], { ...here, env, terminal: { columns } })

  test.each([20, 40, 80, 200])('of %i columns shows a table that fits', async (columns) => {
    const { widthOf } = await import('../../cli/ui/width.ts')
    const { stdout } = await wide(columns, { NO_COLOR: '1' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(14)
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
    if (columns >= 40) expect(lines[0]).toContain('COMPANY')
  })

  test('columns stay aligned under wide and combining characters', async () => {
    const { stdout } = await wide(100, { NO_COLOR: '1' })
    const { widthOf } = await import('../../cli/ui/width.ts')
    const lines = stdout.trimEnd().split('\n')
    const at = lines[0]?.indexOf('ROLE') ?? -1
    const mercari = lines.find((line) => line.includes('メルカリ')) ?? ''
    expect(widthOf(mercari.slice(0, mercari.indexOf('Zoë')))).toBe(at)
  })

  test('has colour, unless NO_COLOR, TERM=dumb or a pipe turns it off', async () => {
    expect((await wide(100)).stdout).toContain(ESC)
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }] as Record<string, string>[])
      expect((await wide(100, env)).stdout).not.toContain(ESC)
    const onlyErrors = await crmProcess(['jobs', 'list'], {
      ...here,
      terminal: { columns: 80, streams: 'stderr' },
    })
    expect(onlyErrors.stdout + onlyErrors.stderr).not.toContain(ESC)
    expect(onlyErrors.stdout).toContain('\t')
  })

  test('never receives control sequences from stored data', async () => {
    await crm(['jobs', 'add', `Evil${ESC}[2J`, 'Engineer'], here)
    const { stdout } = await crm(['jobs', 'list', '-c', 'Evil'], {
      ...here,
      env: { NO_COLOR: '1' },
      terminal: { columns: 80 },
    })
    expect(stdout).not.toContain(ESC)
  })
})

describe('prompts are never required', () => {
  test('without a terminal a destructive command requires --yes and changes nothing', async () => {
    const refused = await crm(['jobs', 'rm', 'Company 3'], here)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('crm jobs rm needs confirmation: pass --yes, or --dry-run')
    const none = await crm(['jobs', 'rm', '--where', 'place=nowhere'], here)
    expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('no job with place=nowhere')])
    expect((await crm(['inbox', 'forget'], here)).stderr).toContain('crm inbox forget needs confirmation')
    expect((await crm(['jobs', 'rm', 'Company 3', '--dry-run'], here)).stdout).toMatch(/^Would delete/)
    expect((await crm(['jobs', 'show', 'Company 3'], here)).code).toBe(0)
    expect((await crm(['jobs', 'rm', 'Company 3', '--yes'], here)).code).toBe(0)
    expect((await crm(['jobs', 'show', 'Company 3'], here)).code).toBe(3)
  })

  test('- reads stdin', async () => {
    await crm(['jobs', 'edit', 'Company 4', '--description', '-'], { ...here, stdin: 'from stdin\n' })
    const { body } = await crmJson(['jobs', 'show', 'Company 4', '--json', 'description'], here)
    expect(body.description).toContain('from stdin')
    const called = await crm(['call', 'jobs.create', '--input', '-'], {
      ...here,
      stdin: '{"company":"Stdin","role":"Reader"}',
    })
    expect(JSON.parse(called.stdout)).toMatchObject({ company: 'Stdin' })
  })

  test('slow input on stdin is waited for', async () => {
    const input = { stdin: '{"company":"Slow","role":"Writer"}', stdinAfterMs: 700 }
    const { code, stdout } = await crmProcess(['call', 'jobs.create', '--input', '-'], { ...here, ...input })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ company: 'Slow' })
  })

  test.each([
    ['jobs', 'import', '-'],
    ['call', 'jobs.create', '--input', '-'],
    ['ai', 'parse-jd', '-'],
  ])('Ctrl-C ends %s %s, which waits for it', async (...args) => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], { env: environment(here), stdio: 'pipe' })
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
    // More than a pipe holds: it is written only once the program reads.
    await new Promise((resolve) => child.stdin.write(' '.repeat(4 * 1024 * 1024), resolve))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
  })

  test('a folder as stdin is an error, not empty input', async () => {
    const folder = openSync(tmpdir(), 'r')
    const child = spawn(process.execPath, [LAUNCHER, 'jobs', 'import', '-'], {
      env: environment(here),
      stdio: [folder, 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr?.on('data', (chunk) => (said += String(chunk)))
    const code = await new Promise((resolve) => child.once('close', resolve))
    closeSync(folder)
    expect([code, said]).toEqual([2, expect.stringContaining('is a folder')])
  })

  test('a terminal as stdin is an error, not a hang', async () => {
    const { code, stderr } = await crmProcess(['call', 'jobs.create', '--input', '-'], {
      ...here,
      terminal: { columns: 80, streams: 'stdin,stderr' },
    })
    expect(code).toBe(2)
    expect(stderr).toContain('nothing on stdin')
  })
})

describe('works in any environment', () => {
  test.each([
    ['LANG=C', { LANG: 'C', LC_ALL: 'C' }],
    ['without a home', { HOME: '/nonexistent' }],
    ['with a home that cannot be made', { CRM_HOME: '/proc/nowhere/crm' }],
    ['with an empty TERM', { TERM: '' }],
  ])('%s', async (_, env) => {
    const { code, stdout } = await crmProcess(['jobs', 'list'], { ...here, env })
    expect(code).toBe(0)
    expect(stdout).toContain('株式会社メルカリ')
  })

  test('in a read-only folder', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'crm-readonly-'))
    chmodSync(cwd, 0o555)
    expect((await crmProcess(['jobs', 'list'], { ...here, cwd })).code).toBe(0)
  })

  test('an invalid environment is refused with every problem listed', async () => {
    const env = {
      ...{ PORT: 'abc', LOG_LEVEL: 'loud', CRM_SERVER: 'ftp://x', HOST: 'not a host', MAIL_FROM: 'nobody' },
      CRM_ALLOW_PRIVATE_HOSTS: 'localhost:3000,http://x',
    }
    const plain = await crm(['jobs', 'list'], { ...here, env })
    expect(plain.code).toBe(2)
    for (const name of Object.keys(env)) expect(plain.stderr).toContain(name)
    const { code, body } = await crmJson(['jobs', 'list', '--json'], { ...here, env })
    expect([code, body.error.code]).toEqual([2, 'USAGE'])
  })

  test('hosts and a sender are taken in every form they have', async () => {
    const env = {
      ...{ HOST: '::1', MAIL_FROM: 'Search of Sam <crm@example.com>' },
      CRM_ALLOW_PRIVATE_HOSTS: 'localhost, [::1]:3000,a-b.internal:80',
    }
    expect((await crm(['jobs', 'list'], { ...here, env })).code).toBe(0)
  })

  test('--version needs no configuration', async () => {
    expect(await crmProcess(['--version'], { env: { PORT: 'abc' } })).toMatchObject({ code: 0, stderr: '' })
  })
})
