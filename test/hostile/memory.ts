// Reads every hostile text of a megabyte with every reader, one after the other: run with little memory, it ends where a
// reader holds too much.
import { GENERATORS } from './generators.ts'
import { READERS } from './readers.ts'

const size = Number(process.argv[2])
for (const [name, { wrap, read }] of Object.entries(READERS))
  for (const [kind, generate] of Object.entries(GENERATORS)) {
    // The last line of a run that ended says where.
    process.stdout.write(`${name}: ${kind}\n`)
    await read((await wrap(generate(size))) as never)
  }
process.stdout.write('done\n')
process.exit(0)
