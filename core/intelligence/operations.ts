// What can be asked of compensation intelligence, noun by noun.
import { operations as analyses } from './analyses/operations.ts'
import { calculateSalary } from './salaries/calculate.ts'
import { listCities, listRoles, searchRoles } from './salaries/catalogue.ts'
import { showDemo } from './salaries/demo.ts'
import { showHistory } from './salaries/history.ts'
import { showProjections } from './salaries/projections.ts'
import { getSalary } from './salaries/salary.ts'

export const operations = [
  ...[showDemo, getSalary, listRoles, listCities, searchRoles, calculateSalary, showHistory, showProjections],
  ...analyses,
]
