// The identity services, built once by openCore and by the test harness.
import type { Config } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import { createVault, rootKey } from '../vault.ts'
import { createCredentialCache } from './credential-cache.ts'
import { createIssuers } from './issuers.ts'
import { createPasswords } from './passwords.ts'

/** Everything is lazy: the root key is read, and a hash or JWT library loaded, on first use. */
export const identityServices = (
  config: Config,
  clock: Clock,
  log: Log,
): Pick<Services, 'vault' | 'credentials' | 'passwords' | 'issuers'> => ({
  vault: createVault(() => rootKey(config, log)),
  credentials: createCredentialCache(clock),
  passwords: createPasswords(),
  issuers: createIssuers(config),
})
