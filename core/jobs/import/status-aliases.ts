// Status names of other trackers, mapped to ours.
import { entriesOf, isOneOf } from '../../kernel/narrow.ts'
import { STATUSES, type Status } from '../fields.ts'

/** A parsed status. `exact` is false when the original word is more specific than ours and should be kept. */
interface ReadStatus {
  readonly status: Status
  readonly exact: boolean
}

const exact: Readonly<Record<Status, string>> = {
  saved:
    'saved, applying, preparing, preparing application, did not apply, wishlist, wish list, wishlisted, bookmarked, bookmark, to apply, want to apply, will apply, interested, todo, to do, not applied, not applied yet, not yet applied, not started, backlog, lead, leads, new, open, draft, researching, research, considering, planned, prospect, shortlist, shortlisted by me, favorite, favourite, drafting, watching, vorgemerkt, geplant, merkliste, à postuler, enregistré, guardado, guardada, por aplicar, da fare, salvato, salvo, bewaard, sparad, zapisane, сохранено, 收藏, 待投递, 未投递, 気になる, 관심, gemerkt, gespeichert, noch nicht beworben, pas encore postulé',
  applied:
    'applied, resume submitted, application sent, application submitted, submitted, sent, in progress, pending, waiting, awaiting response, waiting for response, in review, under review, under consideration, application viewed, viewed, application received, received, resume viewed, resume downloaded, active, beworben, bewerbung gesendet, bewerbung verschickt, bewerbung abgeschickt, eingereicht, in bearbeitung, referred, referral submitted, applied easy apply, easy applied, postulé, candidature envoyée, envoyé, envoyée, en attente, en cours, aplicado, aplicada, solicitado, enviado, enviada, postulado, en proceso, inviata, inviato, candidato, candidatura inviata, in attesa, candidatado, candidatei, inscrito, em andamento, em análise, gesolliciteerd, verzonden, ansökt, sökt, skickad, ansøgt, søkt, wysłano, wysłane, aplikowano, w trakcie, отклик, отправлено, подано, откликнулся, 已投递, 已申请, 投递, 応募, 応募済み, 応募済, 書類選考中, 지원완료, 지원, abgeschickt, verschickt, gesendet, eingegangen, bewerbung eingegangen, in prüfung, wird geprüft, ausstehend, wartend, warte auf antwort, en attente de réponse, en cours d examen, en cours de traitement, candidature reçue, en espera, en revisión, esperando respuesta, in valutazione, in attesa di risposta, in afwachting, in behandeling, wacht op antwoord, eingangsbestätigung, eingangsbestätigung erhalten, eingang bestätigt, rückmeldung ausstehend, antwort ausstehend, accusé de réception, w toku',
  screening:
    'telefoninterview, telefonat, erstgespräch, entretien téléphonique, llamada, llamada telefónica, prueba técnica, colloquio telefonico, telefoongesprek, rozmowa telefoniczna, 笔试, 测评, 电话面试, 書類通過, screening, screen, phone screen, phone screening, recruiter screen, recruiter call, recruiter screening, screening call, hr screen, hr call, hr interview, initial call, intro call, initial screen, phone interview, phone call, contacted, responded, heard back, replied, assessment, online assessment, oa, oa received, oa invite, coding challenge, coding test, coding assessment, skills test, test, hackerrank, codesignal, take home, takehome, take home test, take home assignment, tech task, technical task, technical assignment, technical test, home assignment, home task, coding task, testaufgabe, probeaufgabe, test technique',
  interviewing:
    'interviewing, interview, interviews, interviewed, interview scheduled, interview stage, onsite, on site, onsite interview, on site interview, virtual onsite, technical interview, technical screen, technical, tech interview, tech screen, coding interview, case study, panel interview, panel, hiring manager interview, hiring manager, final round, final interview, final, loop, superday, reference check, references, team match, 2nd interview, second interview, vorstellungsgespräch, bewerbungsgespräch, gespräch, im gespräch, entretien, entretiens, entretien technique, entrevista, entrevistas, en entrevista, colloquio, colloqui, sollicitatiegesprek, gesprek, intervju, samtale, rozmowa, rozmowa kwalifikacyjna, собеседование, интервью, 面试, 面试中, 一面, 二面, 三面, 终面, 面接, 一次面接, 二次面接, 最終面接, 면접, eingeladen, einladung, einladung zum gespräch, einladung zum vorstellungsgespräch, zum gespräch eingeladen, gespräch vereinbart, zweitgespräch, zweites gespräch, probetag, convocation à un entretien, invitation à un entretien, entretien prévu, entretien planifié, entrevista programada, entrevista agendada, entrevista concertada, invitato a colloquio, colloquio fissato, uitgenodigd, uitnodiging, op gesprek',
  offer:
    'offer, offers, offered, offer received, received offer, got offer, offer extended, job offer, negotiating, negotiation, offer negotiation, verbal offer, angebot, zusage, offre, offre reçue, proposition, oferta, oferta recibida, offerta, proposta, aanbod, erbjudande, tilbud, оффер, предложение, offer收到, 录用, 已录用, 内定, 오퍼, angebot erhalten, zusage erhalten, vertragsangebot, promesse d embauche',
  accepted:
    'accepted, accepted offer, offer accepted, offer signed, signed, hired, i accepted, got the job, joined, started, employed, won, angenommen, eingestellt, accepté, acceptée, embauché, aceptado, aceptada, contratado, accettato, accettata, assunto, aceito, aangenomen, accepterad, przyjęto, zatrudniony, принят, 入职, 已入职, 承諾, 合格, 합격',
  rejected:
    'rejected, rejection, auto rejected, declined by company, company declined, rejected by company, not selected, not moving forward, not a fit, no, denied, unsuccessful, refused, regret, they said no, passed over, absage, abgelehnt, abgesagt, nicht erfolgreich, lost, refusé, refusée, refus, rejeté, rejetée, rechazado, rechazada, descartado, rifiutato, rifiutata, scartato, rejeitado, rejeitada, recusado, reprovado, afgewezen, avslag, nekad, afslag, odrzucono, odrzucone, odmowa, отказ, отказано, 拒绝, 被拒, 已拒绝, 不合适, 未通过, 不採用, 不合格, お見送り, 불합격, 탈락, absage erhalten, nicht berücksichtigt, non retenu, non retenue, candidature refusée, candidature rejetée, candidature non retenue, réponse négative, rechazo, no seleccionado, no seleccionada, non selezionato, non selezionata, afwijzing',
  withdrawn:
    'withdrawn, withdrew, application withdrawn, reneged, i withdrew, withdrawn by me, withdrawn by candidate, declined offer, offer declined, i declined, declined by me, rejected by me, rejected offer, offer rejected, turned down offer, zurückgezogen, retiré, retirée, retirado, ritirata, ritirato, teruggetrokken, återkallad, wycofano, отозвано, 放弃, 已放弃, 辞退, not interested, no longer interested, not pursuing, dropped, abandoned, skipped, selbst abgesagt, bewerbung zurückgezogen, candidature retirée, candidatura retirada',
}

// The word says more than these statuses, or not who acted; the notes keep it. “No answer” is no rejection: applied.
const inexact: Readonly<Partial<Record<Status, string>>> = {
  saved: 'shortlisted',
  applied:
    'ghosted, no response, no reply, no answer, never heard back, heard nothing, stale, on hold, ongoing, keine antwort, keine rückmeldung, sans réponse, pas de réponse, sin respuesta, nessuna risposta, geen antwoord, geen reactie',
  rejected:
    'turned down, expired, closed, job closed, position closed, posting closed, position filled, filled, role closed, position cancelled, no longer available, nicht mehr verfügbar, stelle nicht mehr verfügbar, stelle besetzt, position besetzt, bereits besetzt, besetzt, abgelaufen, poste pourvu, offre expirée',
  withdrawn: 'passed, declined, cancelled, canceled, archived, archive, inactive, done, finished, old',
}

const meanings = (list: Readonly<Partial<Record<Status, string>>>, isExact: boolean) =>
  entriesOf(list).flatMap(([status, words]) =>
    words.split(', ').map((word): [string, ReadStatus] => [word, { status, exact: isExact }]),
  )

const table: ReadonlyMap<string, ReadStatus> = new Map([
  ...meanings(exact, true),
  ...meanings(inexact, false),
])

// "2nd round", "Interview 3", "Round 2 interview", "First interview with the team".
const rounds =
  /^(?:(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth) (?:round|interview)|(?:round|interview) \d{1,2})\b/

/** The result of a stage: "OA completed" is still an OA. */
const stageResult =
  / (?:received|sent|invited|invite|invitation|scheduled|booked|pending|started|submitted|completed|complete|done|passed|stage)$/

/** A day or a number at the end: “Interview scheduled 12/3”, “Technical Interview #2”. */
const day = /(?: (?:am|on|le|el))?(?: \d{1,4})+$/

/** A column's number: "3. Interviewing". */
const columnNumber = /^\d{1,2} (?=\p{L})/u

const statusWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The status for another tracker's word, or the user's own mapping; null if unknown. */
export function readStatus(text: string, own: Readonly<Record<string, string>> = {}): ReadStatus | null {
  const mapped = Object.entries(own).find(([word]) => statusWords(word) === statusWords(text))?.[1]
  if (isOneOf(STATUSES, mapped)) return { status: mapped, exact: true }
  // “Accepted?” is a question.
  if (/[?？]\s*$/.test(text)) return null
  const words = statusWords(text)
  const known = table.get(words)
  if (known) return known
  if (rounds.test(words)) return { status: 'interviewing', exact: false }
  const bare = words.replace(columnNumber, '')
  const stage = table.get(bare) ?? table.get(bare.replace(day, '').replace(stageResult, ''))
  if (stage) return { ...stage, exact: stage.exact && table.has(bare) }
  return byFirstWord(bare)
}

/** “Rejected after interview”, “Applied - Easy Apply”: the first word is the status, unless another status follows. */
function byFirstWord(text: string): ReadStatus | null {
  const [first = '', ...rest] = text.split(' ')
  const known = table.get(first)
  const isEnd = known?.status === 'rejected' || known?.status === 'withdrawn'
  if (!known || !(isEnd || known.status === 'applied')) return null
  // The “no” of “Applied, no response” denies the next word.
  const words = rest.filter((word, at) => word !== 'no' || at === rest.length - 1)
  const others = words.map((word) => table.get(word)?.status).filter((status) => status !== undefined)
  const isSure = isEnd ? !others.some((status) => progress[status] >= progress[known.status]) : !others.length
  return isSure ? { status: known.status, exact: false } : null
}

/** How far along each status is, so that an older file moves no job back. Final statuses are equal. */
export const progress: Readonly<Record<Status, number>> = {
  saved: 0,
  applied: 1,
  screening: 2,
  interviewing: 3,
  offer: 4,
  accepted: 5,
  rejected: 5,
  withdrawn: 5,
}
