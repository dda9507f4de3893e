// MCP prompts: tasks that a user can start from their host's menu. Skills (the extension
// `io.modelcontextprotocol/skills`) are the same prompts, which hosts load by themselves when a task fits.
import { hash } from 'node:crypto'
import { recordOf } from '../../core/kernel/narrow.ts'
import type { JSONRPCRequest, PromptMessage } from '@modelcontextprotocol/sdk/types.js'
import { answered, invalidParams, rpcError, type MethodHandler } from './method.ts'
import { quoted } from './foreign-text.ts'
import type { ToolContext } from './tool.ts'
import { ErrorCode } from './message.ts'
import type { Round } from './protocol.ts'
import type { Document } from './resource.ts'

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
      const data = { available: prompts.map((prompt) => prompt.name), request_id: requestId }
      if (!found)
        return rpcError(ErrorCode.InvalidParams, `There is no prompt “${name.slice(0, 100)}”.`, data)
      const missing = (found.arguments ?? []).filter(({ name, required }) => required && !args[name]?.trim())
      const paths = missing.map(({ name }) => `arguments.${name}`)
      if (paths.length) return invalidParams(paths, requestId)
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

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

/** The `SKILL.md` of a prompt, with a name and description in place of each argument. */
export function skillOf(prompt: TextPrompt): Document {
  const name = prompt.name.replaceAll('_', '-')
  const { title, description, arguments: args = [] } = prompt
  const named = args.map((each) => [each.name, `<${each.name}>`])
  const meanings = args.map(
    (each) => `- \`<${each.name}>\`${each.required ? '' : ' (optional)'}: ${each.description}\n`,
  )
  const body = [
    `# ${title}\n`,
    ...(meanings.length ? [meanings.join('')] : []),
    prompt.text(Object.fromEntries(named)),
  ]
  return {
    ...{ uri: `skill://${name}/SKILL.md`, name, title, description, mimeType: 'text/markdown' },
    text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body.join('\n')}\n`,
  }
}

/** The index entry that hosts show, with a digest of the file. */
function entryOf({ uri, name, description, text }: Document) {
  const file = { uri, digest: `sha256:${hash('sha256', text, 'hex')}`, size: Buffer.byteLength(text) }
  return { uri, frontmatter: { name, description }, resources: [file] }
}

export function skillMethods(skills: readonly Document[]): Record<string, MethodHandler> {
  const entries = skills.map(entryOf)
  return {
    'skills/list': () => answered({ skills: entries }),
    'skills/get': ({ params }, { requestId }) => {
      const skill = entries.find(({ uri }) => uri === params?.['uri'])
      if (skill) return answered({ skill })
      const data = { available: entries.map(({ uri }) => uri), request_id: requestId }
      return rpcError(ErrorCode.InvalidParams, 'There is no such skill.', data)
    },
  }
}
