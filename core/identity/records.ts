// Users, tokens, keys and grants: as the API returns them, and as the queries of their tables do.
import { TIERS } from '../kernel/family.ts'
import { Id, Instant, type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { KEY_SCOPES } from './scopes.ts'

export const UserProfile = objectSchema((z) => ({
  id: Id(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  tier: z.enum(TIERS).describe('The effective plan; administrators have ultra.'),
  admin: z.boolean(),
}))
export type UserProfile = Parsed<typeof UserProfile>

export const User = objectSchema(() => ({ ...UserProfile().shape, createdAt: Instant() }))
export type User = Parsed<typeof User>

const sharedIn = (z: Zod, noun: 'token' | 'key') => ({
  lastFour: z.string().describe(`The last characters of the ${noun}, to identify it.`),
  createdAt: Instant(),
  lastUsedAt: Instant().nullable().describe('To the minute.'),
  expiresAt: Instant().nullable(),
  revokedAt: Instant().nullable(),
})

export const Token = objectSchema((z) => ({
  id: Id(),
  name: z.string(),
  scope: z.string().describe('read-only, read-write, or grants: jobs:write contacts:write.'),
  ...sharedIn(z, 'token'),
}))
export type Token = Parsed<typeof Token>

export const Key = objectSchema((z) => ({
  id: Id(),
  name: z.string(),
  tier: z.enum(TIERS).describe('The key’s tier, as long as its owner’s plan includes it.'),
  scopes: z.array(z.enum(KEY_SCOPES)).nullable().describe('null: all scopes.'),
  ...sharedIn(z, 'key'),
}))
export type Key = Parsed<typeof Key>

export const Grant = objectSchema((z) => ({
  id: Id(),
  clientId: z.string(),
  clientName: z.string().describe('What the program calls itself.'),
  scope: z.string(),
  resource: z.string().describe('The only web address at which it is valid.'),
  createdAt: Instant(),
  lastUsedAt: Instant().nullable().describe('To the minute.'),
  revokedAt: Instant().nullable(),
}))
export type Grant = Parsed<typeof Grant>
