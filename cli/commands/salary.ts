// `crm salary …`. Its commands import operations directly: the list of all operations would load every engine
// and the texts for models, which costs 20 ms.
import type { Command } from '../command.ts'
import { calculateCommand, historyCommand, projectionsCommand } from './salary-time.ts'
import {
  citiesCommand,
  rolesCommand,
  searchCommand,
  levelsCommand,
  skillsCommand,
} from './salary-catalogue.ts'
import { compareCommand } from './salary-batch.ts'
import { importCommand, importsCommand, sourcesCommand } from './salary-import.ts'
import { lineageCommand, methodologyCommand, reportCommand } from './salary-lineage.ts'
import { showCommand } from './salary-show.ts'

export const commands: Command[] = [
  showCommand,
  searchCommand,
  rolesCommand,
  citiesCommand,
  calculateCommand,
  compareCommand,
  historyCommand,
  projectionsCommand,
  skillsCommand,
  levelsCommand,
  lineageCommand,
  methodologyCommand,
  sourcesCommand,
  importCommand,
  importsCommand,
  reportCommand,
]
