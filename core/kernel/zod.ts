// The only import of zod, which loads on first use: it takes a quarter of the terminal's start, and reads do not need it.
import { createRequire } from 'node:module'
import type { z as Z } from 'zod'

export type { z as Z } from 'zod'
export type Zod = typeof Z

/** Where a bundle finds its prebuilt zod; undefined when run from the sources. */
declare const PREBUILT_ZOD: string | undefined

export const zod = (): Zod => {
  const name = typeof PREBUILT_ZOD === 'string' ? PREBUILT_ZOD : 'zod'
  // The package's own export has the types of the import.
  return (createRequire(import.meta.url)(name) as { z: Zod }).z
}
