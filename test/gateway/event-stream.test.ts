// Server-sent events: one data line each, keep-alive comments, and a limit for slow readers.
import { Writable } from 'node:stream'
import type { Response } from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '../../core/kernel/stream.ts'
import { abortSignalOf } from '../../gateway/http/call-context.ts'
import { createOpenStreams, listen, lookingFor, type Listening } from '../../gateway/mcp/listening.ts'
import { createFollowing } from '../../gateway/mcp/subscriptions.ts'
import { sendEvents, formatEvent } from '../../gateway/http/event-stream.ts'

/** A response whose reader consumes everything, or nothing. */
function aResponse(reads: boolean) {
  const sent: string[] = []
  const response = new Writable({
    write(chunk: Buffer, _encoding, done) {
      sent.push(chunk.toString())
      if (reads) done()
    },
  })
  const shaped = Object.assign(response, { writeHead: () => response, flushHeaders() {} })
  return { response: shaped as unknown as Response, sent }
}

afterEach(() => void vi.useRealTimers())

test('an event is a name and one line of data, for any text', () => {
  expect(formatEvent({ event: 'delta', data: { text: 'a\n\nevent: done\rb\u2028c' } })).toBe(
    'event: delta\ndata: {"text":"a\\n\\nevent: done\\rb\u2028c"}\n\n',
  )
})

test('a reader that stalls is disconnected, and the source is stopped', async () => {
  const { response } = aResponse(false)
  let [made, stopped] = [0, false]
  async function* endless(): AsyncGenerator<StreamEvent> {
    try {
      for (;;) {
        made += 1
        yield { event: 'delta', data: { text: 'x'.repeat(10_000) } }
      }
    } finally {
      stopped = true
    }
  }
  await sendEvents(response, endless())
  expect([response.destroyed, stopped]).toEqual([true, true])
  expect(made).toBeLessThan(10)
})

test('while no event is sent a comment keeps the connection alive', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const { response, sent } = aResponse(true)
  let say = (): void => {}
  async function* slow(): AsyncGenerator<StreamEvent> {
    await new Promise<void>((resolve) => (say = resolve))
    yield { event: 'done', data: {} }
  }
  const sending = sendEvents(response, slow())
  await vi.advanceTimersByTimeAsync(31_000)
  expect(sent).toEqual([': still here\n\n', ': still here\n\n'])
  say()
  await sending
  expect(sent.at(-1)).toBe('event: done\ndata: {}\n\n')
})

test.each<[string, (stop: AbortController) => Promise<unknown>]>([
  ['the server stops', async (stop) => stop.abort()],
  ['ten minutes have passed', () => vi.advanceTimersByTimeAsync(10 * 60_000)],
])('when %s a last event says so, and the source is aborted', async (_, happen) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const { response, sent } = aResponse(true)
  const signal = abortSignalOf(response, true)()
  let stopped = false
  async function* talk(): AsyncGenerator<StreamEvent> {
    try {
      for (;;) {
        yield { event: 'delta', data: { text: 'a' } }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }
    } finally {
      stopped = true
    }
  }
  const stop = new AbortController()
  const sending = sendEvents(response, talk(), stop.signal)
  await vi.advanceTimersByTimeAsync(1)
  await happen(stop)
  expect(sent.at(-1)).toMatch(/^event: error\ndata: \{"error":"[^"]+","code":"UNAVAILABLE"\}\n\n$/)
  expect(response.writableEnded).toBe(true)
  await sending
  expect(stopped).toBe(true)
})

test('a listener that was cut short leaves the changes to the stream that follows it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const { response: res } = aResponse(true)
  const listener = { streams: createOpenStreams(), closing: undefined } as unknown as Listening
  const session = { following: createFollowing() }
  const listening = listen(lookingFor(listener, res.req, res, 'sam'), res, () => session as never)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(res.writableEnded).toBe(true)
  await listening
})
