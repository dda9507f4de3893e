// An operation as OpenAPI describes it.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'

export interface OpenApiOperation {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Content } | undefined
  responses: Record<string, object>
}

/** What is sent, by its media type. */
export type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
  description?: string
}

/** A reference to a component. */
export interface Reference {
  $ref: string
}
