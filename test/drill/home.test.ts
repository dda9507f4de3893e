// One keeper for the home: whatever starts, stops, upgrades, restores or is killed at the same time, no command fails because of
// another one, nothing that was acknowledged is lost, and nothing is left over. The long run has 250 interleavings and 30
// first starts, npm test 20 small ones and two. DRILL_SEED begins at another seed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopServer } from '../../core/database/embedded.ts'
import { crmProcess as crm, crmProcessJson as crmJson } from '../cli/process.ts'
import { makeHome } from '../releases/home.ts'
import { interleave, type Prepared, type Size } from './interleavings.ts'
import { LONG } from '../long.ts'

/** The seed of the first interleaving; each one after has the next. */
const SEED = Number(process.env['DRILL_SEED'] ?? 41_000)
const MOST = Number(process.env['DRILL_COUNT'] ?? (LONG ? 250 : 20))
const SIZE: Size = LONG ? 'large' : 'small'
const LANES = 2

const folder = mkdtempSync(join(tmpdir(), 'crm-keeper-'))
const prepared: Prepared = {
  homes: { old: join(folder, 'old'), current: join(folder, 'current') },
  backup: join(folder, 'backup.crm'),
}
const homes: string[] = [prepared.homes.old, prepared.homes.current]
const at = (home: string) => ({ env: { CRM_HOME: home, DATABASE_URL: '' } })

beforeAll(async () => {
  await makeHome(prepared.homes.old, 'schema-0045')
  const current = at(prepared.homes.current)
  await crm(['jobs', 'add', 'Kept', 'Engineer'], current)
  await crm(['db', 'backup', prepared.backup], current)
  await crm(['db', 'stop'], current)
})

afterAll(async () => {
  for (const home of homes) await stopServer(home)
  rmSync(folder, { recursive: true, force: true })
})

test(
  'random interleavings refuse nothing, lose nothing and leave nothing',
  async () => {
    const wrong: string[] = []
    let next = 0
    const lane = async () => {
      while (next < MOST && wrong.length < 40) {
        const seed = SEED + next++
        const { problems, story } = await interleave(seed, prepared, SIZE)
        if (problems.length) wrong.push([`SEED ${seed}`, ...problems, ...story].join('\n  '))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    console.log(`${next} interleavings from seed ${SEED}`)
    expect(wrong.join('\n')).toBe('')
  },
  6 * 3_600_000,
)

test(
  'first starts at the same time all have their job added, and make one home',
  async () => {
    for (let round = 0; round < (LONG ? 30 : 2); round += 1) {
      const home = join(folder, `first-${round}`)
      homes.push(home)
      const count = round % 4 === 1 ? 6 : 3
      const all = await Promise.all(
        Array.from({ length: count }, (_, n) => crm(['jobs', 'add', `Firm ${n}`, 'Engineer'], at(home))),
      )
      expect(all.map(({ code, stderr }) => [code, /Upgrading/.test(stderr)])).toEqual(
        all.map(() => [0, false]),
      )
      expect((await crmJson(['jobs', 'list', '--json'], at(home))).body.total).toBe(count)
      await stopServer(home)
      rmSync(home, { recursive: true, force: true })
    }
  },
  6 * 3_600_000,
)
