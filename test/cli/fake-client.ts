// A client that answers from memory, and runs of commands over it.
import { Readable } from 'node:stream'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Command, Run } from '../../cli/command.ts'

type Answers = Record<string, (input: Record<string, unknown>) => unknown>

/** A run of a command, with what it asked and said. */
export function runWith(answers: Answers, given: Partial<Run> = {}) {
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

export const named = (commands: readonly Command[], name: string): Command =>
  commands.find((command) => command.name === name)!
