// A dialect: the success and error format of a family of routes.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Attribution } from '../../core/intelligence/attribution.ts'
import type { Principal } from '../../core/kernel/context.ts'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { EncodedText, Serializer } from './serializer.ts'

export interface ResponseMeta {
  requestId: string
  path: string
  startedMs: number
  publicUrl: string
  attribution: Attribution
  /** null before authentication, and for requests without a credential. */
  principal: Principal | null
}

export interface Dialect {
  /** A successful response in parts: the output, in the family's envelope if it has one. */
  success(output: unknown, meta: ResponseMeta, serializer: Serializer): readonly EncodedText[]
  error(error: CrmError, meta: ResponseMeta): object
  headerCode?(error: CrmError): string
  successSchema(output: JsonSchema): JsonSchema
  errorSchema: JsonSchema
}
