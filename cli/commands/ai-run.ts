// Runs an assistant from the terminal: common options, progress, and formatted output.
import { assistantOperation } from '../../core/assistants/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Option, type Run } from '../command.ts'
import { interruptible } from '../interrupt.ts'
import { answerText } from '../ui/answer.ts'
import { whileSaying } from '../ui/progress.ts'
import { readDocument } from './document.ts'

export const MODEL_OPTIONS: Option[] = [
  { flags: '--provider <name>', about: 'openai, anthropic or grok: which key from the environment to use.' },
  { flags: '--model <name>', about: 'The provider’s model to use.' },
]

export const SAVE_OPTION: Option = { flags: '--save', about: 'Save the result to the pipeline.' }

export type Answer = Record<string, unknown>

const ownModelOf = ({ options }: Run) => ({
  provider: textOf(options, 'provider'),
  model: textOf(options, 'model'),
})

export const ask = (run: Run, name: string, input: Record<string, unknown>): Promise<Answer> =>
  whileSaying('Thinking …', () =>
    interruptible(
      // The answer of every assistant is a record.
      async (signal) =>
        (await run.client.call(assistantOperation(name), input, {
          ownModel: ownModelOf(run),
          signal: () => signal,
        })) as Answer,
    ),
  )

export function print({ out }: Run, answer: Answer): void {
  if (out.json) out.record(answer, [])
  else out.raw(`${answerText(answer)}\n`)
}

interface TextCommand extends Pick<Command, 'name' | 'about' | 'options' | 'examples'> {
  field: string
  file: string
  more?(run: Run): Promise<Record<string, unknown>>
  save?(run: Run, answer: Answer): Promise<string>
}

export const textCommand = ({ field, file, options = [], more, save, ...named }: TextCommand): Command => ({
  ...named,
  operation: `assistants.${named.name}`,
  args: [{ name: 'file?', about: `${file}; - or nothing reads stdin. Text, PDF, Word or a mail.` }],
  options: [...options, ...(save ? [SAVE_OPTION] : []), ...MODEL_OPTIONS],
  async run(run) {
    const text = await readDocument(run.args[0] ?? '-', run.stdin)
    const answer = await ask(run, named.name, { [field]: text, ...(await more?.(run)) })
    await printAndSave(run, answer, save)
  },
})

export async function printAndSave(run: Run, answer: Answer, save: TextCommand['save']): Promise<void> {
  print(run, answer)
  if (save && isOn(run.options, 'save')) run.out.note(await save(run, answer))
}

export const requiredText = (answer: Answer, field: string, noun: string): string =>
  textOrNull(answer[field]) ??
  fail('invalid_input', { problems: `${field} is not in the text, so no ${noun} was saved` })

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value : null
