// `npm run pictures` takes the pictures of the README and the guide anew, in a home of their own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopServer } from '../../core/database/embedded.ts'
import { FOLDER, takePictures } from './pictures.ts'

const home = mkdtempSync(join(tmpdir(), 'crm-pictures-'))
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, svg] of Object.entries(await takePictures({ home })))
    writeFileSync(join(FOLDER, `${name}.svg`), svg)
} finally {
  await stopServer(home)
  rmSync(home, { recursive: true, force: true })
}
