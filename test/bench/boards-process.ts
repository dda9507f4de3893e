// Job boards in a separate process, so that their CPU time is not the reader's: `count.example` says what was asked.
import { startBoards } from '../boards/server.ts'
import { serveBench } from './serve-bench.ts'

const boards = await startBoards()
const POSTINGS = Number(process.env['BENCH_POSTINGS'])
const SYSTEMS = ['greenhouse', 'lever', 'ashby', 'recruitee']

for (let at = 0; at < Number(process.env['BENCH_BOARDS']); at += 1)
  boards.post(
    `${SYSTEMS[at % SYSTEMS.length]}:team-${at}`,
    Array.from({ length: POSTINGS }, (_, n) => ({
      id: String(at * 1_000 + n),
      title: `Engineer ${n} of team ${at}`,
      places: ['Berlin'],
    })),
  )
boards.page('https://count.example/', (res) => {
  const seen = boards.asked.filter(({ host }) => host !== 'count.example')
  const unchanged = seen.filter(({ status }) => status === 304).length
  res.end(JSON.stringify({ asked: seen.length, unchanged }))
})
serveBench(Number(boards.address.split(':')[1]))
