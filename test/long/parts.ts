// The parts of the long run: which test files, or which program, at length and on which database.
import { hasPooler } from '../pooler.ts'

export interface Part {
  name: string
  about: string
  files?: readonly string[]
  /** The files run beside each other: they are suites, and no drill. */
  together?: true
  /** A program instead of test files. */
  program?: string
  env?: Readonly<Record<string, string>>
  /** What is missing for it here; '' if nothing. */
  missing?: () => string
}

const SUITES = ['test/core', 'test/gateway', 'test/derived']
const named = (variable: string, what: string) => () =>
  process.env[variable] ? '' : `${variable} does not name ${what}`

export const PARTS: readonly Part[] = [
  {
    name: 'failover',
    about: 'Gateways and Postgres are killed under load; a standby is promoted.',
    files: ['test/drill/failover.test.ts', 'test/drill/promotion.test.ts', 'test/drill/crash.test.ts'],
  },
  {
    name: 'home',
    about: 'Starts, stops, kills, upgrades and restores of one home, in a random order.',
    files: ['test/drill/home.test.ts'],
  },
  {
    name: 'webhooks',
    about: 'Ten thousand events while workers and Postgres are killed.',
    files: ['test/drill/webhooks.test.ts'],
  },
  {
    name: 'billing',
    about: 'A gateway is killed at every moment of every change; a model of the ledger.',
    files: ['test/drill/billing.test.ts', 'test/drill/ledger.test.ts'],
  },
  {
    name: 'watch',
    about: 'Boards change while gateways are killed.',
    files: ['test/drill/watch.test.ts', 'test/cli/watch.test.ts'],
  },
  {
    name: 'mirror',
    about: 'Mirrors of a person’s records while many write.',
    files: ['test/drill/mirror.test.ts'],
  },
  { name: 'hostile', about: 'Every reader of text from outside, at a megabyte.', files: ['test/hostile'] },
  {
    name: 'many',
    about: 'A thousand records of each noun through every file, and ten thousand calls at once.',
    files: ['test/core/sheets/round-trip.test.ts', 'test/gateway/mcp/isolation.test.ts'],
  },
  { name: 'limits', about: 'Limits in real minutes.', files: ['test/drill/limits.test.ts'] },
  { name: 'fuzz', about: 'Eighty requests to each operation.', files: ['test/fuzz'] },
  {
    name: 'majors',
    about: 'Data of another major version of Postgres move.',
    files: ['test/cli/new-major.test.ts'],
  },
  { name: 'releases', about: 'Homes of old releases are upgraded.', files: ['test/cli/releases.test.ts'] },
  {
    name: 'package',
    about: 'The package and the bundle, installed.',
    files: ['test/release', 'test/cli/bundle.test.ts'],
  },
  { name: 'mail', about: 'A mailbox, with a program that is killed.', files: ['test/cli/inbox.test.ts'] },
  { name: 'maildir', about: 'A Maildir of 100,000 messages.', program: 'test/drill/maildir.ts' },
  {
    name: 'pooler',
    about: 'The suites through PgBouncer.',
    files: ['test/drill/pooler.test.ts', ...SUITES],
    together: true,
    env: { TEST_DATABASE: 'pooler', LONG: '' },
    missing: () => (hasPooler() ? '' : 'PgBouncer is not installed'),
  },
  {
    name: 'serializable',
    about: 'The suites on a database that defaults to serializable.',
    files: SUITES,
    together: true,
    env: { TEST_DATABASE: 'serializable', LONG: '' },
  },
  {
    name: 'versions',
    about: 'An earlier version serves beside this one.',
    files: ['test/drill/versions.test.ts'],
    missing: named('OLDER', 'a built checkout of an earlier version'),
  },
  {
    name: 'citus',
    about: 'The suites on a cluster.',
    files: [...SUITES, 'test/drill/sharded-upgrade.test.ts'],
    env: { TEST_DATABASE: 'citus' },
    missing: named('CITUS_URL', 'a cluster'),
  },
  {
    name: 'cost',
    about: 'What a request costs, directly, through PgBouncer and on a cluster.',
    program: 'test/drill/cost.ts',
    missing: named('CITUS_URL', 'a cluster'),
  },
]
