// Column headers of exports and spreadsheets, mapped to our fields.
import { keysOf } from '../../kernel/narrow.ts'
import { headersOf, headerWords } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'

/**
 * The fields of a column. `excitement` is an ascending priority (5 is highest); `name` is whichever of role and company a
 * file has no column for, as in Notion; `derived` is computed by us.
 */
export type Field =
  | 'id'
  | 'company'
  | 'role'
  | 'location'
  | 'salary'
  | 'salaryMin'
  | 'salaryMax'
  | 'url'
  | 'description'
  | 'notes'
  | 'tags'
  | 'priority'
  | 'excitement'
  | 'status'
  | 'createdAt'
  | 'appliedAt'
  | 'statusChangedAt'
  | 'deadline'
  | 'followUpAt'
  | 'nextStep'
  | 'history'
  | 'name'
  | 'region'
  | 'payCurrency'
  | 'payInterval'
  | 'outcome'
  | 'number'
  | 'subject'
  | 'derived'

// LinkedIn ("Job Applications.csv", "Saved Jobs.csv"), Huntr, Teal, Simplify, JobSync, Notion and spreadsheet
// trackers, and our own exports. Headers are compared in the form of `headerWords`.
const aliases: Readonly<Record<Field, string>> = {
  id: 'id, job id, crm id',
  company:
    'company, company name, employer, employer name, organization, organisation, org, business, firm, company organization, unternehmen, firma, arbeitgeber, entreprise, société, employeur, empresa, azienda, società, bedrijf, werkgever, företag, virksomhed, firma pracodawcy, pracodawca, компания, работодатель, 公司, 公司名称, 企业, 企業, 会社, 会社名, 企業名, 회사, 회사명',
  role: 'role, role title, role name, job title, title, position, position title, job position, job, job name, job role, vacancy, opening, stelle, position stelle, stellenbezeichnung, jobtitel, poste, intitulé du poste, intitulé, puesto, cargo, vacante, posizione, ruolo, vaga, functie, vacature, tjänst, stanowisko, должность, вакансия, 岗位, 职位, 职位名称, 岗位名称, 職種, 職位, 役職, ポジション, 직무, 포지션',
  location:
    'location, locations, job location, city, place, office, office location, where, city state, location city, standort, ort, stadt, arbeitsort, lieu, ville, ubicación, ciudad, localidad, luogo, sede, città, local, cidade, locatie, plaats, ort, plats, lokalizacja, miasto, город, 工作地点, 地点, 城市, 勤務地, 근무지',
  salary:
    'salary, salary range, pay, pay range, compensation, compensation range, comp, comp range, wage, rate, base salary, expected salary, gehalt, vergütung, lohn, salaire, rémunération, salario, sueldo, stipendio, retribuzione, salário, salaris, lön, løn, wynagrodzenie, зарплата, 薪资, 薪水, 工资, 年収, 給与, 연봉',
  salaryMin:
    'min salary, minimum salary, salary min, salary minimum, min pay, pay min, salary from, lowest salary, min amount, minimum amount, amount min, pay from, gehalt von, gehalt min, salaire min',
  salaryMax:
    'max salary, maximum salary, salary max, salary maximum, max pay, pay max, salary to, highest salary, max amount, maximum amount, amount max, pay to, gehalt bis, gehalt max, salaire max',
  url: 'url, job url, link, job link, job posting, job posting url, job posting link, posting, posting url, posting link, application url, application link, apply url, apply link, listing, listing url, job ad, job post, job post url, original url, website url, job url direct, stellenlink, lien, lien de l offre, enlace, collegamento, adres, länk, ссылка, 岗位链接, 职位链接, 链接, リンク, 링크',
  description:
    'description, job description, jd, job details, posting text, summary, html description, description html, job description html, beschreibung, stellenbeschreibung, descripción, descrizione, descrição, описание, 职位描述, 岗位描述, 仕事内容',
  notes:
    'notes, note, comments, comment, remarks, my notes, additional notes, notizen, bemerkungen, anmerkungen, remarques, commentaires, notas, comentarios, note, opmerkingen, anteckningar, uwagi, заметки, 备注, メモ, 備考, 메모',
  tags: 'tags, tag, labels, label, keywords, categories',
  priority: 'priority, importance, prio, job priority',
  excitement: 'excitement, excitement level, interest, interest level, stars, rating, enthusiasm',
  status:
    'status, stage, job status, application status, current status, list, list name, column, pipeline stage, application stage, state, progress, phase, bewerbungsstatus, stand, statut, état, etat, estado, estatus, stato, situação, fase, etap, статус, 当前状态, 状态, 投递状态, 进度, ステータス, 状況, 選考状況, 상태, 진행상태',
  createdAt:
    'created at, created, created date, date created, created on, saved date, date saved, saved at, saved on, date added, added, added at, added on, bookmarked at, date bookmarked',
  appliedAt:
    'applied at, date applied, applied, applied on, applied date, application date, date of application, date submitted, submitted, submitted on, apply date, date sent, bewerbungsdatum, beworben am, datum der bewerbung, date de candidature, candidature envoyée le, fecha de solicitud, fecha de aplicación, data candidatura, data di candidatura, data da candidatura, datum sollicitatie, sollicitatiedatum, data aplikacji, дата отклика, 投递时间, 投递日期, 申请日期, 応募日, 지원일',
  statusChangedAt: 'status changed at, status date, status changed, status updated at',
  deadline:
    'deadline, application deadline, deadline date, apply by, apply before, closing date, close date, due date, due',
  followUpAt:
    'follow up, follow up date, follow up at, follow up on, followup, followup date, next follow up, next follow up date, follow up reminder',
  nextStep:
    'next step, next steps, next action, next actions, nächster schritt, prochaine étape, próximo paso, 下一步',
  history: 'history',
  name: 'name',
  region: 'region of the country',
  payCurrency: 'currency, salary currency, pay currency, währung, devise, moneda',
  payInterval:
    'interval, pay interval, salary interval, pay period, salary period, pay frequency, salary frequency, salary type, pay type',
  outcome:
    'result, outcome, final result, final outcome, final status, ergebnis, résultat, resultado, esito, 结果',
  number:
    'application id, application number, job number, requisition id, requisition, req id, job reference, reference number, reference, posting id, bewerbungsnummer, kennziffer',
  subject: 'subject, email subject, mail subject, subject line, betreff, objet, asunto',
  derived:
    'index, updated at, compensation min, compensation max, compensation currency, compensation period, contact ids, canonical url, possible duplicates',
}

/** The fields whose dates tell in which order a file writes days and months. */
export const DATE_FIELDS: readonly Field[] = [
  'appliedAt',
  'createdAt',
  'deadline',
  'followUpAt',
  'statusChangedAt',
]

/** Columns of people, beside which “Name” is a person's. */
const PEOPLE = /^(?:e ?mail|e mail address|email address|phone|phone number|mobile|birthday)$/

/** Why these columns are not those of jobs, or null. */
export function strangeTo(columns: readonly string[]): string | null {
  const words = columns.map(headerWords)
  const has = (field: Field) => columns.some((column) => jobTable.fieldOf(column) === field)
  const isNamed = words.includes('first name') && words.includes('last name')
  const isPeople =
    has('name') && words.some((each) => PEOPLE.test(each)) && !has('status') && !has('appliedAt')
  return isNamed || isPeople
    ? 'These are people, not jobs. Import them as contacts: crm contacts import.'
    : null
}

/** Beside a city, or a status of its own, “State” is a part of the country. */
const REGION = /^(?:state|province|state province|country|region)$/
const CITY = /^(?:city|town|job city|location city|stadt|ville|ciudad)$/
const STATUS = /^(?:job |application |current )?(?:status|stage)$/

/** The table for these columns. */
export function tableFor(columns: readonly string[]): Table<Field> {
  const words = columns.map(headerWords)
  const hasCity = words.some((each) => CITY.test(each))
  const isRegion = (each: string) =>
    REGION.test(each) && (hasCity || (each === 'state' && words.some((one) => STATUS.test(one))))
  if (!words.some(isRegion)) return jobTable
  return {
    ...jobTable,
    fieldOf: (header) => (isRegion(headerWords(header)) ? 'region' : jobTable.fieldOf(header)),
  }
}

/** The table of jobs. */
export const jobTable: Table<Field> = {
  noun: 'jobs',
  least: 'Company and Role',
  lists: ['jobs', 'applications', 'data', 'items', 'results', 'rows'],
  telling: ['company'],
  fields: keysOf(aliases).filter((field) => field !== 'derived'),
  fieldOf: headersOf(aliases),
}
