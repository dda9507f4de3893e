// Validation messages that follow the field's name: “status must be one of saved, applied”.
import type { Z } from './zod.ts'

type ZodIssue = Z.core.$ZodIssue

/** Matches zod's default messages; the schemas' own messages start in lower case and are kept. */
const ZOD_MESSAGES = /^(?:Invalid|Too (?:big|small)|Unrecognized)/

const THINGS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const thing = (type: string): string => THINGS[type] ?? `a ${type}`

const FORMATS: Readonly<Record<string, string>> = {
  url: 'is not a web address',
  email: 'is not an e-mail address',
  uuid: 'is not an id',
  datetime: 'is not a date-time',
  date: 'is not a date',
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.map(String).join(', ')}`

export const MISSING = 'is missing'
export const UNKNOWN = 'is not a known field'

export function issueMessage(issue: ZodIssue): string {
  if (!ZOD_MESSAGES.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_type':
      return isAbsent(issue) ? MISSING : `must be ${thing(issue.expected)}`
    case 'invalid_union':
      return unionWords(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'does not have the right form'
    case 'too_big':
      return sizeWords(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      return sizeWords(issue.origin, 'at least', issue.minimum)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return issue.message
  }
}

const isAbsent = ({ message }: ZodIssue): boolean => message.endsWith('received undefined')

function unionWords(issue: Extract<ZodIssue, { code: 'invalid_union' }>): string {
  if (issue.discriminator !== undefined)
    return oneOf('options' in issue && Array.isArray(issue.options) ? issue.options : [])
  const parts = issue.errors.flatMap((branch) => branch.slice(0, 1))
  const types = parts.flatMap((part) => (part.code === 'invalid_type' ? [thing(part.expected)] : []))
  if (types.length !== parts.length || !types.length) return 'does not have one of the allowed forms'
  return parts.every(isAbsent) ? MISSING : `must be ${[...new Set(types)].join(' or ')}`
}

function sizeWords(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${size} characters`
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${size} items`
  return `must be ${bound} ${size}`
}

/** Messages that begin with a verb, so that the field's name and the message are a sentence. Others follow a colon. */
const PREDICATE = /^(?:is|are|must|has|have|does|do|needs|contains|cannot|may|comes|lies|ends|starts|holds)\b/

const sentence = ({ path, message }: { path: string; message: string }): string => {
  if (!path) return PREDICATE.test(message) ? `The input ${message}` : message
  return PREDICATE.test(message) ? `${path} ${message}` : `${path}: ${message}`
}

/** Joins several problems in one line: `salary is too long; tagz is not a known field`. */
export const joinIssues = (issues: readonly { path: string; message: string }[]): string =>
  issues.map(sentence).join('; ')
