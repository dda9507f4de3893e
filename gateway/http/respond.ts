// Writes the response to a successful call: its limits, its validators, and its output in the family's dialect.
import type { Request, Response } from 'express'
import { serviceUrl } from '../../core/config.ts'
import type { Core } from '../../core/index.ts'
import type { Principal, Spent } from '../../core/kernel/context.ts'
import { familyOf, type Family, type Tier } from '../../core/kernel/family.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { dialectOf } from './dialects.ts'
import { isKnownRecord } from './entity-tag.ts'
import { setKeyLimitHeaders, setLimitHeaders, setMinuteHeaders } from './headers.ts'
import { isPreferred, representationOf } from './representations.ts'
import { collectHeader } from './request-state.ts'
import { pathOf } from './request-state.ts'
import { JSON_TYPE, responseMetaOf, sendEncoded, sendText } from './send.ts'
import { isUnchanged, type Serializer } from './serializer.ts'

export interface Answer {
  output: unknown
  principal: Principal
  spent: Spent | undefined
}

type Responder = (req: Request, res: Response, answer: Answer) => void

/** Public pay data: the same for everybody, so caches may keep it. */
export const isOpen = (op: Operation): boolean =>
  op.access === 'public' && familyOf(op).limit === 'intelligence'

export function createResponder(op: Operation, { services }: Core, serializer: Serializer): Responder {
  const family = familyOf(op)
  const dialect = dialectOf(family)
  const document = representationOf(op)
  const open = isOpen(op)
  return (req, res, { output, principal, spent }) => {
    sendLimits(res, { spent, tier: principal.tier, family })
    if (family.name === 'pipeline' && isKnownRecord(req, res, output)) return void res.end()
    if (open && isUnchanged(req, res, serializer.etag(output))) return void res.end()
    if (document) collectHeader(res, 'Vary', 'Accept')
    if (document && isPreferred(req, document))
      return sendText(res, 200, `${document.type}; charset=utf-8`, document.write(output))
    const meta = responseMetaOf(res, pathOf(req), serviceUrl(services.config), services)
    sendEncoded(res, op.status ?? 200, JSON_TYPE, dialect.success(output, meta, serializer))
  }
}

export function sendLimits(
  res: Response,
  { spent, tier, family }: { spent: Spent | undefined; tier: Tier; family: Family },
): void {
  if (!spent) return
  if (family.limit === 'own') setMinuteHeaders(res, spent)
  else if (family.limit === 'intelligence') setKeyLimitHeaders(res, spent, tier)
  else setLimitHeaders(res, spent)
}
