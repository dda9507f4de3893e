// The fields of a contact. kernel/record.ts derives the schemas from them.
import spellings from '../../sql/data/reading/spellings.json' with { type: 'json' }
import * as field from '../kernel/field-kinds.ts'
import { record, shapeChange, shapeIn, shapeOut } from '../kernel/record.ts'
import { type Parsed, objectSchema, Id } from '../kernel/schema.ts'
import { appendNotesIn } from '../kernel/notes.ts'

export const CONTACT_TYPES = ['recruiter', 'hiring-manager', 'referral', 'peer', 'other'] as const

export const CONTACT = record('contact', 'contacts', 'c', {
  id: field.id(),
  name: field.name(200, { isBrief: true, sort: 'text' }),
  title: field.lineOf(200, { isBrief: true, help: 'What they do: "Engineering Manager".' }),
  company: field.lineOf(200, {
    isBrief: true,
    ...{ sort: 'text', flag: '-c, --company <text>', help: 'Where they work.' },
  }),
  email: field.email({ isBrief: true, help: 'E-mail address.' }),
  phone: field.lineOf(50, { flag: '--phone <number>', help: 'Telephone number.' }),
  linkedinUrl: field.link({ flag: '--linkedin <address>', help: 'LinkedIn profile.' }),
  location: field.lineOf(200, { help: 'Where they are: "Berlin".' }),
  type: field.choiceWithDefault(CONTACT_TYPES, 'other', { isBrief: true, words: spellings.contact }),
  notes: field.notesOf(5_000),
  tags: field.tags(),
  // More jobs than a contact ever has. Each is looked up in the same transaction.
  jobIds: field.references(100, { flag: '--job <list>', help: 'Jobs to link: acme,globex.' }),
  lastContactedAt: field.instant({
    ...{ isBrief: true, sort: 'maybe', ask: 'Set it for what is not logged.' },
    ...{ label: 'contacted', flag: '--contacted <date>' },
    help: 'When you were last in touch: yesterday; "" for never.',
    about: 'The latest logged e-mail, call, message or meeting, unless set later.',
  }),
  createdAt: field.stamp({ sort: 'instant' }),
  updatedAt: field.stamp({ sort: 'instant' }),
})

export const Contact = objectSchema((z) => shapeOut(z, CONTACT))
export type Contact = Parsed<typeof Contact>

export const AddedContact = objectSchema((z) => ({
  ...Contact().shape,
  possibleDuplicates: z
    .array(z.strictObject({ id: Id(), name: z.string(), email: z.string().nullable() }))
    .optional()
    .describe('Contacts with the same e-mail address, or the same name and company.'),
}))
export type AddedContact = Parsed<typeof AddedContact>

export const ContactIn = objectSchema((z) => shapeIn(z, CONTACT))
export type ContactIn = Parsed<typeof ContactIn>

export const ContactChange = objectSchema((z) => ({
  ...shapeChange(z, CONTACT),
  appendNotes: appendNotesIn(z),
}))
export type ContactChange = Parsed<typeof ContactChange>
