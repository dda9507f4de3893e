/**
 * Slugs of roles that were served until they became another spelling of the same job, or a level of one, and the role that
 * has it now: ids of their figures resolve for ever.
 */
const FORMER: Readonly<Record<string, string>> = {
  'applications-programmer': 'application-programmer',
  'business-process-consultant': 'business-processes-consultant',
  'carpenters-helper': 'carpenter-helper',
  'childcare-worker': 'child-care-worker',
  'computer-system-analyst': 'computer-systems-analyst',
  'computer-system-engineer': 'computer-systems-engineer',
  'facility-maintenance-supervisor': 'facilities-maintenance-supervisor',
  'fire-fighter': 'firefighter',
  'geographic-information-systems-analyst': 'geographic-information-system-analyst',
  'human-resource-specialist': 'human-resources-specialist',
  'java-fullstack-developer': 'java-full-stack-developer',
  'operation-manager': 'operations-manager',
  'operation-research-analyst': 'operations-research-analyst',
  'oracle-application-developer': 'oracle-applications-developer',
  'service-now-developer': 'servicenow-developer',
  'software-application-engineer': 'software-applications-engineer',
  'software-applications-developer': 'software-application-developer',
  'software-developer-application': 'software-developer-applications',
  'system-analyst': 'systems-analyst',
  'system-software-engineer': 'systems-software-engineer',
  'systems-architect': 'system-architect',
  'technical-lead': 'software-engineer',
}

/** The slugs of former roles. */
export const FORMER_ROLES: readonly string[] = Object.keys(FORMER)

/** The slug that a role has now. */
export const presentRole = (slug: string): string => (Object.hasOwn(FORMER, slug) ? FORMER[slug]! : slug)
