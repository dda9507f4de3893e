// What an error says to somebody at a terminal: commands and flags, where the API speaks of fields and routes.

/** The sentence with flags and commands for the API's fields and routes: `pass allowDuplicate: true` is `pass --allow-duplicate`. */
export const terminalWords = (sentence: string): string =>
  sentence
    .replace(
      /\bpass (\w+): true/g,
      (_, field: string) => `pass --${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    .replace(/\bsend your provider’s key in X-User-API-Key\b/g, 'use your provider’s key')
    .replace(/\bThe page answered with status 4(?:04|10)\./g, 'There is no such page.')
    .replace(/\bThe page answered with status \d+\./g, 'The page was not given out.')
    .replace(/,? or (?:GET|POST|PATCH|DELETE) \/[\w/{}:-]+/g, '')
    .replace(
      /\b(?:sign in )?at (?:GET|POST|PATCH|DELETE) \/[\w/{}:-]+/g,
      'sign in: crm remote login --server URL',
    )
