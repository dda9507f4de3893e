// The pay data: load time of a new installation, memory of a gateway that uses it, and free-text role lookup.
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../core/config.ts'
import { migrateDatabase } from '../../core/index.ts'
import { durations } from './rounds.ts'
import type { Row } from './row.ts'
import { benchSearch } from './search.ts'
import { startServer } from './server.ts'
import type { World } from './world.ts'

const plain = (name: string, measured: number, unit: string, aim: Row['aim']): Row => ({
  name,
  measured,
  floor: null,
  unit,
  ratio: null,
  aim,
})

export async function benchData(world: World): Promise<Row[]> {
  // The schema is migrated; the data is not loaded yet.
  const { url } = await world.database('data')
  const [loadMs] = await durations(1, () =>
    migrateDatabase({ ...readConfig({}, world.env), databaseUrl: url }),
  )
  const product = await startServer('product', { ...world.env, DATABASE_URL: url })
  // V8 returns what the collection after loading has freed on a thread of its own.
  await setTimeout(1_000)
  const memory = await product.memoryBytes()
  await product.close()
  return [
    plain('loading the data', loadMs! / 1_000, 's', { atMost: 5 }),
    plain('a gateway with all data and workers', memory / 1e6, 'MB', { atMost: 250 }),
    ...(await benchSearch()).map(({ name, value, unit, floor }) =>
      plain(
        name,
        value,
        unit,
        floor === undefined ? null : unit === 'ms' ? { atMost: floor } : { atLeast: floor },
      ),
    ),
  ]
}
