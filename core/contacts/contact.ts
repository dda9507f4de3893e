// What a contact is made and changed with, and what adding one answers.
import { Id } from '../kernel/fields.ts'
import { appendNotesIn } from '../kernel/notes.ts'
import { shapeChange, shapeIn } from '../kernel/record.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { Contact, CONTACT } from './fields.ts'

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

export const ContactIn = lazySchema((z) => z.strictObject(shapeIn(z, CONTACT)))
export type ContactIn = Parsed<typeof ContactIn>

export const ContactChange = lazySchema((z) =>
  z.strictObject({ ...shapeChange(z, CONTACT), appendNotes: appendNotesIn(z) }),
)
export type ContactChange = Parsed<typeof ContactChange>
