// Removes files of older builds from `dist`, which an upgraded checkout would publish and the launcher would find.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EXTENSION_FILES } from './extension.ts'
import { PARTS } from './parts.ts'

/** Files that the build writes, and the folders of `npm run bundle` and `npm run release`, which npm does not publish. */
const OUTPUTS = [
  /^(?:built|schemas\.json|sbom\.cdx\.json|metafile-cjs\.json|webhooks\.(?:cjs|d\.cts))$/,
  /^(?:bundle|extension|modules|packages|pay|release)$/,
]

export function removeLeftovers(dist: string): void {
  const parts = Object.keys(PARTS).map((part) => `${part}.cjs`)
  const isMade = (name: string): boolean => parts.includes(name) || OUTPUTS.some((one) => one.test(name))
  const isOfExtension = (name: string): boolean => EXTENSION_FILES.some((file) => file === name)
  removeBut(isMade, dist)
  removeBut(isOfExtension, join(dist, 'extension'))
}

function removeBut(isMade: (name: string) => boolean, folder: string): void {
  for (const name of readdirSync(folder))
    if (!isMade(name)) rmSync(join(folder, name), { recursive: true, force: true })
}
