// The statuses and fields of a job. kernel/record.ts derives schemas, SQL and forms from them.
import {
  choice,
  computed,
  deadline,
  hidden,
  id,
  lineOf,
  link,
  name,
  notesOf,
  own,
  references,
  stamp,
  tags,
  textOf,
} from '../kernel/field-kinds.ts'
import { Instant, lazySchema, type Parsed } from '../kernel/schema.ts'
import { record, shownIn, type RecordOf, type RowOf, type StoredOf } from '../kernel/record.ts'
import { isKeyOf } from '../kernel/narrow.ts'

export const STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
  'accepted',
  'rejected',
  'withdrawn',
] as const
export type Status = (typeof STATUSES)[number]

export const FIRST_STATUSES = ['saved', 'applied', 'screening', 'interviewing'] as const

export const OPEN_STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
] as const satisfies Status[]

export const STATUS_GROUPS = {
  open: OPEN_STATUSES,
  active: ['applied', 'screening', 'interviewing', 'offer'],
  closed: ['accepted', 'rejected', 'withdrawn'],
} as const satisfies Record<string, readonly Status[]>
export type StatusGroup = keyof typeof STATUS_GROUPS

export const statusesIn = (named: readonly (Status | StatusGroup)[]): Status[] => [
  ...new Set(named.flatMap((name) => (isKeyOf(STATUS_GROUPS, name) ? STATUS_GROUPS[name] : [name]))),
]

export const RESPONSE_STATUSES = [
  'screening',
  'interviewing',
  'offer',
  'accepted',
] as const satisfies Status[]

export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
const PAY_PERIODS = ['year', 'month', 'week', 'day', 'hour'] as const

const Compensation = lazySchema((z) =>
  z
    .strictObject({
      min: z.number().nullable(),
      max: z.number().nullable(),
      currency: z.string().nullable().describe('ISO 4217; null if the text names none.'),
      period: z.enum(PAY_PERIODS).nullable(),
    })
    .nullable(),
)
type Compensation = NonNullable<Parsed<typeof Compensation>>

const Status = lazySchema((z) => z.enum(STATUSES))
const MaybeInstant = lazySchema(() => Instant().nullable())

export const JOB = record('job', 'jobs', 'j', {
  id: id('job id, crm id'),
  company: name(200, {
    isBrief: true,
    sort: 'text',
    headings:
      'company name, employer, employer name, organization, organisation, org, business, firm, company organization, unternehmen, firma, arbeitgeber, entreprise, société, employeur, empresa, azienda, società, bedrijf, werkgever, företag, virksomhed, firma pracodawcy, pracodawca, компания, работодатель, 公司, 公司名称, 企业, 企業, 会社, 会社名, 企業名, 회사, 회사명',
  }),
  role: name(200, {
    isBrief: true,
    sort: 'text',
    headings:
      'role title, role name, job title, title, position, position title, job position, job, job name, job role, vacancy, opening, stelle, position stelle, stellenbezeichnung, jobtitel, poste, intitulé du poste, intitulé, puesto, cargo, vacante, posizione, ruolo, vaga, functie, vacature, tjänst, roll, stanowisko, должность, вакансия, 岗位, 职位, 职位名称, 岗位名称, 職種, 職位, 役職, ポジション, 직무, 포지션',
  }),
  location: lineOf(200, {
    isBrief: true,
    headings:
      'locations, job location, city, place, office, office location, where, city state, location city, location address, location name, standort, ort, stadt, arbeitsort, lieu, ville, ubicación, ciudad, localidad, luogo, sede, città, local, cidade, locatie, plaats, ort, plats, lokalizacja, miasto, город, 工作地点, 地点, 城市, 勤務地, 근무지',
  }),
  salary: lineOf(100, {
    isBrief: true,
    ask: 'As written, such as $180k–220k or 55/hr.',
    help: "As written: '$180k-220k', 55/hr.",
    headings:
      'salary range, pay, pay range, compensation, compensation range, comp, comp range, wage, rate, base salary, expected salary, gehalt, vergütung, lohn, salaire, rémunération, salario, sueldo, stipendio, retribuzione, ral, salário, salaris, lön, løn, wynagrodzenie, зарплата, 薪资, 薪水, 工资, 年収, 給与, 연봉',
  }),
  url: link({
    help: 'The posting’s URL.',
    headings:
      'job url, link, job link, job posting, job posting url, job posting link, posting, posting url, posting link, application url, application link, apply url, apply link, listing, listing url, job ad, job post, job post url, original url, website url, job url direct, stellenlink, lien, lien de l offre, enlace, collegamento, adres, länk, ссылка, 岗位链接, 职位链接, 链接, リンク, 링크',
  }),
  description: textOf(10_000, {
    ...{ label: 'posting', help: 'The posting’s text; - reads stdin.' },
    headings:
      'job description, jd, job details, posting text, summary, html description, description html, job description html, beschreibung, stellenbeschreibung, descripción, descrizione, descrição, описание, 职位描述, 岗位描述, 仕事内容',
  }),
  notes: notesOf(5_000, {
    headings:
      'note, comments, comment, remarks, my notes, additional notes, notizen, bemerkungen, anmerkungen, remarques, commentaires, notas, comentarios, note, opmerkingen, anteckningar, uwagi, заметки, 备注, メモ, 備考, 메모',
  }),
  tags: tags({
    isBrief: true,
    help: 'Labels: remote,rust.',
    headings: 'tag, labels, label, keywords, categories',
  }),
  priority: choice(PRIORITIES, {
    isBrief: true,
    flag: '-p, --priority <level>',
    headings: 'importance, prio, job priority',
    words: {
      high: 'highest, urgent, top, critical, must, dream, dream job, a, p0, p1, 1, yes, hoch, sehr hoch, haute, élevée, alta, alto, hoog, wysoki, hög',
      medium:
        'med, normal, moderate, mid, average, b, p2, 2, mittel, moyenne, moyen, media, medio, média, gemiddeld, średni, medel',
      low: 'lowest, minor, c, p3, p4, 3, backup, safety, niedrig, gering, basse, faible, baja, bassa, baixa, laag, niski, låg',
    },
  }),
  status: own(Status, {
    undo: 'status',
    isBrief: true,
    headings:
      'stage, job status, application status, current status, list, list name, column, pipeline stage, application stage, state, progress, phase, bewerbungsstatus, stand, statut, état, etat, estado, estatus, stato, situação, fase, etap, статус, 当前状态, 状态, 投递状态, 进度, ステータス, 状況, 選考状況, 상태, 진행상태',
  }),
  statusChangedAt: own(MaybeInstant, {
    undo: 'status',
    isBrief: true,
    sort: 'maybe',
    label: 'since',
    about: 'null where an import did not say.',
    headings: 'status date, status changed, status updated at',
  }),
  appliedAt: own(MaybeInstant, {
    undo: 'status',
    sort: 'maybe',
    about: 'When the first application was sent.',
    headings:
      'date applied, applied, applied on, applied date, application date, sent, sent on, sent date, date of application, date submitted, submitted, submitted on, apply date, date sent, bewerbungsdatum, beworben am, datum der bewerbung, datum bewerbung, bewerbung am, date de postulation, fecha de postulación, data invio, date de candidature, candidature envoyée le, fecha de solicitud, fecha de aplicación, data candidatura, data di candidatura, data da candidatura, datum sollicitatie, sollicitatiedatum, datum gesolliciteerd, gesolliciteerd op, candidaté le, postulé le, data aplikacji, ansökt, дата отклика, 投递时间, 投递日期, 申请日期, 応募日, 지원일',
  }),
  deadline: deadline({
    isBrief: true,
    about: 'When its next step is due.',
    help: 'The deadline: friday, 2026-03-01.',
    headings:
      'application deadline, deadline date, apply by, apply before, closing date, close date, due date, due, frist, bewerbungsfrist, bewerbungsschluss, einsendeschluss, abgabefrist, stichtag, date limite, date limite de candidature, échéance, fecha límite, fecha limite, plazo, scadenza, prazo, sluitingsdatum, 締切, 截止日期, 마감일',
  }),
  nextStep: lineOf(200, {
    isBrief: true,
    label: 'next',
    about: 'What to do next for it.',
    headings:
      'next steps, next action, next actions, nächster schritt, prochaine étape, próximo paso, 下一步',
  }),
  source: lineOf(100, {
    about: 'Where it was found: a board, a person.',
    headings:
      'job source, found on, found via, found at, where found, site, job site, job board, job portal, portal, platform, quelle, origine, fuente, origem, fonte, bron, källa, источник, 来源, 渠道, 出所, 출처',
  }),
  compensation: computed<Compensation | null>(Compensation),
  contactIds: references(100, { isLeftOut: true, help: 'Contacts to link: jane,raj.' }),
  createdAt: stamp({
    sort: 'instant',
    headings:
      'created, created date, date created, created on, saved date, date saved, saved at, saved on, date added, added, added at, added on, bookmarked at, date bookmarked',
  }),
  updatedAt: stamp({ sort: 'instant' }),
  /** Computed from the salary and the location. */
  payMin: hidden<number | null>(),
  payMax: hidden<number | null>(),
  payCurrency: hidden<string | null>(),
  payPeriod: hidden<Compensation['period']>(),
  /** Computed from the history. */
  applied: hidden<boolean>(),
  answered: hidden<boolean>(),
  /** The time of the last activity. */
  touchedAt: hidden<string>(),
  duplicate: hidden<boolean>(),
})

export type Job = RecordOf<typeof JOB>
export type JobRow = RowOf<typeof JOB>
export type JobValues = StoredOf<typeof JOB> & { urlKey: Buffer | null }

export function jobOf(row: JobRow): Job {
  const { payMin: min, payMax: max, payCurrency: currency, payPeriod: period } = row
  const compensation = min === null && max === null ? null : { min, max, currency, period }
  return shownIn(JOB, { ...row, compensation })
}
