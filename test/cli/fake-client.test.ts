// Commands over a client that answers from memory: what they ask for, and what they say of the answer.
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Command, Run } from '../../cli/command.ts'
import { postingAt } from '../../cli/commands/posting.ts'

type Answers = Record<string, (input: Record<string, unknown>) => unknown>

/** A run of a command, with what it asked and said. */
function runWith(answers: Answers, given: Partial<Run> = {}) {
  const asked: [name: string, input: Record<string, unknown>][] = []
  const said: string[] = []
  const say = (text: unknown) => void said.push(String(text))
  const client = {
    call: async ({ name }: Operation, input: Record<string, unknown>) => {
      asked.push([name, input])
      return answers[name]?.(input)
    },
    envelopes: { whole: (answer: unknown) => answer },
  }
  const look = { isTerminal: false, width: 80, color: false }
  const out = {
    ...{ look, json: false, canAsk: false, raw: say, note: say },
    done: (_: unknown, sentence: string) => say(sentence),
    record: (_: unknown, lines: unknown[]) => say(lines.join('\n')),
    list: (_: unknown, rows: { id?: string }[]) => say(rows.map(({ id }) => id).join(' ')),
  }
  const run = {
    ...{ args: given.rest ?? [], rest: [], options: {}, path: '', config: {}, client, out },
    ...{ stdin: () => Readable.from([]), ...given },
  } as unknown as Run
  return { run, asked, said }
}

const named = (commands: readonly Command[], name: string): Command =>
  commands.find((command) => command.name === name)!

test.each([
  ['Registered Nurse', 'Registered Nurse'],
  ['Sign Installer', 'Sign Installer'],
  ['Sign in to continue', undefined],
])('a page titled %s is read as a posting for %s', async (title, role) => {
  const page = {
    ...{ text: 'A posting.', url: '', left: [] },
    meta: { jobPosting: { title, hiringOrganization: { name: 'Mercy' } } },
  }
  const { run } = runWith({ 'postings.fetch': () => page })
  const found = await postingAt(run, 'https://jobs.example.com/1', {}).catch(() => undefined)
  expect(found?.fields.role).toBe(role)
})
