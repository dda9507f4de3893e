// Columns of address books in the languages in which people keep them, and the parts of a name.
import { expect, test } from 'vitest'
import { contactTable } from '../../../core/contacts/import/columns.ts'
import { contactRows, toContact } from '../../../core/contacts/import/to-contact.ts'
import { readCsv } from '../../../core/sheets/csv.ts'

const reading = { table: contactTable, timeZone: 'UTC', dateOrder: null }
const rowOf = (text: string) => readCsv(text, contactTable).rows[0]!
const read = (text: string) => toContact(rowOf(text), reading)

test.each([
  ['Nome;Cognome;Azienda;Ruolo;E-mail;Telefono;Città'],
  ['Voornaam;Achternaam;Bedrijf;Functie;E-mailadres;Telefoonnummer;Plaats'],
  ['Nome;Sobrenome;Empresa;Cargo;E-mail;Telefone;Cidade'],
  ['Imię;Nazwisko;Firma;Stanowisko;E-mail;Telefon;Miasto'],
  ['Prénom;Nom;Société;Fonction;Courriel;Téléphone;Ville'],
  ['Nombre;Apellidos;Empresa;Cargo;Correo electrónico;Teléfono;Ciudad'],
  ['Vorname;Name;Firma;Position;E-Mail;Mobil;Ort'],
])('the columns %s', (headers) => {
  const fields = {
    ...{ name: 'Ola Berg', company: 'Acme', title: 'Recruiter' },
    ...{ email: 'ola@acme.example', phone: '070 1', location: 'Umeå' },
  }
  expect(read(`${headers}\nOla;Berg;Acme;Recruiter;ola@acme.example;070 1;Umeå\n`)).toMatchObject({ fields })
})

test.each([
  ['Berg', 'Ola', 'Ola Berg', undefined],
  ['van der Berg', 'Piet', 'Piet van der Berg', undefined],
  ['Ola Berg', 'Ola', 'Ola Berg', 'First and last name: Ola'],
  ['Bob Smith', 'Robert', 'Bob Smith', 'First and last name: Robert'],
])('beside a first name, the name %s', (name, first, whole, notes) => {
  const text = `Name,First name,LinkedIn URL\n${name},${first},https://linkedin.com/in/x\n`
  expect(read(text)).toMatchObject({
    fields: { name: whole, linkedinUrl: 'https://linkedin.com/in/x', ...(notes && { notes }) },
  })
  expect(contactRows.titleOf(rowOf(text), reading)).toEqual({ name: whole, company: null })
})

test.each([
  ["O'Brien, Sinead", "Sinead O'Brien"],
  ['van der Berg, Jan', 'Jan van der Berg'],
  ['d’Angelo, Marco Aurelio', 'Marco Aurelio d’Angelo'],
  ['Smith, Jr., John', 'John Smith, Jr.'],
  ['Smith, John, PhD', 'John Smith, PhD'],
  ['Washington , Booker T.', 'Booker T. Washington'],
  ['DOE, JANE', 'JANE DOE'],
  ['Żak, Łucja', 'Łucja Żak'],
  ...['Foo, Inc.', 'John Smith, Jr.', 'Doe, MBA', 'Doe, ACM', 'Jane Doe, Acme', 'Doe, Recruiter'].map(
    (name) => [name, name],
  ),
  ...['Weil, Gotshal & Manges', 'Foo, Bar, Baz', 'Smith, John Jr.', '山田, 太郎', ', Jan', 'Doe,'].map(
    (name) => [name, name],
  ),
])('the name %s in one column is %s', (name = '', read) => {
  const row = rowOf(`Name,Company\n"${name}",Acme\n`)
  const left = read === name ? [] : [{ field: 'name', text: name, why: `It was read as ${read}.` }]
  expect(toContact(row, reading)).toMatchObject({ fields: { name: read }, left })
  const own = rowOf(
    `id,name,updatedAt\n0190a1b2-0000-7000-8000-000000000001,"${name}",2026-01-01T00:00:00.000Z\n`,
  )
  expect(toContact(own, reading), 'of an export of crm').toMatchObject({ fields: { name: name.trim() } })
})
