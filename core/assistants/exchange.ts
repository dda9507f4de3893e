// Types of the exchange with a model: a request and its reply, or a conversation with tools and its events.
import type { createOpenAI } from '@ai-sdk/openai'
import type { JsonSchema } from '../kernel/json-schema.ts'
import type { Tokens } from './prices.ts'

export type Model = ReturnType<ReturnType<typeof createOpenAI>['chat']>

export type Options = Parameters<Model['doGenerate']>[0]

export type Part =
  Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

/** How to ask a model for JSON: by a schema, in its JSON mode, or in words. */
export const ANSWER_FORMATS = ['schema', 'json', 'text'] as const

export type AnswerFormat = (typeof ANSWER_FORMATS)[number]

export interface Ask {
  system: string
  messages: readonly Message[]
  format: AnswerFormat
  schema: JsonSchema
  maxTokens: number
  signal: AbortSignal
}

export interface Tool {
  name: string
  about: string
  schema: JsonSchema
  run(input: unknown, callId: string): Promise<unknown>
}

export interface Conversation {
  system: string
  messages: readonly Message[]
  tools: readonly Tool[]
  maxSteps: number
  maxTokens: number
  onTokens(tokens: Tokens): void
  mayContinue(): boolean
  signal: AbortSignal
}

export type ConversationEvent =
  | { kind: 'delta'; text: string }
  | { kind: 'call'; id: string; name: string; input: unknown }
  | { kind: 'result'; id: string; name: string; result: unknown }
