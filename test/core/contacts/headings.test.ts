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
