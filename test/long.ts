// What takes long by its nature: drills with kills, fuzz, other majors of Postgres, old releases, the installed package, much
// mail. `npm test` proves each guarantee once, in its smallest form; `npm run test:long` at length.

/** Whether this is the long run. */
export const LONG = process.env['LONG'] === '1'

/** Test files that only the long run has, and what proves their guarantee in `npm test`. */
export const LONG_ONLY: Readonly<Record<string, string>> = {
  'test/cli/bundle.test.ts': 'test/release packs the bundle, and test/cli/mcp drives the same server.',
  'test/drill/limits.test.ts':
    'test/core/limits and test/gateway count the same limits with a clock of their own.',
  'test/drill/versions.test.ts': 'test/gateway/two-versions serves one database by two schemas.',
  'test/drill/sharded-upgrade.test.ts': 'It needs a cluster; test/core/database upgrades one server.',
}
