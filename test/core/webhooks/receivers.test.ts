// The receivers in docs/webhooks.md work as printed: each is started and sent real deliveries. Languages that
// are not installed are skipped.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDialler } from '../../../core/outbound/dial.ts'
import { deliver } from '../../../core/webhooks/http-call.ts'
import { newSecret } from '../../../core/webhooks/signature.ts'

interface Language {
  /** The language of its code block in the document. */
  fence: string
  path: string
  file: string
  command: string
  args: string[]
  /** The command that shows whether the language is installed. */
  asked: string
}

const LANGUAGES: Language[] = [
  {
    ...{ fence: 'js', file: 'receiver.mjs', path: '/', command: process.execPath },
    ...{ args: ['receiver.mjs'], asked: '--version' },
  },
  {
    ...{ fence: 'python', file: 'receiver.py', path: '/', command: 'python3' },
    ...{ args: ['receiver.py'], asked: '--version' },
  },
  {
    ...{ fence: 'go', file: 'receiver.go', path: '/hook', command: 'go' },
    ...{ args: ['run', 'receiver.go'], asked: 'version' },
  },
]

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PATIENT = { interval: 50 }
const folder = mkdtempSync(join(tmpdir(), 'crm-receiver-'))
mkdirSync(join(folder, 'node_modules'))
symlinkSync(ROOT, join(folder, 'node_modules', 'crm'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isHere = ({ command, asked }: Language): boolean => spawnSync(command, [asked]).status === 0

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the document's receiver on a free port; returns its process. */
function start({ fence, file, command, args }: Language, port: number, secret: string) {
  const page = readFileSync(join(ROOT, 'docs', 'webhooks.md'), 'utf8')
  const [, printed] = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(page)!
  expect(printed).toContain('3000')
  writeFileSync(join(folder, file), printed!.replace('3000', String(port)))
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, HOOK_SECRET: secret }
  // A separate process group, because `go run` starts the compiled program as a child.
  return spawn(command, args, { cwd: folder, env, detached: true, stdio: 'ignore' })
}

const body = JSON.stringify({
  event: 'offer.received',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { company: 'Größe & Söhne 🎉' },
})

async function attempt(url: string, secret: string, ageSeconds = 0): Promise<number | null> {
  const dialler = await openDialler({ allowPrivateHosts: [new URL(url).host], mayUsePort: () => true })
  const timestampSeconds = Math.floor(Date.now() / 1_000) - ageSeconds
  const signed = { deliveryId: 'd1', event: 'offer.received', timestampSeconds, body, secret }
  const { status } = await deliver(dialler, url, signed, new AbortController().signal)
  await dialler.destroy()
  return status
}

for (const language of LANGUAGES)
  test.skipIf(!isHere(language)).each([newSecret(), 'a secret of one’s own'])(
    `the ${language.fence} receiver accepts deliveries signed with %s, and nothing else`,
    async (secret) => {
      const port = await freePort()
      const child = start(language, port, secret)
      const url = `http://127.0.0.1:${port}${language.path}`
      try {
        await expect.poll(() => attempt(url, secret), PATIENT).toBe(204)
        expect(await attempt(url, newSecret())).toBe(401)
        expect(await attempt(url, secret, 600)).toBe(401)
        for (const headers of [{}, { 'webhook-timestamp': 'now', 'webhook-signature': 'v1,é' }])
          expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(401)
        expect(await attempt(url, secret)).toBe(204)
      } finally {
        process.kill(-child.pid!, 'SIGKILL')
      }
    },
  )
