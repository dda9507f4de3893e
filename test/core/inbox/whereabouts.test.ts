// Where an interview is and how long it takes, as letters say it: addresses, rooms, links, numbers to call.
import { expect, test } from 'vitest'
import { appointmentIn } from '../../../core/inbox/meaning/appointment.ts'
import { sentencesOf } from '../../../core/inbox/meaning/sentences.ts'
import { tongueOf } from '../../../core/inbox/meaning/setting.ts'
import { fold } from '../../../core/inbox/meaning/sentences.ts'

const US = 'Thu, 26 Nov 2026 09:00:00 -0500'
const DE = 'Thu, 26 Nov 2026 09:00:00 +0100'
type Row = [date: string, text: string, minutes: number | null, place: string | null]
const rows: Row[] = [
  [US, 'Your interview is confirmed for Thursday, December 3 at 2:00 PM ET. It will take 45 minutes. Join here: https://us02web.zoom.us/j/84412209911', 45, 'https://us02web.zoom.us/j/84412209911'],
  [US, 'Your interview is on Thursday, December 3 from 9:30 to 11:00 AM ET at our office, 350 Fifth Avenue, Floor 21, New York, NY 10118.', 90, '350 Fifth Avenue, Floor 21, New York, NY 10118'],
  [US, 'Interview: December 3, 10:00 AM ET (half an hour). Please dial +1 415 555 0132, PIN 4471#.', 30, '+1 415 555 0132'],
  [US, 'You are booked for December 3 at 1 PM ET for one hour with Lena. She will call you on +1 212 555 0147.', 60, '+1 212 555 0147'],
  [US, 'When: Thursday, December 3, 11:00 AM - 12:30 PM ET\nWhere: Building 4, Room 2.17, 18 Harbor Street, Boston', 90, 'Building 4, Room 2.17, 18 Harbor Street, Boston'],
  [US, 'We would like to see you on December 3 at 10 AM ET in our Chicago office (233 S Wacker Dr, Suite 4400). Plan on an hour and a half.', 90, '233 S Wacker Dr, Suite 4400'],
  [US, 'Phone screen confirmed: December 3, 3:30 PM ET, 20 min. I will ring you on the number in your resume.', 20, 'phone'],
  [US, 'Your interview is set for December 3 at 9 AM ET via Microsoft Teams. Meeting link: https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc', null, 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc'],
  [US, 'Interview on December 3, 9 AM ET on Google Meet: meet.google.com/abc-defg-hij', null, 'meet.google.com/abc-defg-hij'],
  [DE, 'Wir laden Sie zum Gespräch ein: Mittwoch, 2. Dezember, 9.30–11.00 Uhr, Wylerstrasse 123, 3014 Bern, Sitzungszimmer 4.12.', 90, 'Wylerstrasse 123, 3014 Bern, Sitzungszimmer 4.12'],
  [DE, 'Das Vorstellungsgespräch findet am 2. Dezember um 14 Uhr in der Hafenstraße 7a, 20457 Hamburg statt und dauert etwa eine Stunde.', 60, 'Hafenstraße 7a, 20457 Hamburg'],
  [DE, 'Termin: 2. Dezember 2026, 10:00 Uhr\nOrt: Konferenzraum Elbe, 3. OG, Am Sandtorkai 50\nDauer: 45 Minuten', 45, 'Konferenzraum Elbe, 3. OG, Am Sandtorkai 50'],
  [DE, 'Das Telefoninterview ist am 2. Dezember um 11 Uhr, rund eine halbe Stunde. Sie erreichen mich unter 040 1234567.', 30, '040 1234567'],
  [DE, 'Wir freuen uns auf das Gespräch am 2.12. um 15 Uhr per Webex: https://globex.webex.com/globex/j.php?MTID=m1', null, 'https://globex.webex.com/globex/j.php?MTID=m1'],
  [DE, "Votre entretien aura lieu le mardi 1er décembre à 14h30, durée 45 minutes, au 18 rue de la République, 69002 Lyon (salle Berthollet).", 45, '18 rue de la République, 69002 Lyon'],
  [DE, "Entretien confirmé le 1er décembre de 9h30 à 11h. Lieu : 4 avenue Foch, 75016 Paris, 2e étage", 90, '4 avenue Foch, 75016 Paris, 2e étage'],
  [DE, "Je vous appellerai le 1er décembre à 10h au 06 12 34 56 78 pour notre entretien d'une demi-heure.", 30, '06 12 34 56 78'],
  [DE, 'La entrevista será el martes 1 de diciembre a las 10:00, duración media hora, en Calle Serrano 45, 28001 Madrid.', 30, 'Calle Serrano 45, 28001 Madrid'],
  [DE, 'Entrevista el 1 de diciembre a las 12:00 por Teams. Enlace: https://teams.microsoft.com/l/meetup-join/19a. Será de una hora.', 60, 'https://teams.microsoft.com/l/meetup-join/19a'],
  [DE, 'Lugar: Paseo de Gracia 21, 4.ª planta, Barcelona\nFecha: martes 1 de diciembre de 2026, de 16:00 a 17:15\nConfirmamos tu entrevista.', 75, 'Paseo de Gracia 21, 4.ª planta, Barcelona'],
  [US, 'Your interview is confirmed for December 3 at 2 PM ET. Address: Globex HQ, 12 Mill Lane, Cambridge CB1 2AB.', null, 'Globex HQ, 12 Mill Lane, Cambridge CB1 2AB'],
  [US, 'Your interview is confirmed for December 3 at 2 PM ET.\n\nFor questions call our office at +1 212 555 0100.', null, null],
  [US, 'Your interview is confirmed for December 3 at 2 PM ET. Sign up for our newsletter at https://globex.example/news.', null, null],
  [US, 'Video interview December 3, 2-3 PM ET. Link: https://whereby.com/globex-room', 60, 'https://whereby.com/globex-room'],
  [US, "Let's do the interview on December 3 at 4 PM ET in Room 5B of the main building; two hours with a break.", 120, 'Room 5B'],
] // prettier-ignore

test.each(rows)('%s: %s', (date, text, minutes, place) => {
  const sentences = sentencesOf(`Hi Noa,\n\n${text}\n\nDana Fox`)
  const offsetMinutes = date === US ? -300 : 60
  const setting = { sentMs: Date.parse(date), offsetMinutes, tongue: tongueOf(fold(text)), place: null }
  const found = appointmentIn(sentences, setting, false, [])
  const length = found?.endsAt ? (Date.parse(found.endsAt) - Date.parse(found.startsAt)) / 60_000 : null
  expect({ minutes: length, place: found?.location ?? null }).toEqual({ minutes, place })
})

test('the address under the closing words is where the sender is', () => {
  const text =
    'Your interview is on December 3 at 2 PM ET.\n\nKind regards,\nDana Fox\nGlobex, 12 Mill Lane, Cambridge'
  const setting = { sentMs: Date.parse(US), offsetMinutes: -300, tongue: 'en' as const, place: null }
  expect(appointmentIn(sentencesOf(text), setting, false, [])?.location).toBeNull()
})
