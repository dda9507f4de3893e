// What commands say of a part, and what they ask for so that nothing is lost without a word.
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { commands as chat } from '../../cli/commands/chat.ts'
import { named, runWith } from './fake-client.ts'

test('after two hundred messages a conversation goes on with the latest', async () => {
  const sizes: number[] = []
  vi.doMock('../../cli/commands/chat-stream.ts', () => ({
    async *streamFromServer(_: unknown, { messages }: { messages: { role: string }[] }) {
      sizes.push(messages[0]?.role === 'user' ? messages.length : 0)
      yield { event: 'delta', data: { text: 'Yes.' } }
    },
  }))
  const { run } = runWith({}, { config: { env: {} } as never })
  const stdin = () => Object.assign(Readable.from([]), { isTTY: true })
  let left = 102
  const ask = async () => (left-- ? 'And now?' : '')
  const out = { ...run.out, look: { ...run.out.look, isTerminal: true }, ask }
  await named(chat, 'chat').run({ ...run, out, stdin } as never)
  vi.doUnmock('../../cli/commands/chat-stream.ts')
  expect(sizes.slice(-4)).toEqual([197, 199, 199, 199])
})
