/** `npm run data:compile`: writes only the pay file, for work on its tables without a whole build. */
import { writePayFile } from './pay-file.ts'

process.stdout.write(`${writePayFile('dist/pay')}\n`)
