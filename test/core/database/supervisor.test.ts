// A long-running process looks after the embedded server: a real one in a temporary home.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { superviseServer, ensureServer, serverStatus, stopServer } from '../../../core/database/embedded.ts'
import { lineLog } from '../../../core/kernel/log.ts'

let home: string
let lines: string[]
let supervisor: ReturnType<typeof superviseServer>

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crm-supervisor-'))
  lines = []
  await ensureServer(home)
  supervisor = superviseServer(
    home,
    lineLog('info', (line) => void lines.push(line)),
  )
})

afterEach(async () => {
  supervisor.stop()
  await stopServer(home)
  rmSync(home, { recursive: true, force: true })
})

const isRunning = async (): Promise<boolean> => (await serverStatus(home)).running

test('a server that was killed is started again, and the log says so', async () => {
  const { pid } = await serverStatus(home)
  process.kill(pid!, 'SIGKILL')
  await expect.poll(isRunning).toBe(true)
  await expect.poll(() => lines.join()).toContain('started again')
})

test('a server that was stopped on purpose stays stopped', async () => {
  await stopServer(home)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await isRunning()).toBe(false)
  expect(lines).toEqual([])
})
