// What can be asked of compensation intelligence, noun by noun.
import { compareLevels, getCompany, listCompanies } from './levels/companies.ts'
import { showLineage } from './lineage/show.ts'
import { calculateSalary } from './salaries/calculate.ts'
import { listCities, listRoles, searchRoles } from './salaries/catalogue.ts'
import { showDemo } from './salaries/demo.ts'
import { showHistory } from './salaries/history.ts'
import { showProjections } from './salaries/projections.ts'
import { getSalary } from './salaries/salary.ts'
import { getSkill, listSkills } from './skills/show.ts'

export const operations = [
  ...[showDemo, getSalary, listRoles, listCities, searchRoles, calculateSalary, showHistory, showProjections],
  ...[listCompanies, getCompany, compareLevels, listSkills, getSkill, showLineage],
]

export { calculateSalary, getSalary, listCities, listRoles, searchRoles, showHistory, showProjections }
export { compareLevels, getCompany, listCompanies, listSkills, showLineage }
