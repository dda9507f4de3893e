// Extracts monthly expenses by category from a bank statement.
import { type Parsed, objectSchema } from '../../kernel/schema.ts'
import { assistant, modelText, answerOf, listOf, oneOf, prose } from '../assistant.ts'

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

const StatementIn = objectSchema((z) => ({ text: modelText(z, 20).describe('The statement’s text.') }))

/** The number in `1,234.50`, `$12` or `12,50 €`, without its sign: statements show payments as negative. Other text is unchanged. */
function asAmount(value: unknown): unknown {
  if (typeof value === 'number') return Math.abs(value)
  if (typeof value !== 'string' || !/\d/.test(value)) return value
  const digits = value.replace(/[^\d.,]/g, '')
  const decimal = /[.,]\d{1,2}$/.exec(digits)
  const whole = (decimal ? digits.slice(0, decimal.index) : digits).replace(/[.,]/g, '')
  return Number(`${whole}${decimal ? `.${decimal[0].slice(1)}` : ''}`)
}

const Payments = answerOf((z) => ({
  expenses: listOf(z, 'Every outgoing payment, one entry for each.', {
    name: prose(z, 'Who was paid, or what for, in a few words; no account numbers.'),
    amount: z.preprocess(asAmount, z.number()).describe('What was paid, as a positive number.'),
    category: oneOf(z, EXPENSE_CATEGORIES, 'other', 'The kind of expense.'),
  }),
}))

const Statement = answerOf((z) => ({
  expenses: z.array(
    z.object({
      name: z.string(),
      amount: z.number(),
      category: z.enum(EXPENSE_CATEGORIES),
      quote: z.string().describe('The line of the statement.'),
    }),
  ),
  dropped: z.int().describe('Expenses left out because the statement has no such amount.'),
}))

const AMOUNT = /\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?|\d[\d.,]*\d|\d/g
/** Dates and times, which are no amounts: 2026-03-01, 1.3.2026, 01.03. at the start of a line, 3/1, 9:41. */
const DATE_OR_TIME =
  /\b\d{4}-\d\d-\d\d(?:T[\d:.]+)?\b|\b\d{1,2}([./])\d{1,2}\1\d{2}(?:\d\d)?\b|^\s*\d{1,2}\.\d{1,2}\.(?!\d)|\b\d{1,2}\/\d{1,2}\b|\b\d{1,2}:\d\d(?::\d\d)?\b/g
const MAX_QUOTE_CHARACTERS = 200

function amountsOf(text: string): { amount: unknown; line: string; used: boolean }[] {
  return text.split(/\r?\n/).flatMap((line) =>
    (line.replace(DATE_OR_TIME, ' | ').match(AMOUNT) ?? []).map((written) => ({
      ...{ amount: asAmount(written.replace(/['’ ]/g, '')), used: false },
      line: line.trim().slice(0, MAX_QUOTE_CHARACTERS),
    })),
  )
}

const hasWordOf = (line: string, name: string): boolean =>
  (name.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => line.toLowerCase().includes(word))

/** Finds the line of each expense. Drops an expense if no unused amount of the text equals its own. `dropped` counts these. */
function withLines(expenses: readonly Expense[], text: string) {
  const amounts = amountsOf(text)
  const kept = expenses.flatMap((expense) => {
    const same = amounts.filter(
      ({ amount, used }) => !used && typeof amount === 'number' && Math.abs(amount - expense.amount) < 0.005,
    )
    const found = same.find(({ line }) => hasWordOf(line, expense.name)) ?? same[0]
    if (!found) return []
    found.used = true
    return [{ ...expense, quote: found.line }]
  })
  return { expenses: kept, dropped: expenses.length - kept.length }
}

type Expense = Parsed<typeof Payments>['expenses'][number]

export const parseStatement = assistant({
  name: 'parse-statement',
  summary: 'Extract monthly expenses by category from a bank statement, each with its line.',
  input: StatementIn,
  answer: Payments,
  output: Statement,
  instructions:
    'You read a bank statement and list what was spent, one entry for each payment. Incoming money and transfers between own accounts are no expenses. Copy amounts exactly.',
  maxTokens: 6_000,
  data: ({ text }) => ({ statement: text }),
  finish: ({ expenses }, { text }) => withLines(expenses, text),
})
