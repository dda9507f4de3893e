// The tests that guard what a mutation run changes (stryker.config.json): credentials, the guard of outgoing requests,
// signatures, money and the history of a status.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: [
      'test/core/identity/secret-text.test.ts',
      'test/core/outbound/address.test.ts',
      'test/core/webhooks/{signature,verify}.test.ts',
      'test/core/billing/{proration,entitlement}.test.ts',
      'test/core/jobs/history.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 1,
  },
})
