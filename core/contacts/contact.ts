// A contact: the API's record, and its input schemas.
import { clearable, Id, idIn, Instant, tags, words } from '../kernel/fields.ts'
import { appendNotesIn } from '../kernel/notes.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { webAddressIn } from '../kernel/web-address.ts'
import type { Zod } from '../kernel/zod.ts'

export const CONTACT_TYPES = ['recruiter', 'hiring-manager', 'referral', 'peer', 'other'] as const

export const Contact = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    name: z.string(),
    title: z.string().nullable(),
    company: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    linkedinUrl: z.string().nullable(),
    type: z.enum(CONTACT_TYPES),
    notes: z.string().nullable(),
    tags: z.array(z.string()),
    jobIds: z.array(Id()),
    lastContactedAt: Instant().nullable().describe('The latest logged e-mail, call, message or meeting.'),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
)
export type Contact = Parsed<typeof Contact>

/**
 * Letters of any script, one @, a domain with a dot. Only an e-mail can verify an address. A function,
 * because compiling the Unicode classes would add half a millisecond to every start.
 */
const EMAIL = () =>
  /^[^\s@.,;:<>()[\]"\\]+(?:\.[^\s@.,;:<>()[\]"\\]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*[\p{L}\p{N}]$/u

/** Whether a text is an e-mail address. */
export const isEmail = (text: string): boolean => text.length <= 320 && EMAIL().test(text.trim())

const email = (z: Zod) =>
  clearable(z, 320).refine(
    (value) => !value || value.length > 320 || EMAIL().test(value.trim()),
    'is not an e-mail address',
  )

/** More jobs than one contact plausibly has; each is looked up in the same transaction. */
const MAX_JOBS = 100

const optional = (z: Zod) => ({
  title: clearable(z, 200),
  company: clearable(z, 200),
  email: email(z),
  phone: clearable(z, 50),
  linkedinUrl: webAddressIn(z),
  notes: clearable(z, 5_000),
  tags: tags(z).nullable().optional(),
  jobIds: z.array(idIn(z)).max(MAX_JOBS, `has more than ${MAX_JOBS} items`).nullable().optional(),
  type: z.enum(CONTACT_TYPES).optional().describe('Default: other.'),
})

/** A contact that was added, with those it looks like. */
export const AddedContact = lazySchema((z) =>
  z.strictObject({
    ...Contact().shape,
    possibleDuplicates: z
      .array(z.strictObject({ id: Id(), name: z.string(), email: z.string().nullable() }))
      .optional()
      .describe('Contacts with the same e-mail address, if there are any.'),
  }),
)
export type AddedContact = Parsed<typeof AddedContact>

export const ContactIn = lazySchema((z) => z.strictObject({ name: words(z, 200), ...optional(z) }))
export type ContactIn = Parsed<typeof ContactIn>

export const ContactChange = lazySchema((z) =>
  z.strictObject({ name: words(z, 200).optional(), ...optional(z), appendNotes: appendNotesIn(z) }),
)
export type ContactChange = Parsed<typeof ContactChange>
