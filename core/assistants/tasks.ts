// The list of assistants.
import type { Assistant } from './assistant.ts'
import { companyBrief } from './tasks/company-brief.ts'
import { draftMessage } from './tasks/draft-message.ts'
import { interviewDebrief } from './tasks/interview-debrief.ts'
import { interviewPrep } from './tasks/interview-prep.ts'
import { parseContact } from './tasks/parse-contact.ts'
import { parseInterviewEmail } from './tasks/parse-interview-email.ts'
import { parseJd } from './tasks/parse-jd.ts'
import { parseResume } from './tasks/parse-resume.ts'
import { parseStatement } from './tasks/parse-statement.ts'
import { pipelineInsights } from './tasks/pipeline-insights.ts'
import { resumeTailor } from './tasks/resume-tailor.ts'
import { salaryAdvisor } from './tasks/salary-advisor.ts'
import { wellnessAnalysis } from './tasks/wellness-analysis.ts'

/** Erases the input type for the list; each assistant still only receives what its own schema parsed. */
const eraseInput = (one: object): Assistant => one as Assistant

export const ASSISTANTS: readonly Assistant[] = [
  parseJd,
  parseContact,
  resumeTailor,
  parseResume,
  interviewPrep,
  interviewDebrief,
  companyBrief,
  parseInterviewEmail,
  wellnessAnalysis,
  draftMessage,
  parseStatement,
  salaryAdvisor,
  pipelineInsights,
].map(eraseInput)
