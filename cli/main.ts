// The terminal program: runs the command line of this process, and exits with its outcome.
import { endWhenInterrupted, stderr, reportUnwritten } from './interrupt.ts'
import { run } from './run.ts'

const { stdout } = process
stdout.on('error', (error: Error) => process.exit(reportUnwritten(error)))

endWhenInterrupted()

const streams = { stdin: () => process.stdin, stdout, stderr }
void run(process.argv.slice(2), { streams }).then(({ exitCode }) => {
  process.exitCode = exitCode
  // Exits when stdout is written, without waiting for the database connection to close.
  stdout.write('', (error) => process.exit(error ? reportUnwritten(error) : exitCode))
})
