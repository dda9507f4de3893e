// Extracts monthly expenses by category from a bank statement.
import { lazySchema } from '../../kernel/schema.ts'
import { assistant } from '../assistant.ts'
import { MODEL_TEXT } from '../input-fields.ts'
import { listOf, oneOf, prose } from '../answer-fields.ts'

const EXPENSE_CATEGORIES = [
  ...([
    'housing',
    'food',
    'transportation',
    'insurance',
    'utilities',
    'subscriptions',
    'healthcare',
  ] as const),
  ...(['debt', 'personal', 'entertainment', 'internet', 'work', 'phone', 'other'] as const),
] as const

const StatementIn = lazySchema((z) =>
  z.strictObject({ text: MODEL_TEXT(z, 20).describe('The statement’s text.') }),
)

/**
 * Parses `1,234.50`, `$12` or `12,50 €` to a number. Statements show what was paid as negative, in front or behind. A
 * text without an amount stays as it is, and is refused.
 */
function asAmount(value: unknown): unknown {
  if (typeof value === 'number') return Math.abs(value)
  if (typeof value !== 'string' || !/\d/.test(value)) return value
  const digits = value.replace(/[^\d.,]/g, '')
  const decimal = /[.,]\d{1,2}$/.exec(digits)
  const whole = (decimal ? digits.slice(0, decimal.index) : digits).replace(/[.,]/g, '')
  return Number(`${whole}${decimal ? `.${decimal[0].slice(1)}` : ''}`)
}

const Statement = lazySchema((z) =>
  z.object({
    expenses: listOf(
      z,
      z.object({
        name: prose(z, 'Who was paid, or what for, in a few words; no account numbers.'),
        amount: z.preprocess(asAmount, z.number()).describe('What was paid, as a positive number.'),
        category: oneOf(z, EXPENSE_CATEGORIES, 'other', 'The kind of expense.'),
      }),
      'Every outgoing payment; several to one payee may be added up.',
    ),
  }),
)

export const parseStatement = assistant({
  name: 'parse-statement',
  summary: 'Extract monthly expenses by category from a bank statement.',
  input: StatementIn,
  answer: Statement,
  output: Statement,
  instructions:
    'You read a bank statement and list what was spent. Incoming money and transfers between own accounts are no expenses. Copy amounts exactly.',
  maxTokens: 6_000,
  data: ({ text }) => ({ statement: text }),
})
