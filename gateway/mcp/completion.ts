// `completion/complete`: completes ids and arguments.
import { CompleteRequestParamsSchema } from '@modelcontextprotocol/sdk/types.js'
import { answered, invalidParams, type MethodHandler } from './method.ts'
import type { ToolContext } from './tool-context.ts'
import type { Prompt } from './prompt.ts'
import type { Resource } from './resource.ts'

const MAX_VALUES = 100

type Completer = (ctx: ToolContext, text: string) => Promise<string[]>

export const completion =
  (resources: readonly Resource[], prompts: readonly Prompt[]): MethodHandler =>
  async ({ params }, caller) => {
    const read = CompleteRequestParamsSchema.safeParse(params)
    if (!read.success) return invalidParams(['ref', 'argument'], caller.requestId)
    const { ref, argument } = read.data
    const completer: Completer | undefined =
      ref.type === 'ref/resource'
        ? resources.find(({ uri, access }) => uri === ref.uri && caller.allows(access))?.complete
        : prompts.find(({ name }) => name === ref.name)?.arguments?.find(({ name }) => name === argument.name)
            ?.complete
    const values = completer
      ? await caller
          .ctx('completion', {})
          .then((ctx) => completer(ctx, argument.value.slice(0, 200)))
          // On an error the menu stays empty; the call itself will report the reason.
          .catch(() => [])
      : []
    const shown = values.slice(0, MAX_VALUES)
    const hasMore = values.length > shown.length
    return answered({ completion: { values: shown, total: values.length, hasMore } })
  }
