// `crm ai …`: every assistant from the terminal, with input from files, stdin and the pipeline.
import type { Command } from '../command.ts'
import { companyCommands } from './ai-applications.ts'
import { readingCommands } from './ai-parse.ts'
import { selfCommands } from './ai-insights.ts'

export const commands: Command[] = [...readingCommands, ...companyCommands, ...selfCommands]
