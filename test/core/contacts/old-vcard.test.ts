// Cards of old telephones: types without a name, quoted-printable in any charset, pictures between the lines.
import { expect, test } from 'vitest'
import { readVcards } from '../../../core/contacts/import/vcard.ts'
import { cleanRows } from '../../../core/sheets/cleaned.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:2.1', ...lines, 'END:VCARD', ''].join('\r\n')

test.each([
  [
    'a picture, a folded note',
    [
      'FN:Jane',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ',
      ' SkZJRg==',
      '',
      'TEL;WORK;VOICE:+1 2',
      'NOTE:x',
      ' text',
    ],
    { name: 'Jane', phone: '+1 2', notes: 'x text' },
  ],
  [
    'a picture that is not indented',
    ['N:Roe;Jim', 'PHOTO;JPEG;BASE64:/9j/4AAQ', 'SkZJRg==', '', 'EMAIL;INTERNET:a@b.example'],
    { name: 'Jim Roe', email: 'a@b.example' },
  ],
  [
    'western letters and soft line ends',
    ['FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=F6rg', 'NOTE;QUOTED-PRINTABLE:a=3D=', 'b=0Ac'],
    { name: 'Jörg', notes: 'a=b\nc' },
  ],
  [
    'a fax before the telephone, and a preferred address behind another',
    [
      'FN:Jane',
      'TEL;WORK;FAX:+1 1',
      'TEL;CELL:+1 2',
      'EMAIL;HOME:home@a.example',
      'EMAIL;WORK;PREF:work@a.example',
    ],
    { name: 'Jane', Fax: '+1 1', phone: '+1 2', email: 'work@a.example', 'Other email': 'home@a.example' },
  ],
  [
    'the letters of Windows, with and without their charset',
    [
      'FN;ENCODING=QUOTED-PRINTABLE:J=FCrgen',
      'ORG;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:Globex =96 Europe',
    ],
    { name: 'Jürgen', company: 'Globex – Europe' },
  ],
  [
    'a quoted charset, and one that nobody knows',
    [
      'FN;CHARSET="ISO-8859-1";ENCODING=QUOTED-PRINTABLE:J=F6rg',
      'ORG;CHARSET=CP850;ENCODING=QUOTED-PRINTABLE:M=81ller',
      'TITLE;CHARSET=CP850;ENCODING=QUOTED-PRINTABLE:Chef',
    ],
    { name: 'Jörg', company: 'M\uFFFDller', title: 'Chef' },
  ],
  [
    'a printed address, which is no tag',
    ['FN:Jane', 'LABEL;WORK;ENCODING=QUOTED-PRINTABLE:1 Main=0D=0A=', 'Austin, TX'],
    { name: 'Jane', Address: '1 Main\nAustin, TX' },
  ],
  [
    'a department',
    ['FN:Jane', 'ORG:Acme GmbH;HR;Berlin'],
    { name: 'Jane', company: 'Acme GmbH', Department: 'HR, Berlin' },
  ],
  ['a fax alone', ['FN:Jane', 'TEL;HOME;FAX:+1 1'], { name: 'Jane', Fax: '+1 1' }],
  [
    'the group of all contacts',
    ['FN:Jane', 'CATEGORIES:myContacts,berlin'],
    { name: 'Jane', tags: ['berlin'] },
  ],
])('%s', (_, lines, cells) => {
  const [row] = readVcards(card(...lines)).rows
  expect(row?.problem).toBeNull()
  expect(Object.fromEntries(row?.cells ?? [])).toEqual(cells)
})

test('a card that is cut off is said, and takes no other card with it', () => {
  const open = 'BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Cut\r\n'
  const { rows } = readVcards(`${open}${card('FN:Jane')}${open}`)
  expect(rows.map(({ line, problem, cells }) => [line, problem ?? cells[0]?.[1]])).toEqual([
    [1, 'The vCard is damaged or cut off.'],
    [4, 'Jane'],
    [8, 'The vCard is damaged or cut off.'],
  ])
})

test('letters of an unknown charset are said', () => {
  const { notes } = cleanRows(readVcards(card('FN;CHARSET=CP850;ENCODING=QUOTED-PRINTABLE:M=81ller')))
  expect(notes).toEqual([expect.stringMatching(/^Letters in one cell look damaged/)])
})

test('the preferred of two names is the name', () => {
  const both = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN;PREF=2:Jane R.\r\nFN;PREF=1:Jane Roe\r\nEND:VCARD\r\n'
  expect(Object.fromEntries(readVcards(both).rows[0]?.cells ?? [])).toEqual({
    name: 'Jane Roe',
    'Other name': 'Jane R.',
  })
})
