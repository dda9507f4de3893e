// What an error says at a terminal: nothing of headers, routes and the numbers of HTTP.
import { expect, test } from 'vitest'
import { terminalWords } from '../../cli/output.ts'

test.each([
  ['To keep both, pass allowDuplicate: true.', 'To keep both, pass --allow-duplicate.'],
  [
    'This needs an AI model: send your provider’s key in X-User-API-Key, or buy AI budget.',
    'This needs an AI model: set the key of a provider.',
  ],
  ['The page answered with status 404.', 'There is no such page.'],
  ['The page answered with status 410.', 'There is no such page.'],
  ['The page answered with status 503.', 'The page was not given out.'],
  ['There is no job acme.', 'There is no job acme.'],
])('%s', (said, shown) => expect(terminalWords(said)).toBe(shown))
