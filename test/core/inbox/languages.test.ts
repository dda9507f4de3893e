// Letters in the languages that the learned reading was never taught: the rules read them alone.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letter } from './letter.ts'

type Row = [from: string, text: string, status: string | null, startsAt: string | null]
const NL = 'Femke de Wit <femke@globex.example>'
const IT = 'Giulia Conti <g.conti@globex.example>'
const ANNA = 'Anna Lund <anna@globex.example>'
const JA = '田中 美咲 <tanaka@globex.example>'
const rows: Row[] = [
  [
    NL,
    'Beste Noa,\n\nBedankt voor je sollicitatie. We hebben je cv goed ontvangen en komen er binnen twee weken op terug.',
    'applied',
    null,
  ],
  [
    NL,
    'Beste Noa,\n\nGraag nodigen we je uit voor een kennismakingsgesprek op dinsdag 24 november om 10.00 uur op ons kantoor.',
    'interview',
    '2026-11-24T09:00',
  ],
  [
    NL,
    'Beste Noa,\n\nHelaas hebben we besloten om niet met je verder te gaan; we hebben voor een andere kandidaat gekozen.',
    'rejected',
    null,
  ],
  [
    NL,
    'Beste Noa,\n\nDe vacature is vervallen, de functie wordt niet meer ingevuld. We wensen je veel succes.',
    'closed',
    null,
  ],
  [
    IT,
    'Gentile Noa,\n\nabbiamo ricevuto la sua candidatura per la posizione di Buyer e la ringraziamo per il suo interesse.',
    'applied',
    null,
  ],
  [
    IT,
    'Gentile Noa,\n\nle confermo il colloquio per la posizione di Buyer venerdì 20 novembre alle ore 15:00 presso la nostra sede.',
    'interview',
    '2026-11-20T14:00',
  ],
  [
    IT,
    'Gentile Noa,\n\npurtroppo abbiamo deciso di proseguire con altri candidati per questa posizione.',
    'rejected',
    null,
  ],
  [JA, 'リンドグレン様\n\nこの度はご応募いただき、誠にありがとうございます。', 'applied', null],
  [
    JA,
    'リンドグレン様\n\n一次面接にお進みいただくことになりました。\n\n日時：2026年11月25日（水）14:00〜15:00',
    'interview',
    '2026-11-25T05:00',
  ],
  [JA, 'リンドグレン様\n\n誠に残念ながら今回は採用を見送らせていただくこととなりました。', 'rejected', null],
  [NL, 'De selectiecommissie heeft u niet voorgedragen; dank voor uw sollicitatie.', 'rejected', null],
  [
    NL,
    'Bedankt voor je sollicitatie en het gesprek. We gaan toch met iemand anders verder.',
    'rejected',
    null,
  ],
  [IT, 'La ringraziamo per la candidatura. Purtroppo non possiamo rispondere a tutti.', 'applied', null],
  [
    IT,
    'Le confermo il colloquio per la posizione di Buyer giovedì 3 dicembre alle ore 10.',
    'interview',
    '2026-12-03T09:00',
  ],
  [
    JA,
    '一次面接を下記の日程で実施いたします。\n\n面接日時：12月3日（木）14:00〜15:00',
    'interview',
    '2026-12-03T05:00',
  ],
  [ANNA, 'Tack för att du sökt tjänsten. Tyvärr kan vi inte svara alla personligen.', 'applied', null],
  [
    ANNA,
    'Vi vill gärna träffa dig. Passar onsdag den 2 december kl. 13.00?',
    'interview',
    '2026-12-02T12:00',
  ],
  [ANNA, 'Tyvärr har vi valt att inte gå vidare med din ansökan.', 'rejected', null],
  [
    ANNA,
    'Vi vil gerne invitere dig til samtale torsdag den 3. december kl. 14 på kontoret.',
    'interview',
    '2026-12-03T13:00',
  ],
  [ANNA, 'Vi må desværre meddele, at du ikke er blandt de udvalgte.', 'rejected', null],
  [ANNA, 'Zapraszam na rozmowę techniczną w środę 2 grudnia o godz. 12:00.', 'interview', '2026-12-02T11:00'],
  [ANNA, 'Dziękujemy za przesłanie aplikacji. Odpowiadamy tylko na wybrane zgłoszenia.', 'applied', null],
  [ANNA, 'Niestety zdecydowaliśmy się na innego kandydata na to stanowisko.', 'rejected', null],
  [ANNA, 'Infelizmente, desta vez não seguiremos com a sua candidatura.', 'rejected', null],
  [ANNA, 'Recebemos sua candidatura. Infelizmente não conseguimos responder a todos.', 'applied', null],
  [NL, 'Beste Noa,\n\nAls je vragen hebt over de vacature, kun je me altijd bellen.', null, null],
]

test.each(rows)('%s: %s', async (from, text, status, startsAt) => {
  const job = { id: 'j', company: 'Globex', role: 'Buyer', status: 'applied', url: null, location: null, aliases: [], contacts: [] }
  const date = `Wed, 18 Nov 2026 10:00:00 ${from === JA ? '+0900' : '+0100'}`
  const mail = await decodeMail(Buffer.from(letter({ id: 'a', subject: 'Buyer', text, from, date })))
  const known = { jobs: prepare([job]), ownAddresses: new Set<string>(), endedJobIds: new Set<string>(), jobOf: () => undefined, now: date }
  const found = await understand(mail, known)
  expect([found.status, found.appointment?.startsAt.slice(0, 16) ?? null]).toEqual([status, startsAt])
}) // prettier-ignore
