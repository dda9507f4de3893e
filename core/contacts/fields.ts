// The fields of a contact. kernel/record.ts derives the schemas from them.
import {
  choiceWithDefault,
  email,
  id,
  instant,
  lineOf,
  link,
  name,
  notesOf,
  references,
  stamp,
  tags,
} from '../kernel/field-kinds.ts'
import { record, shapeChange, shapeIn, shapeOut } from '../kernel/record.ts'
import { type Parsed, objectSchema, Id } from '../kernel/schema.ts'
import { appendNotesIn } from '../kernel/notes.ts'

export const CONTACT_TYPES = ['recruiter', 'hiring-manager', 'referral', 'peer', 'other'] as const

export const CONTACT = record('contact', 'contacts', 'c', {
  id: id('contact id, crm id'),
  name: name(200, {
    isBrief: true,
    sort: 'text',
    headings: 'full name, contact, contact name, person, display name, formatted name, nom complet',
  }),
  title: lineOf(200, {
    isBrief: true,
    help: 'What they do: "Engineering Manager".',
    headings:
      'job title, position, role, headline, occupation, funktion, poste, organization title, organization 1 title',
  }),
  company: lineOf(200, {
    isBrief: true,
    ...{ sort: 'text', flag: '-c, --company <text>', help: 'Where they work.' },
    headings:
      'company name, organization, organisation, employer, org, firma, unternehmen, entreprise, empresa, société, organización, organization name, organization 1 name',
  }),
  email: email({
    isBrief: true,
    help: 'E-mail address.',
    headings:
      'e mail, email address, e mail address, mail, e mail 1 value, email 1 value, primary email, work email, e mail 2 value, e mail adresse, adresse de messagerie, dirección de correo electrónico',
  }),
  phone: lineOf(50, {
    ...{ flag: '--phone <number>', help: 'Telephone number.' },
    headings:
      'phone number, mobile, mobile phone, telephone, tel, phone 1 value, cell, cell phone, telefon, teléfono, mobiltelefon, telefon geschäftlich, téléphone mobile, tél mobile, téléphone bureau, teléfono móvil, teléfono del trabajo, phone 2 value, business phone, work phone, home phone',
  }),
  linkedinUrl: link({
    ...{ flag: '--linkedin <address>', help: 'LinkedIn profile.' },
    headings: 'linkedin, linkedin profile, linkedin profile url, linked in, profile url, url',
  }),
  location: lineOf(200, {
    help: 'Where they are: "Berlin".',
    headings:
      'city, home city, work city, business city, home address city, ort, stadt, ville, ciudad, città',
  }),
  type: choiceWithDefault(CONTACT_TYPES, 'other', {
    isBrief: true,
    headings: 'contact type, relationship, relation, kind',
    words: {
      'hiring-manager': 'manager',
      recruiter: 'hr, talent acquisition, sourcer',
      referral: 'referrer',
      peer: 'colleague, coworker, friend',
    },
  }),
  notes: notesOf(5_000, { headings: 'note, comments, comment, remarks, notizen' }),
  tags: tags({
    headings: 'tag, labels, label, groups, group membership, categories, kategorien, catégories, categorías',
  }),
  // More jobs than a contact ever has. Each is looked up in the same transaction.
  jobIds: references(100, { flag: '--job <list>', help: 'Jobs to link: acme,globex.' }),
  lastContactedAt: instant({
    ...{ isBrief: true, sort: 'maybe', ask: 'Set it for what is not logged.' },
    ...{ label: 'contacted', flag: '--contacted <date>' },
    help: 'When you were last in touch: yesterday; "" for never.',
    about: 'The latest logged e-mail, call, message or meeting, unless set later.',
    headings: 'last contacted, last contact, last contact date, contacted at, last spoke',
  }),
  createdAt: stamp({ sort: 'instant' }),
  updatedAt: stamp({ sort: 'instant' }),
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
