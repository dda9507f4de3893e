// A turn of Scout with the model key here and the data on a server: this process calls the model, its tools call the server.
import { createModels } from '../assistants/model.ts'
import { meterFor } from '../assistants/meter.ts'
import { choosePaidModelAtTerminal } from '../assistants/payer.ts'
import { modelHosts } from '../assistants/providers.ts'
import type { Context } from '../kernel/context.ts'
import type { Operation } from '../kernel/operation.ts'
import type { References } from '../references/operations.ts'
import { toolsCalling, type ToolBox } from './tools.ts'
import { prepareTurn, runTurn, type TurnIn } from './turn.ts'

type RemoteTurnContext = Pick<Context, 'config' | 'clock' | 'log' | 'signal' | 'requestId' | 'ownModel'> & {
  call(op: Operation, input: Record<string, unknown>): Promise<unknown>
}

export async function* streamRemoteTurn(context: RemoteTurnContext, input: TurnIn, box: ToolBox) {
  const { choice } = choosePaidModelAtTerminal(context)
  const models = createModels(() => modelHosts(context.config))
  const tools = toolsCalling(
    (tool, args) => context.call(tool.operation, args),
    (op, input) => context.call(op, input) as Promise<References>,
    box,
    context,
  )
  const turnContext = { ...context, models }
  try {
    const prepared = prepareTurn(turnContext, { choice, input, meter: meterFor(choice), tools })
    yield* runTurn(turnContext, prepared, () => Promise.resolve())
  } finally {
    await models.close()
  }
}
