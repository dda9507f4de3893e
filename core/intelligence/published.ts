// Which operations the pay file answers alone, so that a terminal needs no database for them.
import { parseDataPointId } from './lineage/data-point.ts'

const OPERATIONS: ReadonlySet<string> = new Set([
  'salaries.get',
  'salaries.demo',
  'salaries.search',
  'salaries.roles',
  'salaries.cities',
  'salaries.calculate',
  'salaries.history',
  'salaries.projections',
  'companies.list',
  'companies.get',
  'companies.compare',
  'skills.list',
  'skills.get',
  'market.get',
  'adjacent.list',
  'analysis.offers',
  'analysis.negotiation',
  'analyses.capabilities',
  'analyses.skills',
  'analyses.adjacency',
  'analyses.compensation',
  'analyses.market',
  'analyses.discovery',
  'methodology.get',
  'changelog.get',
  'directory.get',
  'tools.list',
  'reports.annual',
  'lineage.get',
])

/** Whether the pay file answers a question alone. What people reported of their own pay is in the database. */
export const isPublished = (operation: string, input: unknown): boolean =>
  OPERATIONS.has(operation) && !isOfReports(input)

const isOfReports = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'data_point_id' in input &&
  typeof input.data_point_id === 'string' &&
  parseDataPointId(input.data_point_id)?.metric === 'reported'
