// A file that is no UTF-8 is read in Western letters only if it can be nothing else.
import { describe, expect, test } from 'vitest'
import { repairMojibake, westernText } from '../../../core/reading/damaged.ts'

const read = (base64: string) => westernText(Buffer.from(base64, 'base64'))

describe('bytes that are no UTF-8', () => {
  test('are read as Windows-1252 where every letter fits', () => {
    expect(
      read(
        'k038bGxlciAmIFP2aG5llDtJbmfpbmlldXIgliBRdWFsaXTpOzYwIDAwMCCAO0+SQnJpZW47bLRo9HRlbDvGcvggQXBTO79TZfFvcj87imliZW5paw==',
      ),
    ).toBe('“Müller & Söhne”;Ingénieur – Qualité;60 000 €;O’Brien;l´hôtel;Ærø ApS;¿Señor?;Šibenik')
  })

  test.each([
    ['Polish endings', 'UGF3ZbM7S3J6eZw='],
    ['Chinese', 'uavLvju5pLPMyqY='],
    ['Cyrillic', '3+3k5erxO8jt5uXt5fA='],
    ['Greek', 'weje7eE7zOf34e3p6vzy'],
    ['Polish', 'o/NknyBTb2Z0O0luv3luaWVy'],
    ['Japanese', 'g1yDaoFbO4NHg5ODV4Nqg0E='],
    ['Hebrew', '5+H45Dvu5PDj8Q=='],
    ['an old Mac', 'TZ9sbGVyO0luZ45uaWV1cg=='],
    ['DOS', 'TYFsbGVyO0luZ4JuaWV1cg=='],
  ])('are not read as Western letters: %s', (_, base64) => expect(read(base64)).toBeUndefined())
})

test('a letter before a quotation mark is not damaged', () => {
  expect(repairMojibake('O’Brien “Café”, “À”')).toEqual({ text: 'O’Brien “Café”, “À”', sure: true })
  expect(repairMojibake('â€œCafÃ©â€')).toMatchObject({ sure: false })
})
