// The entry point of `dist/zod.cjs`, for every bundle: what packages in them import of zod, too.
export * from 'zod'
export { z } from 'zod'
