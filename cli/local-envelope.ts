// The envelope of a pay result that was computed in this process.
import { recordOf } from '../core/kernel/narrow.ts'
import { serviceUrl } from '../core/config.ts'
import { KEY_SCOPES } from '../core/identity/scopes.ts'
import { envelopeOf, type Envelope } from '../core/intelligence/envelope.ts'
import { uptimeMs } from '../core/kernel/clock.ts'
import type { Context } from '../core/kernel/context.ts'
import { ephemeralId } from '../core/kernel/id.ts'
import { filledPath, type Operation } from '../core/kernel/operation.ts'

export const localEnvelope = (
  { config, intelligence, principal }: Context,
  { op, input, startedMs }: { op: Pick<Operation, 'http'>; input: unknown; startedMs: number },
): Envelope =>
  envelopeOf(
    {
      requestId: `req_${ephemeralId()}`,
      path: filledPath(op, recordOf(input)),
      attribution: intelligence.attribution(serviceUrl(config)),
      // The owner's other scopes must not appear in a pay result.
      principal: { ...principal, scopes: new Set(KEY_SCOPES) },
    },
    uptimeMs() - startedMs,
  )
