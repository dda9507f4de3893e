// Comparing texts: the way a title is typed makes no difference, and no text causes an error.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, wordsOf } from '../../../../core/intelligence/search/normalize.ts'
import { titleWords } from '../../../../core/intelligence/search/phrases.ts'

describe('two spellings of one title', () => {
  it.each([
    ['Front-End Developers', 'frontend developer'],
    ['CAFÉ Manager', 'cafe manager'],
    ['R.N.', 'rn'],
    ['Help Desk Technician', 'helpdesk technician'],
    ['Nurses’ Aides', 'nurse aide'],
  ])('"%s" and "%s" normalise to the same words', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other))
  })

  it('abbreviations are expanded', () => {
    expect(titleWords('QA Engr')).toEqual(titleWords('Quality Assurance Engineer'))
    expect(titleWords('ML Eng Mgr')).toEqual(titleWords('machine learning engineering manager'))
  })

  it('requisition numbers and working arrangements are removed', () => {
    expect(titleWords('Software Engineer (Remote) #118253610')).toEqual(['software', 'engineer'])
  })
})

it('C, C++, C# and .NET stay distinct', () => {
  expect(
    new Set(['c developer', 'c++ developer', 'c# developer', '.net developer'].map(plainText)).size,
  ).toBe(4)
})

it('any text gives plain words, and normalising them again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = plainText(text)
      expect(plain).toMatch(/^([a-z0-9]+( [a-z0-9]+)*)?$/)
      expect(plainText(plain)).toBe(plain)
    }),
  )
})
