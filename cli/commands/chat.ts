// `crm chat`: an interactive chat with Scout; in a pipe, one turn as plain text.
import { keysOf } from '../../core/kernel/narrow.ts'
import { hasModel } from '../../core/assistants/payer.ts'
import { isDumbTerminal } from '../../core/config.ts'
import { systemClock } from '../../core/kernel/clock.ts'
import { CATALOG, CrmError, KINDS, type ErrorCode } from '../../core/kernel/errors.ts'
import { lineLog } from '../../core/kernel/log.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { ToolCall } from '../../core/scout/tools.ts'
import type { TurnEvent } from '../../core/scout/turn.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { callText, type ChatPort, resultText } from '../views/chat/state.ts'
import { MODEL_OPTIONS } from './ai-run.ts'
import { interruptible } from '../interrupt.ts'
import { stderr } from '../stderr.ts'
import { readDocument } from './document.ts'

/** Where turns run: in this process, here with a server's pipeline, or on the server with its model. */
function chatPort(run: Run): ChatPort {
  const { client, options, config } = run
  const ownModel = { provider: textOf(options, 'provider'), model: textOf(options, 'model') }
  const requestId = () => `chat_${process.pid}_${Date.now().toString(36)}`
  return {
    async *talk({ messages, approve, signal }) {
      const input = { messages: [...messages] }
      const box = { only: 'all' as const, approve }
      const context = await client.context?.()
      if (context) {
        const { streamTurn } = await import('../../core/scout/turn.ts')
        return yield* streamTurn(
          { ...context, ownModel, signal: () => signal, report: {}, requestId: requestId() },
          input,
          box,
        )
      }
      if (!hasModel(config)) {
        const { streamFromServer } = await import('./chat-stream.ts')
        return yield* streamFromServer(config, input, signal)
      }
      const { streamRemoteTurn: turnFromAfar } = await import('../../core/scout/remote-turn.ts')
      const call = (op: Operation, given: Record<string, unknown>) => client.call(op, given)
      const log = lineLog('error', (line) => stderr().write(`${line}\n`))
      const about = { ownModel, signal: () => signal, requestId: requestId() }
      yield* turnFromAfar({ ...about, config, log, call, clock: systemClock }, input, box)
    },
  }
}

async function oneTurn(run: Run, content: string): Promise<void> {
  const { out, options } = run
  const results: { name: string; result: unknown }[] = []
  const approve = async (call: ToolCall) => {
    if (isOn(options, 'yes')) return true
    if (out.canAsk) return out.confirm(`Scout wants to ${callText(call)}. Do it?`)
    out.note(`Not done without --yes: ${callText(call)}`)
    return false
  }
  let text = ''
  const messages = [{ role: 'user' as const, content }]
  try {
    await interruptible(async (signal) => {
      for await (const event of chatPort(run).talk({ messages, approve, signal })) {
        if (event.event === 'delta') {
          text += event.data.text
          if (!out.json) out.raw(event.data.text)
        }
        printEvent(run, event, results)
      }
    })
  } finally {
    if (!out.json && text) out.raw('\n')
  }
  if (out.json) out.record({ content: text, toolResults: results }, [])
}

/** Maps an event's code to its error, so that a failed turn has the same exit code as a refused one. */
const errorCodeOf = (wire: string): ErrorCode =>
  keysOf(CATALOG).find((name) => KINDS[CATALOG[name].kind].wire === wire) ?? 'failed'

function printEvent(
  { out }: Run,
  { event, data }: TurnEvent,
  results: { name: string; result: unknown }[],
): void {
  if (event === 'error') throw new CrmError(errorCodeOf(data.code), data.error)
  if (event !== 'tool') return
  if (data.status === 'running') return out.note(`· ${callText({ name: data.name, input: data.input })}`)
  results.push({ name: data.name, result: data.result })
  out.note(`  → ${resultText(data.result)}`)
}

const command: Command = {
  name: 'chat',
  about: 'Talk with Scout about your search.',
  fields: ['content', 'toolResults'],
  args: [{ name: 'message...?', about: 'One question, answered as plain text; - reads it from stdin.' }],
  options: [{ flags: '--yes', about: 'Let Scout make changes without asking.' }, ...MODEL_OPTIONS],
  examples: ['crm chat', 'crm chat "What should I do today?"', 'crm chat --yes - < wish.txt'],
  async run(run) {
    const { out, config, rest, stdin } = run
    const isInteractive = out.look.isTerminal && stdin().isTTY && !out.json && !isDumbTerminal(config)
    if (rest.length && rest[0] !== '-') return oneTurn(run, rest.join(' '))
    if (!isInteractive || rest.length) return oneTurn(run, await readDocument('-', stdin))
    const { showChat } = await import('../views/main.tsx')
    await showChat({ port: chatPort(run), color: config.color && out.look.color })
  },
}

export const commands: Command[] = [command]
