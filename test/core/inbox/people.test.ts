// Who signed a letter: closing words, teams and what a telephone adds are nobody; the name under them is somebody.
import { expect, test } from 'vitest'
import { personOf } from '../../../core/inbox/meaning/people.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letterOf } from '../../../core/inbox/reading/letter.ts'
import { letter } from './letter.ts'

const rows: [signed: string, name: string | null][] = [
  ['Freundliche Grüsse / SBB HR-Team', null],
  ['Freundliche Grüsse / Reto Zgraggen', 'Reto Zgraggen'],
  ['Cordialement, / Amélie Fournier', 'Amélie Fournier'],
  ['Cordialement', null],
  ['Hej Noa, / Vänliga hälsningar / Svevane', null],
  ['Olá Noa, / Atenciosamente / Equipe de Talentos', null],
  ['Pozdrawiamy / Zespół Polvane', null],
  ['Vänliga hälsningar / Lars Ek', 'Lars Ek'],
  ['Sent from my iPhone', null],
  ['Rosalind Pike /  / Sent from my iPhone', 'Rosalind Pike'],
  ['The Talent Team', null],
  ['Kind regards, / The Globex Talent Team', null],
  ['Kind Regards, / Dana Fox / Globex', 'Dana Fox'],
  ['Best Wishes / People Operations', null],
  ['Warm Regards / Ines Holm', 'Ines Holm'],
  ['Many Thanks / Recruiting Team', null],
  ['Beste Grüße aus Hamburg / Ihr Recruiting-Team', null],
  ['Liebe Grüße / Anna-Lena Vogt', 'Anna-Lena Vogt'],
  ['Herzliche Grüsse / Ueli Ammann / Leiter Personal', 'Ueli Ammann'],
  ['Mit freundlichen Grüßen / i. A. Sabine Kröger', 'Sabine Kröger'],
  ['Hochachtungsvoll / Personalabteilung', null],
  ['Im Auftrag / Dezernat 3', null],
  ['Kind regards, / PATRICK O’NEILL', 'Patrick O’Neill'],
  ['Cordialement, / D’ORMESSON Jean-Marie', 'Jean-Marie D’Ormesson'],
  ['Bien à vous / Camille Roche', 'Camille Roche'],
  ['Belle Journée / L’équipe Talents', null],
  ['Meilleures Salutations / Direction des Ressources Humaines', null],
  ['Sincères Salutations / Luc Bertrand', 'Luc Bertrand'],
  ['Saludos Cordiales / Equipo de Personas', null],
  ['Un saludo, / Lucía Prats / Selección', 'Lucía Prats'],
  ['Atentamente / Departamento de Selección', null],
  ['Met vriendelijke groet, / Femke de Wit', 'Femke de Wit'],
  ['Met Vriendelijke Groeten / Afdeling Personeelszaken', null],
  ['Cordiali Saluti / Ufficio Selezione', null],
  ['Distinti saluti / Giulia Conti', 'Giulia Conti'],
  ['Get Outlook for iOS', null],
  ['Von meinem iPhone gesendet', null],
  ['Envoyé de mon iPhone', null],
  ['Talk Soon, / Mara Quinn', 'Mara Quinn'],
  ['Yours Sincerely / Human Resources', null],
  ['Have A Great Day / Hiring Operations', null],
  ['Take Care / Oren Katz', 'Oren Katz'],
  ['Best, Tom Berg', 'Tom Berg'],
  ['Viele Grüße, Jana Pohl', 'Jana Pohl'],
  ['All The Best / Candidate Experience', null],
  ['Thank You / Globex Careers', null],
  ['Warmly / Priya Raman', 'Priya Raman'],
  ['Happy Friday / The Hiring Crew', null],
  ['Sent via Greenhouse Recruiting', null],
  ['Powered By Workday', null],
  ['Beste groeten / Team Recruitment', null],
  ['Schöne Grüsse aus Zürich / Nadja Frei', 'Nadja Frei'],
]

test.each(rows)('%s: %s', async (signed, name) => {
  const text = `Hello Noa,\n\nWe have received your application for the Buyer position.\n\n${signed.replaceAll(' / ', '\n')}`
  const source = letter({ id: 'a', subject: 'Your application', text, from: 'Globex Careers <careers@globex.example>' })
  const mail = await decodeMail(Buffer.from(source.replace('To: Me <', 'To: Noa Brandt <')))
  expect(personOf(mail, letterOf(mail), { company: 'Globex', contacts: [] })?.name ?? null).toBe(name)
}) // prettier-ignore

test('many addresses and names in one letter do not hold the reader up', async () => {
  const text = `${'dana.fox@e.example '.repeat(400)}\n${'Xavier Young '.repeat(2_400)}`
  const mail = await decodeMail(
    Buffer.from(letter({ id: 'many', subject: 'x', text, from: 'jobs@acme.example' })),
  )
  const began = performance.now()
  expect(personOf(mail, letterOf(mail), { company: null, contacts: [] })).toBeNull()
  expect(performance.now() - began).toBeLessThan(1_000)
})
