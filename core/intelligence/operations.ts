// All operations of compensation intelligence.
import { listTools, showDirectory } from './about/directory.ts'
import { showChangelog, showMethodology } from './about/methodology.ts'
import { showUsage } from './about/usage.ts'
import { operations as analyses } from './analyses/operations.ts'
import { listAdjacent } from './adjacent/show.ts'
import { compareLevels, getCompany, listCompanies } from './levels/companies.ts'
import { showLineage } from './lineage/show.ts'
import { showMarket } from './market/show.ts'
import { analyseNegotiation } from './negotiation/analysis.ts'
import { operations as notices } from './notices/operations.ts'
import { annualReport } from './reports/annual.ts'
import { calculateSalary } from './salaries/calculate.ts'
import { listCities, listRoles, searchRoles } from './salaries/catalogue.ts'
import { showDemo } from './salaries/demo.ts'
import { showHistory } from './salaries/history.ts'
import { showProjections } from './salaries/projections.ts'
import { getSalary } from './salaries/salary.ts'
import { getSkill, listSkills } from './skills/show.ts'
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
