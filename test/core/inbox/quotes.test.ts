// A sender's own words end where a quoted letter begins, in the words of the mail programs of many languages.
import { expect, test } from 'vitest'
import { letterOf } from '../../../core/inbox/reading/letter.ts'

test.each([
  'On Fri, Nov 27, 2026 at 10:00 AM Dana Fox <dana@globex.example> wrote:',
  'Am Fr., 27. Nov. 2026 um 10:00 Uhr schrieb Dana Fox <dana@globex.example>:',
  'Op vr 27 nov 2026 om 10:00 schreef Dana Fox <dana@globex.example>:',
  'Em sex., 27 de nov. de 2026 às 10:00, Dana Fox <dana@globex.example> escreveu:',
  'Il giorno ven 27 nov 2026 alle ore 10:00 Dana Fox <dana@globex.example> ha scritto:',
  'Den fre 27 nov. 2026 kl. 10:00 skrev Dana Fox <dana@globex.example>:',
  '-----Mensagem original-----',
  'De: Dana Fox\nEnviada em: sexta-feira, 27 de novembro de 2026 10:00\nPara: Me\nAssunto: Entrevista',
  'Från: Dana Fox\nSkickat: den 27 november 2026 10:00\nTill: Me\nÄmne: Intervju',
])('%s', (line) => {
  const { own, trailingText } = letterOf({ text: `My answer.\n\n${line}\nThe old letter, Monday at 15:00.` })
  expect(own).toBe('My answer.')
  expect(trailingText).toContain('The old letter, Monday at 15:00.')
})

test('a forwarded letter in Portuguese is read with its headers', () => {
  const text =
    '---------- Forwarded message ---------\nDe: Dana Fox <dana@globex.example>\nAssunto: Entrevista\n\nSegunda às 15h.'
  for (const each of [text, text.replace('Forwarded message', 'Mensagem encaminhada')])
    expect(letterOf({ text: each }).forwarded).toMatchObject({
      subject: 'Entrevista',
      text: 'Segunda às 15h.',
    })
})
