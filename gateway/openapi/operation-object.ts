// An operation as OpenAPI describes it.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'

export const EXAMPLE_ID = '0195a1c2-7b3d-7e4f-8a5b-6c7d8e9f0a1b'

export interface OpenApiOperation {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Content } | undefined
  responses: Record<string, object>
}

export type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

export const inJson = (schema: JsonSchema, example: unknown) => ({ 'application/json': { schema, example } })

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
  description?: string
  example?: string
}

export interface Reference {
  $ref: string
}
