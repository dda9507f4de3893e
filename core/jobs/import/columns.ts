// Column headers of exports and spreadsheets, mapped to our fields.

/**
 * The fields of a column. `excitement` is an ascending priority (5 is highest); `derived` is computed by us.
 */
export type Field =
  | 'id' | 'company' | 'role' | 'location' | 'salary' | 'url' | 'description' | 'notes' | 'tags' | 'priority'
  | 'excitement' | 'status' | 'appliedAt' | 'statusChangedAt' | 'derived' // prettier-ignore

// LinkedIn ("Job Applications.csv", "Saved Jobs.csv"), Huntr, Teal, Simplify, Notion and spreadsheet
// trackers, and our own exports. Headers are compared in the form of `headerWords`.
const aliases: Readonly<Record<Field, string>> = {
  id: 'id, job id, crm id',
  company:
    'company, company name, employer, employer name, organization, organisation, org, business, firm, company organization, unternehmen, firma, entreprise, empresa',
  role: 'role, role title, role name, job title, title, position, position title, job position, job, job name, job role, vacancy, opening, stelle, poste, puesto',
  location:
    'location, job location, city, place, office, office location, where, city state, location city, standort, ort, lieu, ubicación',
  salary:
    'salary, salary range, pay, pay range, compensation, compensation range, comp, comp range, wage, rate, base salary, expected salary, max salary, gehalt, salaire, salario',
  url: 'url, job url, link, job link, job posting, job posting url, job posting link, posting, posting url, posting link, application url, application link, apply url, apply link, listing, listing url, job ad, job post, job post url, original url, website url',
  description: 'description, job description, jd, job details, posting text, summary, beschreibung',
  notes: 'notes, note, comments, comment, remarks, my notes, additional notes, notizen',
  tags: 'tags, tag, labels, label, keywords, categories',
  priority: 'priority, importance, prio, job priority',
  excitement: 'excitement, excitement level, interest, interest level, stars, rating, enthusiasm',
  status:
    'status, stage, job status, application status, current status, list, list name, column, pipeline stage, application stage, state, progress, phase',
  appliedAt:
    'applied at, date applied, applied, applied on, applied date, application date, date of application, date submitted, submitted, apply date, date sent, bewerbungsdatum',
  statusChangedAt: 'status changed at',
  derived:
    'created at, updated at, compensation min, compensation max, compensation currency, compensation period, contact ids, history, canonical url',
}

const fieldOf = new Map(
  Object.entries(aliases).flatMap(([field, list]) =>
    list.split(', ').map((alias) => [alias, field as Field] as const),
  ),
)

/** A header in lower-case words: "Job_URL", "jobUrl" and "Job  URL:" are all "job url". */
function headerWords(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The field of a column header; null for an unknown one. */
export function readHeader(header: string): Field | null {
  return fieldOf.get(headerWords(header)) ?? null
}
