import { beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../harness.ts'
import { useGateway } from '../gateway/harness.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const gateway = useGateway({}, unlimited)
let local: RunOptions
let remote: RunOptions
beforeAll(async () => {
  local = { url: gateway().core.database.url }
  const { body } = await crmJson(
    ['tokens', 'create', '--name', 'far', '--scope', 'read-write', '--json'],
    local,
  )
  remote = { env: { CRM_SERVER: gateway().url, CRM_TOKEN: body.token } }
})

/** Removes the fields that differ between two otherwise equal rows. */
const without = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    // Only a server has a log in which to find a request id.
    .replace(/,\s+"requestId": "[^"]*"/, '')
    .replace(/\([0-9a-f]{8}\)/g, '(<id>)')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<at>')

describe('local and remote sessions', () => {
  const session: string[][] = [
    ['jobs', 'add', 'NAME', 'Staff Engineer', '--salary', '$180k-220k', '--tags', 'remote,rust'],
    ['jobs', 'add', 'NAME Two', 'Writer', '--priority', 'high', '--json'],
    ['jobs', 'status', 'NAME — Staff', 'interviewing', '--note', 'onsite'],
    ['jobs', 'edit', 'NAME Two', '--notes', 'Mind the “quotes”, tabs\tand lines\nplease'],
    ['jobs', 'list', '-c', 'NAME', '--sort', 'role'],
    ['jobs', 'list', '-c', 'NAME', '--sort', 'role', '--limit', '1'],
    ['jobs', 'list', '-c', 'NAME', '--sort', 'role', '--json'],
    ['jobs', 'list', '-c', 'NAME', '--sort', 'role', '--json', 'company,tags,compensation'],
    ['jobs', 'list', '-c', 'NAME', '--status', 'interviewing,saved', '--priority', 'high', '--all'],
    ['jobs', 'show', 'NAME Two'],
    ['jobs', 'show', 'NAME Two', '--json'],
    ['jobs', 'show', 'nobody at all'],
    ['jobs', 'list', '--limit', '1000', '--json'],
    ['jobs', 'list', '--sort', 'nonsense'],
    ['jobs', 'add', 'NAME', 'Engineer', '--priority', 'urgent'],
    ['call', 'jobs.list', '--company', 'NAME', '--sort', 'role'],
    ['jobs', 'rm', 'NAME Two', '--dry-run'],
    ['jobs', 'rm', 'NAME Two', '--yes'],
    ['jobs', 'rm', 'NAME Two', '--yes'],
  ]

  const others: string[][] = [
    ['contacts', 'add', 'Jane NAME', '--company', 'NAME', '--type', 'recruiter', '--tags', 'warm'],
    ['contacts', 'add', 'J. NAME', '--json'],
    ['contacts', 'merge', 'Jane NAME', 'J. NAME', '--dry-run'],
    ['contacts', 'merge', 'Jane NAME', 'J. NAME', '--yes'],
    ['contacts', 'edit', 'Jane NAME', '--link', 'NAME — Staff', '--phone', '+1 555 0100'],
    ['contacts', 'show', 'Jane NAME'],
    ['contacts', 'list', '--query', 'NAME', '--json', 'name,tags,type'],
    ['contacts', 'add', 'X', '--email', 'no address'],
    ['activities', 'log', 'NAME — Staff', 'Rang them', '--type', 'call', '--at', '2026-03-01T10:00:00Z'],
    ['activities', 'log', 'NAME — Staff', '--body', 'Said: later.', '--at', '2026-03-02T10:00:00Z'],
    ['activities', 'list', 'NAME — Staff'],
    ['activities', 'list', 'NAME — Staff', '--json', 'type,title,occurredAt'],
    [
      'calendar',
      'add',
      'Onsite NAME',
      '--job',
      'NAME — Staff',
      '--at',
      '2031-05-06 10:00',
      '--zone',
      'Europe/Berlin',
    ],
    ['calendar', 'edit', 'Onsite NAME', '--title', 'Onsite NAME, again'],
    ['calendar', 'rm', 'Onsite NAME, again', '--yes'],
    ['calendar', 'rm', 'Onsite NAME, again', '--yes'],
    ['webhooks', 'add', 'https://example.com/NAME', '--events', 'job.created', '--json', 'url,events,active'],
    ['webhooks', 'rm', 'example.com/NAME', '--yes'],
    ['jobs', 'export', '--format', 'nonsense'],
    ['completions', 'fish'],
    ['nonsense'],
  ]

  test('return the same output', async () => {
    const said = async (name: string, options: RunOptions) => {
      const lines: string[] = []
      for (const args of [...session.slice(0, 4), ...others, ...session.slice(4)]) {
        const typed = args.map((word) => word.replace('NAME', name))
        const { code, stdout, stderr } = await crm(typed, options)
        lines.push(without(`$ ${args.join(' ')} → ${code}\n${stdout}${stderr}`.replaceAll(name, 'NAME')))
      }
      return lines.join('\n')
    }
    // One after the other: events of both at one hour would overlap.
    const near = await said('Nearby', local)
    const far = await said('Faraway', remote)
    expect(near).toContain('→ 5')
    expect(far).toBe(near)
  })

  test('read the same rows', async () => {
    for (const args of [
      ['jobs', 'list'],
      ['jobs', 'show', 'Nearby'],
      ['jobs', 'export', '--format', 'json'],
      ['contacts', 'list', '--all'],
      ['activities', 'list', '--all'],
      ['calendar', 'list', '--from', '2020-01-01'],
      ['calendar', 'export'],
      ['pipeline'],
      ['pipeline', '--json'],
      ['today'],
      ['next'],
      ['stats'],
      ['board'],
      ['audit', '--noun', 'job', '--limit', '100'],
      ['audit', '--client', 'nobody', '--json'],
      ['webhooks', 'list'],
      ['call', 'pipeline.summary'],
      ['undo', '--dry-run'],
    ]) {
      const [far, near] = await Promise.all([crm(args, remote), crm(args, local)])
      expect(far, args.join(' ')).toEqual(near)
    }
  })
})

describe('remotely', () => {
  test('account commands are refused, with a hint where to run them', async () => {
    for (const args of [
      ['tokens', 'list'],
      ['keys', 'list'],
      ['users', 'list'],
      ['tokens', 'create', '--name', 'x'],
    ]) {
      const { code, body } = await crmJson([...args, '--json'], remote)
      expect(code).toBe(4)
      expect(body.error.hint).toContain('/settings')
      expect(body.error.requestId).toMatch(/^req_/)
    }
  })

  test('a missing, an invalid and a mistyped token are told apart', async () => {
    const server = { CRM_SERVER: gateway().url }
    const none = await crm(['jobs', 'list'], { env: server })
    expect(none).toMatchObject({ code: 4 })
    expect(none.stderr).toContain('Set CRM_TOKEN')
    const wrong = await crm(['jobs', 'list'], { env: { ...server, CRM_TOKEN: 'nonsense' } })
    expect(wrong).toMatchObject({ code: 4 })
    const token = remote.env?.['CRM_TOKEN'] ?? ''
    const slipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    const mistyped = await crm(['jobs', 'list'], { env: { ...server, CRM_TOKEN: slipped } })
    expect(mistyped.stderr).toContain('typing error')
    expect(mistyped.stderr).not.toContain(slipped)
  })

  test('a read-only token cannot write', async () => {
    const { body } = await crmJson(['tokens', 'create', '--name', 'eyes', '--json'], local)
    const eyes = { env: { CRM_SERVER: gateway().url, CRM_TOKEN: String(body.token) } }
    expect((await crm(['jobs', 'list'], eyes)).code).toBe(0)
    expect((await crm(['jobs', 'add', 'A', 'B'], eyes)).code).toBe(4)
  })

  test.each(['start', 'stop', 'status', 'migrate', 'url'])(
    'crm db %s says that the database belongs to the server',
    async (verb) => {
      const { code, stdout, stderr } = await crm(['db', verb], remote)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(new URL(gateway().url).host)
    },
  )

  test('crm doctor tells that the server does not accept a credential', async () => {
    const env = { ...remote.env, CRM_TOKEN: 'ext_wrong', CRM_INTELLIGENCE_KEY: 'intelligence_wrong' }
    const { code, stdout } = await crm(['doctor'], { env })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^token\tPROBLEM {2}The token is not valid\./m)
    expect(stdout).toMatch(/^intelligence key\tPROBLEM {2}The intelligence key is not valid\./m)
  })

  test('the token is read only from the environment, and never printed', async () => {
    const token = remote.env?.['CRM_TOKEN'] ?? ''
    expect((await crm(['jobs', 'list', '--token', token], remote)).code).toBe(2)
    const { stdout, stderr } = await crm(['doctor'], { env: { ...remote.env, LOG_LEVEL: 'debug' } })
    expect(stdout).toMatch(/server\s+ok/)
    expect(stdout).toMatch(/token\s+ok {2}accepted/)
    expect(stdout + stderr).not.toContain(token)
  })
})
