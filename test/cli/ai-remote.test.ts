// The assistants and the chat against a server: with a token that has the grant, they work as they do
// locally.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { useAsking } from '../gateway/assistants/fixture.ts'
import { freshDatabase } from '../database.ts'
import { crmProcess } from './process.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const asking = useAsking()
const MODEL = () => ({
  OPENAI_BASE_URL: inject('modelUrl'),
  OPENAI_API_KEY: 'terminal',
  CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
})

let near: RunOptions
let far: RunOptions
let plain: RunOptions
beforeAll(async () => {
  const data = { url: asking().gateway.core.database.url }
  const token = async (scope: string) => {
    const args = ['tokens', 'create', '--name', scope, '--scope', scope, '--json']
    return (await crmJson(args, data)).body.token as string
  }
  const server = { CRM_SERVER: asking().gateway.url }
  far = { env: { ...MODEL(), ...server, CRM_TOKEN: await token('read-write,ai') } }
  plain = { env: { ...MODEL(), ...server, CRM_TOKEN: await token('read-write') } }
  near = { url: (await freshDatabase()).url, env: MODEL() }
})

const without = (text: string): string =>
  text
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{8}\b/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<at>')

const RESUME = 'Ada Okafor, backend engineer at Initech since 2019, before that at Globex. TypeScript.'

describe('local and remote sessions', () => {
  const session: { args: string[]; stdin?: string }[] = [
    { args: ['ai', 'parse-jd', '-'], stdin: 'Acme hires.' },
    { args: ['ai', 'parse-jd', '-', '--json'], stdin: 'Acme hires.' },
    { args: ['ai', 'parse-jd', '-', '--save'], stdin: 'Acme hires.' },
    { args: ['ai', 'parse-resume', '-', '--json'], stdin: RESUME },
    { args: ['ai', 'parse-contact', '-', '--save'], stdin: 'Sam Lee of Acme' },
    { args: ['ai', 'company-brief', 'Acme'] },
    { args: ['ai', 'parse-resume', '-'], stdin: 'Ada' },
    { args: ['ai', 'parse-jd', '-', '--model', 'stub:429'], stdin: 'Acme hires.' },
    { args: ['ai', 'parse-jd', '-', '--provider', 'anthropic'], stdin: 'Acme hires.' },
    { args: ['jobs', 'add', 'PAGE/afar'] },
    { args: ['jobs', 'add', '-'], stdin: 'Acme hires.' },
    { args: ['chat', 'What', 'now?'] },
    { args: ['chat', '-', '--json'], stdin: 'What now?' },
    { args: ['chat', '--model', 'stub:save', 'Save it'] },
    { args: ['chat', '--yes', '--model', 'stub:save', 'Save it'] },
    { args: ['chat', '--model', 'stub:500', 'Hello'] },
    { args: ['jobs', 'list'] },
    { args: ['undo'] },
  ]

  test('return the same output', async () => {
    const said = async (options: RunOptions, page: string) => {
      const lines: string[] = []
      for (const { args, stdin = '' } of session) {
        const typed = args.map((word) => word.replace('PAGE', page))
        const { code, stdout, stderr } = await crm(typed, { ...options, stdin })
        lines.push(without(`$ ${args.join(' ')} → ${code}\n${stdout}${stderr}`))
      }
      return lines.join('\n')
    }
    const page = inject('modelUrl')
    const [here, there] = [await said(near, `${page}/page`), await said(far, `${page}/page`)]
    expect(here).toContain('Two jobs need you today.')
    expect(there).toBe(here)
  })
})

test('a token without the grant is refused with the name of the grant it needs', async () => {
  const { code, body } = await crmJson(['ai', 'parse-jd', '-', '--json'], { ...plain, stdin: 'Acme hires.' })
  expect([code, body.error.code]).toEqual([4, 'FORBIDDEN'])
  expect(body.error.hint).toContain('--scope read-write,ai')
})

test('without a key of the user, the chat uses the server’s model', async () => {
  const bare = { env: { CRM_SERVER: far.env!['CRM_SERVER']!, CRM_TOKEN: far.env!['CRM_TOKEN']! } }
  const { code, body } = await crmJson(['chat', '--json', '--', 'What now?'], bare)
  expect([code, body.error.code]).toEqual([4, 'AI_KEY_REQUIRED'])
})

describe('a chat answer that ends before its end', () => {
  const server = createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write('event: delta\ndata: {"text":"Two jo"}\n\n', () => {
      if (req.headers.authorization?.endsWith('lost')) res.destroy()
      else res.end()
    })
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => void server.close())

  test.each(['ended', 'lost'])('by a stream that is %s fails the command', async (how) => {
    const { port } = server.address() as AddressInfo
    const there = { env: { CRM_SERVER: `http://127.0.0.1:${port}`, CRM_TOKEN: `crm_${how}` } }
    const { code, stdout, stderr } = await crm(['chat', '--', 'What now?'], there)
    expect([code, stdout]).toEqual([6, 'Two jo\n'])
    expect(stderr).toMatch(/^crm: The server at 127\.0\.0\.1:\d+ did not answer: /)
  })
})

describe('Ctrl-C', () => {
  test.each([
    ['locally', () => near],
    ['remotely', () => far],
  ])('during a model call stops it, %s, and its usage is recorded once', async (_, options) => {
    const args = ['ai', 'parse-jd', '-', '--model', 'stub:slow']
    const { models, gateway } = asking()
    const env = {
      ...options().env,
      OPENAI_BASE_URL: models.url,
      OPENAI_API_KEY: `ctrl-c ${Math.random()}`.replace(' ', '-'),
    }
    const heard = () => models.asked.some(({ key }) => key === env.OPENAI_API_KEY)
    const before = models.left()
    const after = expect.poll(heard).toBe(true)
    const { code } = await crmProcess(args, {
      ...options(),
      env,
      stdin: 'Acme.',
      signal: { name: 'SIGINT', after },
    })
    expect(code).toBe(130)
    await expect.poll(() => models.left()).toBe(before + 1)
    if (options() !== far) return
    const { sql } = gateway.core.services
    await expect
      .poll(() => sql`select outcome from ai_calls where model = 'stub:slow' and outcome = 'left'`)
      .toHaveLength(1)
  })
})
