// A publisher's data set, as shown in lineage and methodology.
import { lazySchema } from '../../kernel/schema.ts'

export const SourceOut = lazySchema((z) =>
  z.strictObject({
    name: z.string(),
    title: z.string(),
    publisher: z.string(),
    vintage: z.string(),
    licence: z.string(),
    attribution: z.string().optional(),
  }),
)
