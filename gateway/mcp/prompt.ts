// MCP prompts: tasks that a user can start from their host's menu.
import { recordOf } from '../../core/kernel/narrow.ts'
import type { JSONRPCRequest, PromptMessage } from '@modelcontextprotocol/sdk/types.js'
import { answered, invalidParams, type MethodHandler } from './method.ts'
import { quoted } from './foreign-text.ts'
import type { ToolContext } from './tool-context.ts'
import { ErrorCode } from './message.ts'
import type { Round } from './protocol.ts'

interface PromptArgument {
  name: string
  description: string
  required?: boolean
  complete?(ctx: ToolContext, text: string): Promise<string[]>
}

export interface Prompt {
  name: string
  title: string
  description: string
  arguments?: readonly PromptArgument[]
  text(args: Record<string, string>, round?: Round): string | readonly PromptMessage[]
}

export interface TextPrompt extends Prompt {
  text(args: Record<string, string>): string
}

export function promptMethods(prompts: readonly Prompt[]): Record<string, MethodHandler> {
  const list = JSON.stringify({
    prompts: prompts.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      ...(args && { arguments: args.map(({ complete: _, ...shown }) => shown) }),
    })),
  })
  return {
    'prompts/list': () => ({ result: list }),
    'prompts/get': (request, { requestId }, round) => {
      const { name, args } = asked(request)
      const found = prompts.find((prompt) => prompt.name === name)
      if (!found)
        return {
          error: {
            code: ErrorCode.InvalidParams,
            message: `There is no prompt “${name.slice(0, 100)}”.`,
            data: { available: prompts.map((prompt) => prompt.name), request_id: requestId },
          },
        }
      const missing = (found.arguments ?? []).filter(({ name, required }) => required && !args[name]?.trim())
      if (missing.length)
        return invalidParams(
          missing.map(({ name }) => `arguments.${name}`),
          requestId,
        )
      const text = found.text(args, round)
      const messages = typeof text === 'string' ? [{ role: 'user', content: { type: 'text', text } }] : text
      return answered({ description: found.description, messages })
    },
  }
}

function asked({ params }: JSONRPCRequest): { name: string; args: Record<string, string> } {
  const { name, arguments: given } = params ?? {}
  const entries = Object.entries(recordOf(given))
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    name: typeof name === 'string' ? name : '',
    args: Object.fromEntries(texts.map(([key, text]) => [key, quoted(text)])),
  }
}
