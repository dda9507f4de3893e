// What a dialect is: the success and error format of a family of routes.
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Attribution } from '../../core/intelligence/attribution.ts'
import type { Principal } from '../../core/kernel/context.ts'
import type { CrmError } from '../../core/kernel/errors.ts'
import type { EncodedText } from './encoded-text.ts'
import type { Serializer } from './serializer.ts'

/** What a response may contain about its request. */
export interface ResponseMeta {
  requestId: string
  path: string
  startedMs: number
  /** The public URL of the service. */
  publicUrl: string
  /** The attribution of the compensation data. */
  attribution: Attribution
  /** null before authentication, and for requests without a credential. */
  principal: Principal | null
}

export interface Dialect {
  /** A successful response in parts: the output, in the family's envelope if it has one. */
  success(output: unknown, meta: ResponseMeta, serializer: Serializer): readonly EncodedText[]
  error(error: CrmError, meta: ResponseMeta): object
  /** What X-Error-Code says, in a family whose error body has no place for a code. */
  headerCode?(error: CrmError): string
  /** JSON Schema of a success response around the operation's output, for OpenAPI. */
  successSchema(output: JsonSchema): JsonSchema
  /** JSON Schema of the error body, for OpenAPI. */
  errorSchema: JsonSchema
}
