// Extension tokens, for the pipeline API.
import type { Context } from '../kernel/context.ts'
import { Id, Instant, instantIn } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { canonicalGrants, GRANT_WORDS, unknownGrants } from './grants.ts'
import { nameIn } from './person.ts'
import { createCredential } from './credential.ts'

export const Token = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    name: z.string(),
    scope: z.string().describe('read-only, read-write, or grants: jobs:write contacts:write.'),
    lastFour: z.string().describe('The last characters of the token, to identify it.'),
    createdAt: Instant(),
    lastUsedAt: Instant().nullable().describe('To the minute.'),
    expiresAt: Instant().nullable(),
    revokedAt: Instant().nullable(),
  }),
)
export type Token = Parsed<typeof Token>

export const NewToken = lazySchema((z) =>
  z.strictObject({
    ...Token().shape,
    token: z.string().describe('The token itself. It is not shown again.'),
  }),
)

const grantsIn = (z: Zod) =>
  z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== '', 'must name at least one grant')
    .refine((text) => !unknownGrants(text).length, {
      error: ({ input }) =>
        `has no ${unknownGrants(String(input)).join(', ').slice(0, 200)}; there are read-only, read-write, ${GRANT_WORDS.join(', ')}`,
    })
    .transform(canonicalGrants)
    .meta({ 'x-transforms': true })
    .describe(
      'read-only, read-write, or grants: “jobs:write contacts:write” can also read the whole pipeline; “ai” allows the assistants.',
    )

export const TokenIn = lazySchema((z) =>
  z.strictObject({
    name: nameIn(z).describe('What it is for.'),
    scope: grantsIn(z),
    expiresAt: instantIn(z).optional().describe('When it expires (default: never).'),
  }),
)

export async function createToken(
  ctx: Context,
  { scope, ...input }: Parsed<typeof TokenIn>,
): Promise<Parsed<typeof NewToken>> {
  const { record, secret } = await createCredential(ctx, 'token', input, async (base) => ({ ...base, scope }))
  return { ...record, token: secret }
}
