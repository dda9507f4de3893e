// `crm chat`: an interactive chat with Scout; in a pipe, one turn as plain text.
import type { Message } from '../../core/assistants/exchange.ts'
import { keysOf, recordOf } from '../../core/kernel/narrow.ts'
import { hasModel } from '../../core/assistants/payer.ts'
import { isDumbTerminal } from '../../core/config.ts'
import { systemClock } from '../../core/kernel/clock.ts'
import { CATALOG, CrmError, KINDS, messageOf, type ErrorCode } from '../../core/kernel/errors.ts'
import { lineLog } from '../../core/kernel/log.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { withoutControls } from '../../core/kernel/plain-characters.ts'
import type { ToolCall } from '../../core/scout/tools.ts'
import type { TurnEvent } from '../../core/scout/turn.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { MODEL_OPTIONS } from './ai-run.ts'
import { Ended, interruptible, stderr } from '../interrupt.ts'
import { widthOf } from '../ui/width.ts'
import { readDocument } from './document.ts'

interface Talk {
  messages: readonly Message[]
  approve: (call: ToolCall) => Promise<boolean>
  signal: AbortSignal
}

/** A turn, where it runs: in this process, here with a server's pipeline, or on the server with its model. */
async function* talk({ client, options, config }: Run, { messages, approve, signal }: Talk) {
  const input = { messages: [...messages] }
  const box = { only: 'all' as const, approve }
  const about = {
    ownModel: { provider: textOf(options, 'provider'), model: textOf(options, 'model') },
    signal: () => signal,
    requestId: `chat_${process.pid}_${Date.now().toString(36)}`,
  }
  const context = await client.context?.()
  if (context) {
    const { streamTurn } = await import('../../core/scout/turn.ts')
    return yield* streamTurn({ ...context, ...about, report: {} }, input, box)
  }
  if (!hasModel(config)) {
    const { streamFromServer } = await import('./chat-stream.ts')
    return yield* streamFromServer(config, input, signal)
  }
  const { streamRemoteTurn } = await import('../../core/scout/remote-turn.ts')
  const call = (op: Operation, given: Record<string, unknown>) => client.call(op, given)
  const log = lineLog('error', (line) => stderr().write(`${line}\n`))
  yield* streamRemoteTurn({ ...about, config, log, call, clock: systemClock }, input, box)
}

/** What a value is in a call: lists with commas. */
const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(oneLine).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function callText({ name, input }: Pick<ToolCall, 'name'> & { input: unknown }): string {
  const fields = Object.entries(recordOf(input))
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && !value.length))
    .map(([field, value]) => `${field} ${oneLine(value)}`)
  const words = name.replace(/_/g, ' ')
  return withoutControls(fields.length ? `${words}: ${fields.join(', ')}` : words).replace(/\n/g, ' ')
}

function resultText(result: unknown): string {
  const answer = recordOf(result)
  if (typeof answer['error'] === 'string') return withoutControls(`not done: ${answer['error']}`)
  if (typeof answer['total'] === 'number') return `${answer['total']} found`
  const name = [answer['company'], answer['role'], answer['name'], answer['title'], answer['status']]
  return withoutControls(name.filter((part) => typeof part === 'string').join(' — ')) || 'done'
}

interface Reply {
  content: string
  toolResults: { name: string; result: unknown }[]
}

/** Returns a printer for text that arrives in pieces. On a terminal it keeps words whole: call it without text at the end. */
function printerTo({ look, raw }: Run['out']) {
  let [held, column] = ['', 0]
  return (text?: string): void => {
    const parts = (held + (text ?? '')).split(/(?<=\s)/)
    held = look.isTerminal && text !== undefined ? (parts.pop() ?? '') : ''
    for (const part of parts) {
      const isOver = look.isTerminal && column > 0 && column + widthOf(part.trimEnd()) > look.width
      raw(isOver ? `\n${part}` : part)
      column = part.endsWith('\n') ? 0 : (isOver ? 0 : column) + widthOf(part)
    }
  }
}

/** Prints the answer to the last message while it arrives, and adds it to `reply`. Asks before each change. */
async function turn(run: Run, messages: readonly Message[], reply: Reply): Promise<void> {
  const { out, options } = run
  const print = printerTo(out)
  const approve = async (call: ToolCall) => {
    if (isOn(options, 'yes')) return true
    if (out.canAsk) return out.confirm(`Scout wants to ${callText(call)}. Do it?`)
    out.note(`Not done without --yes: ${callText(call)}`)
    return false
  }
  try {
    await interruptible(async (signal) => {
      for await (const event of talk(run, { messages, approve, signal })) {
        if (event.event === 'delta') {
          reply.content += event.data.text
          if (!out.json) print(event.data.text)
        }
        printEvent(run, event, reply.toolResults)
      }
    })
  } finally {
    if (!out.json && reply.content) {
      print()
      out.raw('\n')
    }
  }
}

async function oneTurn(run: Run, content: string): Promise<void> {
  const reply: Reply = { content: '', toolResults: [] }
  await turn(run, [{ role: 'user', content }], reply)
  if (run.out.json) run.out.record(reply, [])
}

/** A conversation, until an empty line. After a failed turn, the question can be asked again. */
async function converse(run: Run): Promise<void> {
  const { out } = run
  const messages: Message[] = []
  out.note('Ask Scout about your search. Ctrl-C stops an answer, an empty line ends the chat.')
  for (let content = await out.ask('›'); content; content = await out.ask('›')) {
    const reply: Reply = { content: '', toolResults: [] }
    messages.push({ role: 'user', content })
    // A turn takes 200 messages. An odd number of the latest begins with a question.
    await turn(run, messages.slice(-199), reply).catch((error: unknown) =>
      out.note(error instanceof Ended ? 'Stopped.' : messageOf(error)),
    )
    if (reply.content.trim()) messages.push({ role: 'assistant', content: reply.content.trim() })
    else messages.pop()
  }
}
/** Maps an event's code to its error, so that a failed turn has the same exit code as a refused one. */
const errorCodeOf = (wire: string): ErrorCode =>
  keysOf(CATALOG).find((name) => KINDS[CATALOG[name].kind].wire === wire) ?? 'failed'

function printEvent({ out }: Run, { event, data }: TurnEvent, results: Reply['toolResults']): void {
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
    return converse(run)
  },
}

export const commands: Command[] = [command]
