// A turn with Scout where the pipeline is on a server and the model's key is here: the model is asked from here, and its
// tools call the server, with the rights of whoever asks.
import { createModels } from '../assistants/model.ts'
import { meterFor } from '../assistants/meter.ts'
import { atTerminal } from '../assistants/payer.ts'
import { modelHosts } from '../assistants/providers.ts'
import type { Context } from '../kernel/context.ts'
import type { Operation } from '../kernel/operation.ts'
import { toolsOver, type ToolBox } from './tools.ts'
import { readyFor, tellTurn, type TurnEvent, type TurnIn } from './turn.ts'

/** What such a turn is held with. */
export type Afar = Pick<Context, 'config' | 'clock' | 'log' | 'signal' | 'requestId' | 'ownModel'> & {
  call(op: Operation, input: Record<string, unknown>): Promise<unknown>
}

/** The turn as it happens; nothing of it is counted on the server, which neither pays for it nor sees it. */
export async function* turnFromAfar(afar: Afar, input: TurnIn, box: ToolBox): AsyncGenerator<TurnEvent> {
  const { choice } = atTerminal(afar)
  const models = createModels(() => modelHosts(afar.config))
  const tools = toolsOver((tool, args) => afar.call(tool.operation, tool.input(args)), box, afar)
  const talker = { ...afar, models }
  try {
    const ready = readyFor(talker, { choice, input, meter: meterFor(choice), tools })
    yield* tellTurn(talker, ready, () => Promise.resolve())
  } finally {
    await models.close()
  }
}
