// `npm run bench`: costs as ratios to baselines measured in the same run. Takes about three minutes; --full
// runs more and takes longer, --only <name> runs one part.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchBoard } from './board.ts'
import { benchDelivery } from './delivery.ts'
import { benchFind } from './find.ts'
import { benchGateway } from './gateway.ts'
import { benchLimits } from './limits.ts'
import { benchMcp } from './mcp.ts'
import { benchPay } from './pay.ts'
import { tableOf, type Row } from './row.ts'
import { benchScale } from './scale.ts'
import { benchStart } from './start.ts'
import { benchWatch } from './watch.ts'
import { benchAssistants } from './assistants.ts'
import { buildServers } from './server.ts'
import { openWorld, type World } from './world.ts'

const PARTS: Record<string, (world: World, full: boolean) => Promise<Row[]>> = {
  start: benchStart,
  board: benchBoard,
  gateway: benchGateway,
  mcp: benchMcp,
  pay: benchPay,
  assistants: benchAssistants,
  limiter: limiterRows,
  delivery: benchDelivery,
  find: benchFind,
  scale: benchScale,
  watch: benchWatch,
}

async function limiterRows(world: World): Promise<Row[]> {
  const { sql } = await world.database('limiter')
  const figures = await benchLimits(sql)
  return figures.map(({ name, value, unit, target }) => ({
    name,
    measured: value,
    floor: null,
    unit,
    ratio: null,
    aim: target ? { atMost: Number(target.replace('≤', '')) } : null,
  }))
}

const { values } = parseArgs({ options: { full: { type: 'boolean' }, only: { type: 'string' } } })
const names = Object.keys(PARTS).filter((name) => !values.only || name === values.only)
if (!names.length) {
  console.error(`There is no part ${values.only}. Parts: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

/** The machine load: ratios hold up to about one process per core; above that, absolute times mean nothing. */
const loadNow = (): string => `load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`

await buildServers()
const world = await openWorld()
const loadBefore = loadNow()
// Also stop Postgres on interrupt.
process.once('SIGINT', () => void world.close().then(() => process.exit(130)))
try {
  const rows: Row[] = []
  for (const name of names) {
    console.error(`${name} …`)
    rows.push(...(await PARTS[name]!(world, values.full === true)))
  }
  console.log(tableOf(rows))
  console.log(`\nNode ${process.version}; ${loadBefore} before, ${loadNow()} after.`)
} finally {
  await world.close()
}
