// `/extension.zip`: the built browser extension, to unpack and load.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Express } from 'express'
import type { Core } from '../../core/index.ts'
import { problem } from '../../core/kernel/errors.ts'
import { refuseMethod } from '../http/mount.ts'
import { ownHostOnly } from '../http/own-address.ts'

const FOLDERS = ['extension', '../../dist/extension'].map((path) => join(import.meta.dirname, path))

export function mountExtension(app: Express, { services: { config } }: Core): void {
  app
    .route('/extension.zip')
    .all(ownHostOnly(config))
    .get(async (req, res) => {
      const folder = FOLDERS.find((each) => existsSync(join(each, 'manifest.json')))
      if (!folder) throw problem('route_not_found', { path: req.path })
      const { default: Zip } = await import('jszip')
      const zip = new Zip()
      for (const name of await readdir(folder))
        zip.file(`crm-extension/${name}`, await readFile(join(folder, name)))
      res.setHeader('Content-Disposition', 'attachment; filename="crm-extension.zip"')
      res.type('application/zip').end(await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
    })
    .all(refuseMethod(['GET', 'HEAD']))
}
