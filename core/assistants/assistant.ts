// The declaration of an assistant, as data: name, input, output, prompt and limits.
import type { Context } from '../kernel/context.ts'
import type { Tier } from '../kernel/family.ts'
import type { JsonSchema } from '../kernel/json-schema.ts'
import type { Recipe } from '../kernel/schema.ts'
import type { Z } from '../kernel/zod.ts'
import { modelSchema } from './model-schema.ts'

/**
 * A task that a model does. The model is given `data` and asked for `answer`; what the caller gets is `output`, made by
 * `finish` where it is more than the answer itself. Adding one is one file in tasks/ and one line in tasks.ts.
 */
export interface Assistant<
  Input extends Z.ZodType = Z.ZodType,
  Answer extends Z.ZodObject = Z.ZodObject,
  Output extends Z.ZodType = Z.ZodType,
> {
  /** `parse-jd`: the path, the command, and the name of the operation after `assistants.`. */
  readonly name: string
  readonly summary: string
  /** The least plan that may use it; free unless given. */
  readonly plan?: Tier
  readonly input: Recipe<Input>
  readonly answer: Recipe<Answer>
  /** The answer's schema as models are shown it. */
  answerSchema(): JsonSchema
  readonly output: Recipe<Output>
  /** The task, in words that hold for every input. Nothing of an input is ever put into it. */
  readonly instructions: string
  /** Most tokens of an answer. */
  readonly maxTokens: number
  /** What the model is shown; the input unless given. */
  data?(input: Z.output<Input>, ctx: Context): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Fields of the answer that the input settles: the model is asked for the others only. */
  known?(input: Z.output<Input>): Partial<Z.output<Answer>>
  /** The answer as the caller gets it: checked against its source, completed by what code knows. */
  finish?(
    answer: Z.output<Answer>,
    input: Z.output<Input>,
    data: Record<string, unknown>,
    ctx: Context,
  ): Promise<Z.output<Output>> | Z.output<Output>
}

/** Declares an assistant; the types of its functions follow from its recipes. */
export const assistant = <Input extends Z.ZodType, Answer extends Z.ZodObject, Output extends Z.ZodType>(
  declaration: Omit<Assistant<Input, Answer, Output>, 'answerSchema'>,
): Assistant<Input, Answer, Output> => ({ ...declaration, answerSchema: modelSchema(declaration.answer) })
