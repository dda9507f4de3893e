// The analyses as operations: one call returns text, data, confidence and citation.
import { findAdjacentOpportunities } from './adjacency.ts'
import { listCapabilities } from './capabilities.ts'
import { analyzeCompensation } from './compensation.ts'
import { discoverRolesAndCities } from './discovery.ts'
import { analyzeMarket } from './market.ts'
import { analyzeSkills } from './skills.ts'

export const operations = [
  ...[listCapabilities, analyzeCompensation, analyzeSkills, analyzeMarket],
  ...[discoverRolesAndCities, findAdjacentOpportunities],
]
