/** Every shipped table, in the order it is written. */
import { readFiledTitles } from './filings.ts'
import { readOccupations } from './occupations.ts'
import type { Raw } from './raw.ts'
import { buildRoles, ROLE_COLUMNS, roleRow } from './roles.ts'
import type { Table } from './table.ts'

/** Builds all tables from the raw folder. */
export function buildTables(raw: Raw): Table[] {
  const occupations = readOccupations(raw)
  const filed = readFiledTitles(raw, occupations)
  const { roles, aliases } = buildRoles(raw, occupations, filed)
  return [
    {
      name: 'roles',
      about: 'One row per role: its occupation, why it has it, and how sure that is.',
      sources: ['soc', 'onet', 'dol_lca_counts', 'curated'],
      columns: ROLE_COLUMNS,
      rows: roles.map(roleRow),
    },
    {
      name: 'aliases',
      about: 'Other wordings that lead to a role, with a weight in (0, 1].',
      sources: ['onet', 'dol_lca_counts', 'curated'],
      columns: ['slug', 'text', 'weight', 'source'],
      rows: aliases.map((alias) => [alias.slug, alias.text, alias.weight, alias.source]),
    },
  ]
}
