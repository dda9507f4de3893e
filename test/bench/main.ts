// `npm run bench`: costs as ratios to baselines measured in the same run. Takes about three minutes; --full
// runs more and takes longer, --only <names> runs these parts (a comma between), --write <file> writes the page of figures.
import { cpus, loadavg } from 'node:os'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchBoard } from './board.ts'
import { benchDelivery } from './delivery.ts'
import { benchFind } from './find.ts'
import { benchGateway } from './gateway.ts'
import { benchLimits } from './limits.ts'
import { benchMcp } from './mcp.ts'
import { benchPay } from './pay.ts'
import { pageOf } from './page.ts'
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

const { values } = parseArgs({
  options: { full: { type: 'boolean' }, only: { type: 'string' }, write: { type: 'string' } },
})
const names = values.only?.split(',') ?? Object.keys(PARTS)
const strange = names.filter((name) => !(name in PARTS))
if (strange.length) {
  console.error(`There is no part ${strange.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)
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
  const machine = `Node ${process.version}; ${loadBefore} before, ${loadNow()} after`
  console.log(`\n${machine}.`)
  if (values.write) writeFileSync(values.write, pageOf(rows, machine, names))
} finally {
  await world.close()
}
