// One-time items: names and prices in cents of a dollar (spec/platform-api.md §4).
import { must } from '../kernel/must.ts'

export const ITEM_NAMES = [
  'boost-small',
  'boost-large',
  'prep-pack',
  'resume-tailor',
  'resume-tailor-bundle',
  'cover-letter',
  'salary-playbook',
] as const
export type ItemName = (typeof ITEM_NAMES)[number]

interface Item {
  item: ItemName
  label: string
  amountCents: number
  budgetCents?: number
}

export const ITEMS: readonly Item[] = [
  { item: 'boost-small', label: 'AI budget boost, $2', amountCents: 199, budgetCents: 200 },
  { item: 'boost-large', label: 'AI budget boost, $5', amountCents: 499, budgetCents: 500 },
  { item: 'prep-pack', label: 'Company intel', amountCents: 399 },
  { item: 'resume-tailor', label: 'Tailored résumé', amountCents: 299 },
  { item: 'resume-tailor-bundle', label: 'Tailored résumé with cover letter', amountCents: 399 },
  { item: 'cover-letter', label: 'Cover letter', amountCents: 199 },
  { item: 'salary-playbook', label: 'Salary playbook', amountCents: 999 },
]

export const itemNamed = (name: ItemName): Item => must(ITEMS.find(({ item }) => item === name))
