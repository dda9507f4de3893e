// All operations of compensation intelligence.
import { listTools, showDirectory, showUsage } from './about/directory.ts'
import { showChangelog, showMethodology } from './about/methodology.ts'
import { operations as analyses } from './analyses/operations.ts'
import { listAdjacent } from './adjacent/operations.ts'
import { compareLevels, getCompany, listCompanies } from './levels/companies.ts'
import { showLineage } from './lineage/operations.ts'
import { showMarket } from './market/operations.ts'
import { analyseNegotiation } from './negotiation/analysis.ts'
import { operations as notices } from './webhooks/operations.ts'
import { annualReport } from './reports/annual.ts'
import { calculateSalary } from './salaries/calculate.ts'
import { listCities, listRoles, searchRoles } from './salaries/catalogue.ts'
import { showDemo } from './salaries/demo.ts'
import { showHistory, showProjections } from './salaries/history.ts'
import { getSalary } from './salaries/salary.ts'
import { getSkill, listSkills } from './skills/operations.ts'
import { addSubmission, listSubmissions, showReported } from './submissions/operations.ts'

export const operations = [
  ...[getSalary, showDemo, listRoles, listCities, searchRoles, calculateSalary, showHistory, showProjections],
  ...[listCompanies, getCompany, compareLevels],
  ...[listSkills, getSkill, showMarket, listAdjacent],
  analyseNegotiation,
  ...[addSubmission, listSubmissions, showReported],
  ...[showLineage, annualReport],
  ...notices,
  ...analyses,
  ...[showMethodology, showChangelog, showDirectory, listTools, showUsage],
]
