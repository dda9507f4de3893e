// What a view writes reaches the terminal whole, and what others write to stderr waits until it has left the screen.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { enterScreen, writeNow } from '../../cli/views/screen.ts'
const stream = (more: object) => Object.assign(new PassThrough(), more) as never

test('a terminal that takes a frame in parts, or is full for a moment, gets all of it', () => {
  const taken: Buffer[] = []
  let call = 0
  const write = (_: number, part: unknown): number => {
    call += 1
    if (call % 3 === 0) throw Object.assign(new Error('try again'), { code: 'EAGAIN' })
    const some = Buffer.from(part as Buffer).subarray(0, 7)
    taken.push(some)
    return some.length
  }
  const frame = '│東京 — ソフトウェアエンジニア│\n'.repeat(5)
  writeNow(stream({ fd: 9 }), frame, write as never)
  expect(Buffer.concat(taken).toString()).toBe(frame)
})

test('a terminal that is gone is left alone', () => {
  let calls = 0
  const write = () => {
    calls += 1
    throw Object.assign(new Error('gone'), { code: 'EIO' })
  }
  writeNow(stream({ fd: 9 }), 'frame', write as never)
  expect(calls).toBe(1)
})

test('the log waits while a view has the screen, and is there afterwards, without what it waited for', () => {
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })]
  const screen = enterScreen({ stdin: stream({}), stdout: stdout as never, stderr: stderr as never })
  stderr.write('{"level":"error"}\n')
  stderr.write('Waiting for the database.\n')
  stderr.write('a warning\n')
  expect(stderr.read()).toBeNull()
  screen.leave()
  expect(String(stderr.read())).toBe('{"level":"error"}\na warning\n')
  expect(String(stdout.read())).toContain('\u001b[?1049l')
})
