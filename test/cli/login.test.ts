// After one sign-in, every command works against the server exactly as it does locally.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '../gateway/harness.ts'
import { openApp } from './app-session.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const gateway = useGateway()
let token: string
let local: RunOptions
/** Only a home, in which the server and token are stored. */
let away: RunOptions & { env: Record<string, string> }
beforeAll(async () => {
  local = { url: gateway().core.database.url, env: { NO_COLOR: '1' } }
  const made = await crmJson(['tokens', 'create', '--name', 'far', '--scope', 'read-write', '--json'], local)
  token = made.body.token
  away = { url: '', env: { NO_COLOR: '1', CRM_HOME: mkdtempSync(join(tmpdir(), 'crm-login-')) } }
})

const signIn = () => crm(['login', '--server', gateway().url], { ...away, stdin: `${token}\n` })
const file = () => join(away.env['CRM_HOME']!, 'login.json')

describe('crm login', () => {
  test('stores the accepted token in a private file', async () => {
    const { code, stdout } = await signIn()
    expect(code).toBe(0)
    expect(stdout).toContain('Signed in at 127.0.0.1')
    expect(stdout).not.toContain(token)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const { body } = await crmJson(['doctor', '--json'], away)
    const settings = Object.fromEntries(
      body.settings.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    expect(settings).toMatchObject({
      CRM_SERVER: `${gateway().url} (crm remote login)`,
      CRM_TOKEN: '(secret) (crm remote login)',
    })
  })

  test('the environment takes precedence', async () => {
    await signIn()
    const elsewhere = { ...away, env: { ...away.env, CRM_SERVER: 'http://127.0.0.1:9' } }
    const { code, stderr } = await crm(['jobs', 'list'], elsewhere)
    expect([code, stderr]).toEqual([6, expect.stringContaining('127.0.0.1:9') as string])
    const beside = await crm(['me', 'show'], { ...away, url: local.url! })
    expect(beside.stdout).not.toContain('far (read-write)')
  })

  test('a token that the server refuses is not stored', async () => {
    await crm(['logout'], away)
    const wrong = await crm(['login', '--server', gateway().url], { ...away, stdin: 'ext_wrong' })
    expect(wrong.code).toBe(4)
    expect(existsSync(file())).toBe(false)
  })

  test('a file that others can read is refused with the remedy', async () => {
    await signIn()
    chmodSync(file(), 0o644)
    const { code, stderr } = await crm(['jobs', 'list'], away)
    expect([code, stderr]).toEqual([2, expect.stringContaining('chmod 600') as string])
    chmodSync(file(), 0o600)
  })

  test('a file that cannot be read is refused, not taken for no login', async () => {
    await crm(['logout'], away)
    mkdirSync(file(), { mode: 0o700 }) // A folder, because root can read every file.
    const { code, stderr } = await crm(['jobs', 'list'], away)
    rmdirSync(file())
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read') as string])
  })

  test('crm logout deletes it', async () => {
    await signIn()
    expect((await crm(['logout'], away)).stdout).toContain('Deleted')
    expect(existsSync(file())).toBe(false)
    expect((await crm(['logout'], away)).stdout).toContain('no login')
    await signIn()
    chmodSync(file(), 0o644)
    expect((await crm(['--json', 'logout'], away)).code).toBe(0)
    expect(existsSync(file())).toBe(false)
  })
})

test('the board, statistics, sample data and undo work the same remotely', async () => {
  await signIn()
  const without = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      .replace(/\b[0-9a-f]{8}\b/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<at>')
  const session = [
    ['demo'],
    ['board'],
    ['stats'],
    ['undo', '--dry-run'],
    ['undo'],
    ['pipeline'],
    ['demo', '--clear'],
    ['board'],
    ['undo', 'zzz'],
  ]
  const said = async (options: RunOptions) => {
    const lines: string[] = []
    for (const args of session) {
      const { code, stdout, stderr } = await crm(args, options)
      lines.push(without(`$ ${args.join(' ')} → ${code}\n${stdout}${stderr}`))
    }
    return lines.join('\n')
  }
  expect(await said(away)).toBe(await said(local))
  await crm(['demo'], local)
  const screens = await Promise.all(
    [local, away].map(async (options) => {
      const board = openApp({ columns: 80, rows: 24 }, options)
      const screen = await board.until('◷')
      board.type('q')
      expect(await board.ended).toBe(0)
      return screen.replace(/now| \dm/g, '')
    }),
  )
  expect(screens[0]).toBe(screens[1])
  await crm(['demo', '--clear'], local)
})

test('crm demo --clear removes only the sample data', async () => {
  await crm(['jobs', 'add', 'Mine', 'Chef', '--tags', 'demo'], local)
  await crm(['demo'], local)
  expect((await crm(['demo'], local)).stdout).toContain('already')
  const { jobs } = (await crmJson(['jobs', 'list', '--tag', 'crm-demo', '--json', 'id'], local)).body
  for (const { id } of jobs) await crm(['jobs', 'rm', id, '--yes'], local)
  expect((await crm(['demo', '--clear'], local)).stdout).toContain('(jobs: 0, contacts: 1)')
  const { body } = await crmJson(['jobs', 'list', '--json', 'company'], local)
  expect(body.jobs).toEqual([{ company: 'Mine' }])
  expect((await crmJson(['contacts', 'list', '--json'], local)).body.total).toBe(0)
})
