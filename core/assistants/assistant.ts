// The declaration of an assistant, as data: name, input, output, prompt and limits.
import type { Context } from '../kernel/context.ts'
import type { Tier } from '../kernel/family.ts'
import type { JsonSchema } from '../kernel/json-schema.ts'
import type { LazySchema } from '../kernel/schema.ts'
import type { Z } from '../kernel/zod.ts'
import { modelSchema } from './model-schema.ts'

/** A task for a model, which receives `data` and returns `answer`. A new one needs a file in tasks/ and a line in tasks.ts. */
export interface Assistant<
  Input extends Z.ZodType = Z.ZodType,
  Answer extends Z.ZodObject = Z.ZodObject,
  Output extends Z.ZodType = Z.ZodType,
> {
  readonly name: string
  readonly summary: string
  /** The lowest plan that includes it; free by default. */
  readonly plan?: Tier
  readonly input: LazySchema<Input>
  readonly answer: LazySchema<Answer>
  answerSchema(): JsonSchema
  readonly output: LazySchema<Output>
  /** The prompt for every input. It never contains input. */
  readonly instructions: string
  readonly maxTokens: number
  /** The data sent to the model; by default the input. */
  data?(input: Z.output<Input>, ctx: Context): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Answer fields that follow from the input. The model is asked only for the others. */
  known?(input: Z.output<Input>): Partial<Z.output<Answer>>
  /** Converts the answer to the output: checks it against its source, and adds computed values. */
  finish?(
    answer: Z.output<Answer>,
    input: Z.output<Input>,
    data: Record<string, unknown>,
    ctx: Context,
  ): Promise<Z.output<Output>> | Z.output<Output>
}

/** Declares an assistant; the types of its functions follow from its schemas. */
export const assistant = <Input extends Z.ZodType, Answer extends Z.ZodObject, Output extends Z.ZodType>(
  declaration: Omit<Assistant<Input, Answer, Output>, 'answerSchema'>,
): Assistant<Input, Answer, Output> => ({ ...declaration, answerSchema: modelSchema(declaration.answer) })
