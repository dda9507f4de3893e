// A publisher's data set, as shown in lineage and methodology.
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import type { Source } from '../file/csv.ts'

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

export const sourceView = (
  name: string,
  { title, publisher, vintage, licence, attribution }: Source,
): Parsed<typeof SourceOut> => ({
  ...{ name, title, publisher, vintage, licence },
  ...(attribution && { attribution }),
})
