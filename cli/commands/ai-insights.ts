// `crm ai …`, assistants about the search itself: mood patterns and statistics.
import { summarise } from '../../core/pipeline/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { textOf, type Command } from '../command.ts'
import { ask, MODEL_OPTIONS, print } from './ai-run.ts'
import { readDocument } from './document.ts'

const wellness: Command = {
  name: 'wellness-analysis',
  about: 'Find patterns in how your search has felt.',
  operation: 'assistants.wellness-analysis',
  args: [
    {
      name: 'file?',
      about: 'JSON: a list of {date, mood, labels, note}, three or more; - or nothing reads stdin.',
    },
  ],
  options: [
    { flags: '--context <text>', about: 'How the search is going, in a few words.' },
    ...MODEL_OPTIONS,
  ],
  examples: ['crm ai wellness-analysis moods.json --context "12 applied, 2 interviews"'],
  async run(run) {
    const moodHistory = jsonOf(await readDocument(run.args[0] ?? '-', run.stdin))
    const pipelineContext = textOf(run.options, 'context')
    print(
      run,
      await ask(run, 'wellness-analysis', { moodHistory, ...(pipelineContext && { pipelineContext }) }),
    )
  },
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail('invalid_input', { problems: 'the file is not JSON' }, { cause: error })
  }
}

const insights: Command = {
  name: 'pipeline-insights',
  about: 'Interpret your search statistics.',
  operation: 'assistants.pipeline-insights',
  options: [{ flags: '--context <text>', about: 'Anything else to consider.' }, ...MODEL_OPTIONS],
  examples: ['crm ai pipeline-insights'],
  async run(run) {
    const stats = await run.client.call(summarise, {})
    const context = textOf(run.options, 'context')
    print(run, await ask(run, 'pipeline-insights', { stats, ...(context && { context }) }))
  },
}

export const selfCommands: Command[] = [wellness, insights]
