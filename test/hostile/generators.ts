// Hostile texts of any size: what makes a careless pattern look at the same characters again and again.

const fill = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

const nested = (open: string, close: string, size: number): string => {
  const depth = Math.floor(size / (open.length + close.length))
  return open.repeat(depth) + close.repeat(depth)
}

/** Each makes a text of about so many characters. */
export const GENERATORS: Readonly<Record<string, (size: number) => string>> = {
  'line ends': (size) => fill('\n', size),
  'carriage returns and spaces': (size) => fill(' \r\n', size),
  'one letter': (size) => fill('a', size),
  'open brackets': (size) => fill('<', size),
  'opening tags': (size) => fill('<b>', size),
  paragraphs: (size) => fill('<p>', size),
  'digits and spaces': (size) => fill('100 ', size),
  quotes: (size) => fill('"', size),
  'nested elements': (size) => nested('<div>', '</div>', size),
  'nested brackets': (size) => nested('[', ']', size),
  'combining marks': (size) => fill('e\u0301\u0301\u0301\u0327', size),
  'long words': (size) => fill(`${'Softwareentwickler'.repeat(40)} `, size),
  commas: (size) => fill(',', size),
  abbreviations: (size) => fill('a. ', size),
  'short lines': (size) => fill('From: a\nOn 1:00 ', size),
  'half entities': (size) => fill('&#', size),
  'capital words': (size) => fill('Ab ', size),
}
