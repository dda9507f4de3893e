// Runs an assistant from the terminal: common options, progress, and formatted output.
import { assistantOperation } from '../../core/assistants/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Option, type Run } from '../command.ts'
import { interruptible } from '../interrupt.ts'
import { answerText } from '../ui/answer.ts'
import { whileSaying } from '../ui/progress.ts'

export const MODEL_OPTIONS: Option[] = [
  { flags: '--provider <name>', about: 'openai, anthropic or grok: which key from the environment to use.' },
  { flags: '--model <name>', about: 'The provider’s model to use.' },
]

export type Answer = Record<string, unknown>

export const ask = (run: Run, name: string, input: Record<string, unknown>): Promise<Answer> =>
  whileSaying('Thinking …', () =>
    interruptible(
      // The answer of every assistant is a record.
      async (signal) =>
        (await run.client.call(assistantOperation(name), input, {
          ownModel: { provider: textOf(run.options, 'provider'), model: textOf(run.options, 'model') },
          signal: () => signal,
        })) as Answer,
    ),
  )

interface Assistant extends Pick<Command, 'name' | 'about' | 'args' | 'options' | 'examples'> {
  input(run: Run): Promise<Answer>
  /** Prints an answer that is not JSON. */
  print?(out: Run['out'], answer: Answer): void
  /** Saves the answer in the pipeline if the user passes `--save`. Returns a sentence about the saved record. */
  save?(run: Run, answer: Answer, input: Answer): Promise<string>
}

export const assistant = ({
  input,
  print = (out, answer) => out.raw(`${answerText(answer)}\n`),
  save,
  options = [],
  ...named
}: Assistant): Command => ({
  ...named,
  operation: `assistants.${named.name}`,
  options: [
    ...options,
    ...(save ? [{ flags: '--save', about: 'Save the result to the pipeline.' }] : []),
    ...MODEL_OPTIONS,
  ],
  async run(run) {
    const { out } = run
    const given = Object.entries(await input(run)).filter(([, value]) => value)
    const asked = Object.fromEntries(given)
    const answer = await ask(run, named.name, asked)
    if (out.json) out.record(answer, [])
    else print(out, answer)
    if (save && isOn(run.options, 'save')) out.note(await save(run, answer, asked))
  },
})

export const requiredText = (answer: Answer, field: string, noun: string): string =>
  textOrNull(answer[field]) ??
  fail('invalid_input', { problems: `${field} is not in the text, so no ${noun} was saved` })

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null
