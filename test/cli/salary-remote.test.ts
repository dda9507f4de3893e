import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '../gateway/harness.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const gateway = useGateway()
let local: RunOptions
let remote: RunOptions
beforeAll(async () => {
  local = { url: gateway().core.database.url }
  const { body } = await crmJson(['keys', 'create', '--name', 'far', '--json'], local)
  remote = { env: { CRM_SERVER: gateway().url, CRM_INTELLIGENCE_KEY: body.key } }
})

/** A timeout for lookups that need the whole catalogue. */

const NURSE = ['registered-nurse', 'el-paso-tx']

/** Removes the request id, which only a server logs, and the duration, which differs per request. */
const without = (text: string): string =>
  text
    .replace(/,\s+"requestId": "[^"]*"/, '')
    .replace(/"id": "req_[^"]*"/, '"id": "req_"')
    .replace(/"duration_ms": \d+/, '"duration_ms": 0')
    .replace(/127\.0\.0\.1:\d+/g, 'here')

describe('pay lookups, local and remote', () => {
  test.each([
    [0, ['show', ...NURSE, '--json']],
    [0, ['show', 'staff swe', 'sf', '--json']],
    [0, ['show', 'registered-nurse', '--exp', 'senior', '--json']],
    [0, ['show', 'staff swe', 'sf']],
    [5, ['show', ...NURSE, '--min', '900k', '--json']],
    [0, ['search', 'nurse', '--json', 'slug,score']],
    [0, ['cities', '--json']],
    [0, ['calculate', 'rn', 'el paso', '--exp', 'senior', '--json']],
    [0, ['history', ...NURSE, '--json']],
    [0, ['projections', ...NURSE, '--json']],
    [0, ['compare', 'swe', 'sf', 'nyc']],
    [0, ['skills', 'data-scientist', '--json']],
    [0, ['levels', 'google', '--json']],
    [0, ['levels', 'google', 'meta', '--json']],
    [0, ['lineage', 'comp:registered-nurse:el-paso-tx:base:2025-Q2', '--json']],
    [3, ['show', 'qzxv', '--json']],
    [3, ['show', 'registered-nurse', 'Atlantis', '--json']],
    [3, ['lineage', 'comp:x:y:z', '--json']],
    [2, ['show', 'pm', '--json']],
    [2, ['show', 'pm']],
    [2, ['show', ' ', '--json']],
  ])('exit %i with identical output: crm salary %j', async (code, args) => {
    const [near, far] = await Promise.all(
      [local, remote].map(async (options) => crm(['salary', ...args], options)),
    )
    expect(near!.code).toBe(code)
    // In JSON the order of names means nothing; a server has that of its schema.
    const said = ({ stdout }: { stdout: string }): unknown =>
      args.includes('--json') && stdout ? (JSON.parse(without(stdout)) as unknown) : without(stdout)
    expect({ ...far, stdout: said(far!) }).toEqual({ ...near, stdout: said(near!) })
  })

  test('match on a terminal too', async () => {
    const terminal = { columns: 80 }
    const near = await crm(['salary', 'show', ...NURSE], { ...local, terminal })
    expect(await crm(['salary', 'show', ...NURSE], { ...remote, terminal })).toEqual(near)
  })

  test('crm call reports errors with the API’s codes', async () => {
    const args = ['call', 'salaries.get', '--role', 'qzxv', '--json']
    const { body } = await crmJson(args, local)
    expect(body.error.code).toBe('role_not_found')
    expect((await crmJson(args, remote)).body.error.code).toBe('role_not_found')
  })
})

describe('remotely', () => {
  const remotely = (env: Record<string, string>) => ({ env: { CRM_SERVER: gateway().url, ...env } })

  test('published figures need no key, and other pay does', async () => {
    for (const env of [{}, { CRM_TOKEN: 'ext_x' }]) {
      const near = await crm(['salary', 'show', ...NURSE], local)
      expect(await crm(['salary', 'show', ...NURSE], remotely(env))).toEqual(near)
      const { code, body } = await crmJson(['call', 'usage.get', '--json'], remotely(env))
      expect({ code, said: body.error.code }).toEqual({ code: 4, said: 'unauthorized' })
      expect(body.error.hint).toContain('CRM_INTELLIGENCE_KEY')
    }
  })

  test('an insufficient plan is refused with a hint how to upgrade', async () => {
    const made = await crmJson(['keys', 'create', '--name', 'free', '--tier', 'free', '--json'], local)
    const free = remotely({ CRM_INTELLIGENCE_KEY: made.body.key })
    const { code, body } = await crmJson(['salary', 'levels', '--json'], free)
    expect({ code, said: body.error.code }).toEqual({ code: 4, said: 'upgrade_required' })
    const history = await crm(['salary', 'history', ...NURSE], free)
    expect(history.stdout.trimEnd().split('\n')).toHaveLength(4)
    expect(history.stderr).toContain('The free plan shows the newest 4 quarters')
  })
})
