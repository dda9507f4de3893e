// Answers published pay from the shipped file, in this process, without database, server or home.
import type { Config } from '../core/config.ts'
import { ownerPrincipal } from '../core/identity/principal.ts'
import { overlaysIn } from '../core/intelligence/imports/served.ts'
import { createIntelligence } from '../core/intelligence/intelligence.ts'
import { neverAborts, type Context } from '../core/kernel/context.ts'
import { systemClock } from '../core/kernel/clock.ts'
import { VERSION } from '../core/version.ts'
import { acceptsInput } from './known-schemas.ts'

/** A placeholder user, because the answer is the same for everyone. */
const PLACEHOLDER_USER = '00000000-0000-0000-0000-000000000000'

export function openPublished(config: Config): Context {
  const context: Partial<Context> = {
    config,
    clock: systemClock,
    intelligence: createIntelligence({ resident: false, overlays: overlaysIn(config.home) }),
    principal: ownerPrincipal(PLACEHOLDER_USER),
    accepts: acceptsInput,
    requestId: `cli_${process.pid}`,
    client: `crm/${VERSION}`,
    signal: neverAborts,
    operation: '',
    report: {},
  }
  return context as Context // The services that these operations need.
}
