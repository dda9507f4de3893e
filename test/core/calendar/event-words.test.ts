// What kind of event a title names.
import { expect, test } from 'vitest'
import { typeNamed, typeOfTitle } from '../../../core/calendar/event-words.ts'

test.each([
  ['Onsite with Acme', 'interview'],
  ['On-site', 'interview'],
  ['Final round at Globex', 'interview'],
  ['Vorstellungsgespräch bei Acme', 'interview'],
  ['Entretien chez Lumen', 'interview'],
  ['Entrevista con Sara', 'interview'],
  ['Acme: onsite', 'interview'],
  ['Follow-up interview', 'interview'],
  ['Phone interview with Jane', 'call'],
  ['Recruiter screen', 'call'],
  ['Call Acme about the deadline', 'call'],
  ['Follow-up call', 'call'],
  ['Telefonat mit Herrn Klein', 'call'],
  ['Llamada con Ana', 'call'],
  ['Offer expires', 'deadline'],
  ['Deadline for the interview feedback', 'deadline'],
  ['Interview deadline', 'deadline'],
  ['Bewerbungsschluss Stadtwerke', 'deadline'],
  ['Date limite de candidature', 'deadline'],
  ['Follow up after the interview', 'follow-up'],
  ['Nachfassen bei Acme', 'follow-up'],
  ['Relance Lumen', 'follow-up'],
  ['Coffee with Mo', undefined],
  ['Prep for onsite Sunday 10:00', undefined],
  ['Interview prep', undefined],
  ['Mock interview', undefined],
  ['Bewerbungsgespräch vorbereiten', undefined],
  ['Préparation entretien', undefined],
  ['Prep call with coach', 'call'],
  ['Assessment center', 'interview'],
  ['Thank-you note after interview monday 9:00', undefined],
  ['Lunch before interview', undefined],
  ['Lunch with Mo before the interview', undefined],
  ['Book flight for onsite', undefined],
  ['Pick up suit for interview', undefined],
  ['Vorbereitung für Vorstellungsgespräch', undefined],
  ['Acme: onsite for the chef', 'interview'],
  ['Acme', undefined],
  ['Screenplay', undefined],
])('%s is %s', (title, type) => expect(typeOfTitle(title)).toBe(type))

test('a cell names a kind alone', () => {
  expect(typeNamed('Phone Screen')).toBe('call')
  expect(typeNamed('Due date')).toBe('deadline')
  expect(typeNamed('lunch interview place')).toBeUndefined()
})
