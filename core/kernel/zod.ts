// The only import of zod, loaded on first use: it takes a quarter of the terminal's start-up time, and reads
// do not need it.
import { createRequire } from 'node:module'
import type { z as Z } from 'zod'

export type { z as Z } from 'zod'
export type Zod = typeof Z

/** Returns zod. The terminal's bundle replaces this file with one that requires a prebuilt `zod.cjs`. */
export const zod = (): Zod => (createRequire(import.meta.url)('zod') as { z: Zod }).z
