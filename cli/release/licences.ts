// Which licences the packages of an installation may have: all of them let it be used, changed and passed on with their notice.

const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  'Zlib',
  'BlueOak-1.0.0',
  'PostgreSQL',
  'CC0-1.0',
  'Python-2.0',
  // Its files may be part of a larger work; they are not changed.
  'MPL-2.0',
]

/** Whether an SPDX expression (`MIT`, `(MIT OR GPL-3.0-or-later)`, `(MIT AND Zlib)`) can be met with allowed licences. */
export function isAllowed(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1')
  if (/\sOR\s/.test(inner)) return inner.split(/\s+OR\s+/).some(isAllowed)
  if (/\sAND\s/.test(inner)) return inner.split(/\s+AND\s+/).every(isAllowed)
  return ALLOWED.includes(inner)
}
