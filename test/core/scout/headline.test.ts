// The company in the first lines of a pasted posting, only where it is sure.
import { expect, test } from 'vitest'
import { headlineOf } from '../../../core/scout/headline.ts'

test.each([
  ['UX Designer - Nordlicht - Berlin\n\nAbout Nordlicht\n…', 'Nordlicht', 'UX Designer', 'Berlin'],
  ['UX Designer (m/w/d)\nEncom GmbH — Berlin\n…', 'Encom GmbH', 'UX Designer (m/w/d)', 'Berlin'],
  ['Nordlicht GmbH | Data Engineer | Köln\n…', 'Nordlicht GmbH', 'Data Engineer', 'Köln'],
  ['Data Engineer\nAcme Inc. · Austin, TX\n…', 'Acme Inc.', 'Data Engineer', 'Austin, TX'],
  ['Data Engineer\nEncom GmbH — Vollzeit\n…', 'Encom GmbH', 'Data Engineer', undefined],
])('%s', (text, company, role, location) => {
  expect(headlineOf(text)).toEqual({ company, role, ...(location && { location }) })
})

test.each([
  'Product Designer - Payments - London\nJoin us.',
  'Engineer - Backend - Remote\nJoin us.',
  'UX Designer, Nordlicht GmbH, Berlin\n…',
  'Nordlicht\nUX Designer\nJoin Nordlicht today.',
  'UX Designer - Berlin\nJoin us in Berlin.',
])('no company is surely named: %s', (text) => {
  expect(headlineOf(text)).toEqual({})
})
