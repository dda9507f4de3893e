// vCards of version 2.1, as telephones export them, in the form of version 3.0: bare types, and values in quoted-printable.

const IS_OLD = /^VERSION:2\.1[ \t]*$/im
const ENCODINGS = new Set(['quoted-printable', 'base64', '8bit', '7bit'])

export const modernised = (card: string): string =>
  IS_OLD.test(card) ? propertiesIn(card).flatMap(modern).join('\r\n') : card

function propertiesIn(card: string): string[] {
  const parts: string[][] = []
  let goesOn = /^\s/
  let isOpen = false
  for (const line of card.split(/\r\n?|\n/)) {
    const text = isOpen ? line : line.replace(/^[ \t]+/, ' ')
    if (isOpen || (parts.length > 0 && goesOn.test(line))) parts.at(-1)?.push(text)
    else {
      parts.push([line])
      goesOn = /base64|;b:/i.test(headOf(line)) ? /^[^:]*$/ : /^\s/
    }
    // A line in quoted-printable goes on after `=` at its end.
    isOpen = line.endsWith('=') && isQuoted(parts.at(-1)?.[0] ?? '')
  }
  return parts.map((lines) =>
    isQuoted(lines[0] ?? '') ? lines.map((line) => line.replace(/=$/, '')).join('') : lines.join(''),
  )
}

const isQuoted = (line: string): boolean => /quoted-printable/i.test(headOf(line))
const headOf = (line: string): string => line.slice(0, line.indexOf(':') + 1)

function modern(line: string): string[] {
  const colon = line.indexOf(':')
  if (colon < 0) return line.trim() === '' ? [] : [line]
  const [name = '', ...said] = line.slice(0, colon).split(';')
  const value = line.slice(colon + 1)
  if (/^version$/i.test(name)) return ['VERSION:3.0']
  const named = (key: string) =>
    said.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
  const encoding = (
    named('encoding') ?? said.find((each) => ENCODINGS.has(each.toLowerCase()))
  )?.toLowerCase()
  if (encoding === 'base64' || encoding === 'b') return []
  const types = said
    .filter((each) => !each.includes('=') && !ENCODINGS.has(each.toLowerCase()))
    .concat(named('type') ?? [])
  const text = encoding === 'quoted-printable' ? decoded(value, named('charset')) : value
  const lines = text.replace(/\r\n?|\n/g, '\\n')
  return [`${name}${types.length ? `;TYPE=${types.join(',')}` : ''}:${lines}`]
}

function decoded(value: string, charset = 'utf-8'): string {
  const bytes = Buffer.from(value, 'utf8')
    .toString('latin1')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'))
}
