// Prompts as skills (the extension `io.modelcontextprotocol/skills`). Hosts load them by themselves when a task fits.
import { hash } from 'node:crypto'
import { answered, type MethodHandler } from './method.ts'
import { ErrorCode } from './message.ts'
import type { TextPrompt } from './prompt.ts'
import type { Document } from './resource.ts'

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
const entryOf = ({ uri, name, description, text }: Document) => ({
  uri,
  frontmatter: { name, description },
  resources: [
    {
      uri,
      digest: `sha256:${hash('sha256', text, 'hex')}`,
      size: Buffer.byteLength(text),
    },
  ],
})

export function skillMethods(skills: readonly Document[]): Record<string, MethodHandler> {
  const entries = skills.map(entryOf)
  return {
    'skills/list': () => answered({ skills: entries }),
    'skills/get': ({ params }, { requestId }) => {
      const skill = entries.find(({ uri }) => uri === params?.['uri'])
      if (skill) return answered({ skill })
      const data = { available: entries.map(({ uri }) => uri), request_id: requestId }
      return { error: { code: ErrorCode.InvalidParams, message: 'There is no such skill.', data } }
    },
  }
}
