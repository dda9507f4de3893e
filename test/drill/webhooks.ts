// `npm run drill:webhooks`: ten thousand events, three workers killed twenty times, Postgres five times.
// Takes a few minutes.
import { runDrill } from './deliveries.ts'

const figures = await runDrill({
  events: 10_000,
  perSecond: 150,
  people: 20,
  workers: 3,
  workerKills: 20,
  postgresKills: 5,
  failsOneIn: 20,
  say: (sentence) => void process.stderr.write(`${sentence}\n`),
})
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(18)} ${value}`)
const { lost, phantoms, strangeIds, badSignatures, duplicatePercent } = figures
const isSound = !lost && !phantoms && !strangeIds && !badSignatures && duplicatePercent < 5
console.log(isSound ? 'Nothing lost, nothing made up, under 5 % twice.' : 'This is not what was promised.')
process.exit(isSound ? 0 : 1)
