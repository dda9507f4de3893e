// The progress line of slow commands.
import { afterEach, expect, test, vi } from 'vitest'
import { createProgress } from '../../cli/ui/progress.ts'

afterEach(() => void vi.useRealTimers())

/** What a terminal of 20 columns is sent, and what its line shows in the end. */
function shownBy(work: (progress: ReturnType<typeof createProgress>) => void) {
  vi.useFakeTimers()
  let sent = ''
  const stream = { isTTY: true, columns: 20, write: (text: string) => (sent += text) }
  const progress = createProgress(stream as unknown as NodeJS.WriteStream)
  vi.advanceTimersByTime(1_500)
  work(progress)
  const line = sent.split('\r').reduce((shown, part) => part + shown.slice(part.length), '')
  return { sent, line: line.trimEnd() }
}

test('a terminal without colour is sent no escape codes, and nothing stays on its line', () => {
  const words = ['Looking through all the titles …', 'Nearly done']
  const during = shownBy((progress) => words.forEach((sentence) => progress.update(sentence)))
  expect(during.line).toBe('Nearly done')
  expect(during.sent).not.toContain('\u001b')
  const after = shownBy((progress) => {
    words.forEach((sentence) => progress.update(sentence))
    progress.end()
  })
  expect(after).toMatchObject({ line: '', sent: expect.not.stringContaining('\u001b') as string })
})
