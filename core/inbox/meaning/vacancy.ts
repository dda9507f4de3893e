// Finds the company and role that a message names, for a job that is not tracked yet.
import { must } from '../../kernel/narrow.ts'
import { isPlatform } from '../../reading/employers.ts'
import { monthNamed, weekdayNamed } from '../../reading/names.ts'
import { zoneOfPlace } from '../../reading/zones.ts'
import { isFunction, isGeneric, personIn } from '../../reading/people.ts'
import {
  companyKey,
  domainOf,
  employerIn,
  isHiringSystem,
  isFromPlatform,
  isSpelledByHiringSystem,
  SHARED_ROLE_WORD,
} from './names.ts'
import { fold } from './sentences.ts'
import type { Mail } from '../reading/decode.ts'

const ROLE = String.raw`(?<role>(?:[\p{Lu}\p{N}]|\p{Ll}\p{Lu})[\p{L}\p{N}&+#/.,’'():*·|-]*(?:[ ](?:[\p{Lu}\p{N}(&|–-][\p{L}\p{N}&+#/.,’'():*·|-]*|of|the|for|and|de|du|des|del|la|y|et|und|für|in|der|d’\p{L}+|d'\p{L}+|données|datos|web|de\s\p{L}+)(?![\p{L}\p{N}])){0,8})`

const PATTERNS: readonly RegExp[] = [
  String.raw`\b(?:[Tt]he|[Oo]ur|an?|for|[Yy]our)\s${ROLE}\s(?:position|role|opening|post|vacancy|job)\b`,
  String.raw`\b(?:position|role|post|opening|job|vacancy)\s(?:of|as|for)\s(?:an?\s|our\s|the\s)?${ROLE}`,
  String.raw`\b(?:application|applying|applied|candidacy|submission|resume|interview(?:\sschedule)?|consideration|candidate|shortlisted|selected)\s(?:for|as)\s(?:the\s|our\s|an?\s|position of\s)*${ROLE}`,
  String.raw`\b(?:Bewerbung|Stelle|Position|Vakanz)\s(?:als|für|um|zur|zum|auf)?\s?(?:die\s|den\s|das\s|Stelle\s|Position\s|als\s)*${ROLE}`,
  String.raw`\b(?:puesto|vacante|posición|plaza|oferta|candidatura)\s(?:de|a|para|al)?\s?(?:puesto de\s|la\s|el\s)*(?<role>\p{Lu}[\p{L}/’'·()-]*(?:[ ](?!(?:en|con|por|que|ha|han|es|para|y|se|te|le|nos|dentro|a|hemos|está)\s)[\p{L}\p{N}/’'·()-]+){0,5})`,
  String.raw`\b(?:poste|candidature|offre(?! de services?)|emploi)\s(?:de|d['’]|pour|au poste de|en tant que)\s?(?:le poste de\s|l['’]offre\s)*(?<role>\p{L}[\p{L}’'·-]*(?:[ ](?!(?:a|à|est|sera|ont|sont|ne|n['’]|qui|que|nous|vous|au|aux|chez|dans|sur|pour|avec|en)(?:\s|['’]))\p{L}[\p{L}’'·-]*){0,4})`,
  String.raw`\b(?:(?:vaga|posição|cargo)\s(?:de|para|como)|stanowisk[ou]|(?:tjänsten|rollen|befattningen)(?:\ssom)?)\s${ROLE}`,
  String.raw`\b(?:to be|to become|join us as|hire you as)\s(?:our|an?|the)\s(?:next\s|new\s)?${ROLE}`,
].map((pattern) => new RegExp(pattern, 'u'))

const NO_ROLE =
  /^(?:the|your|our|this|a|an|ihre|deine|votre|tu|su|us|you|it|that|employment|work|interview|more|other|new|any|it'?s|job|role|position|dear|hi|hello|thank)\b|^\P{L}*$/iu

/** A role beside the employer: `The role you applied for at Acme (Cook)`. A place may be there instead. */
const ROLE_BESIDE =
  /\b(?:role|position|job|opening|vacancy)\s(?:that\s)?you\s(?:applied|interviewed)\s(?:for|to)\s[^.()]{0,80}?(?:\(|\s[–-]\s)(?!(?:remote|hybrid|on-?site|full|part|contract)\b)(?<role>\p{L}[^().–]{2,80}?)(?:\)|\s[–-]\s)/iu

const roleBeside = (text: string): string | null => {
  const role = cleanRole(ROLE_BESIDE.exec(text)?.groups?.['role'] ?? '')
  // “Texas Sales Manager” is a role, “Austin, Texas” a place.
  const end = role && fold(role).split(' ').slice(-2).join(' ')
  return end && zoneOfPlace(end) === undefined ? role : null
}

export function roleNamed(texts: readonly string[]): string | null {
  for (const text of texts)
    for (const pattern of PATTERNS) {
      const role = pattern.exec(text)?.groups?.['role']
      const cleaned = role && cleanRole(role)
      if (cleaned) return cleaned
    }
  return texts.map(roleBeside).find((role) => role !== null) ?? null
}

/** A posting's number before a role or behind it: `R-1004 Field Technician`, `Clerk (JR-20331)`, `Clerk - 48213`. */
const POSTING_NUMBER =
  /^(?:[A-Z]{1,4}[-_]?\d{3,}|#?(?:\d{4}-)?\d{4,})(?:\s[-–|:])?\s(?=\p{L})|\s(?:[-–|,]\s)?[(#]?(?:[A-Z]{1,4}[-_]?\d{3,}|#?(?:\d{4}-)?\d{4,})\)?$/gu

function cleanRole(role: string): string | null {
  const cut = role
    .replace(/\s(?:at|bei|en|chez|with|in|on|and|und|y|et|of|the|for|de|der|für|has|was)$/iu, '')
    .replace(/\s(?:at|bei|chez)\s.*$/iu, '')
    .replace(/\sen (?:CDI|CDD|alternance|stage|interim|intérim|freelance)\b.*$/iu, '')
    .replace(/\s(?:position|role|opening|vacancy|job|post)\b.*$/iu, '')
    .replace(/\s\((?:Req|ID|Ref|Exam|Job|Nr)\b.*$/i, '')
    .replace(/[.!?]\s.*$/u, '')
    .replace(/[.,;:!?–-]+$/u, '')
    .replace(POSTING_NUMBER, '')
    .trim()
  return cut.length < 3 || cut.length > 120 || NO_ROLE.test(cut) ? null : cut
}

const AT =
  /\b(?:at|to|with|bei(?: der| dem)?|chez|en|von|from|of)\s(?:the\s)?(?<company>\p{Lu}[\p{L}\p{N}&.’'-]*(?:\s(?:\p{Lu}[\p{L}\p{N}&.’'-]*|&|of|de|und|y|et|the|for|GmbH|AG|Inc\.?|LLC))*)/gu
/** `Corvane has invited you to take a test`. The length is limited, so that no text can slow the pattern down. */
const INVITES =
  /(?:^|[.:!,]\s|\bthat\s|\bby\s)(?<company>\p{Lu}[\p{L}\p{N}&.’'-]{0,40}(?:\s(?:\p{Lu}[\p{L}\p{N}&.’'-]{0,40}|&|of|de|und|y|et)){0,4})\s(?:has\s|have\s|is\s)?(?:invit(?:ed|es|ing)|ask(?:ed|s|ing)|requested|lädt|bittet|te ha invitado|le ha invitado|te invita|vous invite|vous a invitée?)\s/gu
const NOT_COMPANY =
  /^(?:(?:the|you|us|our|your|this|i|we)\b|(?:CDI|CDD|CV|RH|HR|VIE|ET|PT|CET|EST|GMT|UTC|Q[1-4])$)/i
const isEmployer = (name: string, role: string | null): boolean => {
  const [first = ''] = fold(name).split(/[^a-z]/)
  return (
    name.length > 2 &&
    !NOT_COMPANY.test(name) &&
    monthNamed(first) === null &&
    weekdayNamed(first) === null &&
    !isPlatform(name) &&
    name !== role
  )
}

const VAGUE_NAME = /^(?:[\W\d]+|division|department|abteilung|office|center|staff|admin|system|services?)$/

const CAPITALS = /\p{Lu}[\p{L}\p{N}&.’'-]*(?:\s(?:\p{Lu}[\p{L}\p{N}&.’'-]*|&|of|de|und|y|et|the|der|für))*/gu

/** A name in the text that begins with the letters of the sender’s domain. */
function namedLike(label: string, texts: readonly string[]): string | null {
  const letters = label.replace(/[^a-z0-9]/g, '')
  if (letters.length < 5) return null
  let long: string | null = null
  for (const text of texts)
    for (const [name] of text.matchAll(CAPITALS)) {
      const words = name.split(' ')
      for (let from = 0; from < words.length; from += 1) {
        const rest = words
          .slice(from)
          .join(' ')
          .replace(/[.,’']+s?$/u, '')
        const compact = fold(rest).replace(/[^a-z0-9]/g, '')
        if (!compact.startsWith(letters) || compact.length > letters.length + 24) continue
        // “Thornbury Ops Manager” is the employer and a role, “Lumenridge People Team” the employer and a team.
        const last = fold(rest).split(' ').at(-1) ?? ''
        if (!SHARED_ROLE_WORD.test(last)) return rest.slice(0, 200)
        long ??= employerIn(rest).slice(0, 200)
      }
    }
  return long
}

const NAME = String.raw`(?:\p{Lu}|\p{Ll}\p{Lu}|\d+\p{Lu})[\p{L}\p{N}&.’'-]*(?:\s(?:\p{Lu}[\p{L}\p{N}&.’'-]*|&|of|de|und|y|et|plc|mbH|gGmbH|e\.V\.))*`
const TITLE = String.raw`(?:\p{Lu}|\p{Ll}\p{Lu})[\p{L}\p{N}&+#/.,’'():*·|–-]*(?:\s(?!(?:at|with|bei|chez|en|was|has|position|role)\s)[\p{L}\p{N}&+#/.,’'():*·|–-]+){0,8}`
const WORD = String.raw`(?:position|role|job|opening|vacancy|post)`
/** Role and employer in one phrase, as job boards write them. */
const ROLE_AND_COMPANY: readonly RegExp[] = [
  String.raw`\b[Aa]ppl(?:ication|ied)\s(?:to|for|as)\s(?:the\s)?(?<role>${TITLE}?)(?:\s${WORD})?\s(?:at|with)\s(?<company>${NAME})`,
  String.raw`\b[Aa]pplication\sfor\s(?:the\s)?(?<role>${TITLE}?)(?:\s${WORD})?\s(?:was|has\sbeen)\s(?:sent|submitted|forwarded)\sto\s(?<company>${NAME})`,
  String.raw`\b(?:test|assessment|challenge)\sfor\s(?:the\s)?(?<role>${TITLE}?)(?:\s${WORD})?\s(?:at|with)\s(?<company>${NAME})`,
  String.raw`\b(?:sent|submitted|forwarded)\sto\s(?<company>${NAME})\sfor\sthe\s(?<role>${TITLE}?)\s${WORD}`,
  String.raw`\b[Aa]pplication\ssubmitted!?\s(?<role>${TITLE}?),\s(?<company>${NAME})`,
  String.raw`\b(?:the|your|an?)\s(?<role>${TITLE}?)\s${WORD}\s(?:at|with)\s(?<company>${NAME})`,
  String.raw`\b[Bb]ewerbung\s(?:als|für)\s(?<role>${TITLE}?)\s(?:wurde\s(?:erfolgreich\s)?an|bei)\s(?<company>${NAME})`,
  String.raw`\b[Cc]andidatura\s(?:para|a|de|como)\s(?<role>${TITLE}?)\sen\s(?<company>${NAME})`,
  String.raw`\b(?:oferta|vacante|puesto)\s(?:de\s)?(?<role>${TITLE}?)\s(?:de|en)\s(?<company>${NAME})\s(?:se\sha|ha\ssido|fue)`,
  String.raw`\bfunctie\s(?:van\s)?(?<role>${TITLE}?)\sbij\s(?<company>${NAME})`,
  String.raw`^(?:[^:]{3,40}:\s)(?<role>${TITLE}?)\s(?:at|bei|chez|bij|@)\s(?<company>${NAME})$`,
  String.raw`\b[Cc]andidature\s(?:pour|au|de|à)(?:\s(?:le\s|l['’])?(?:poste|offre)(?:\s(?:de|d['’]))?)?\s?(?<role>${TITLE}?)\schez\s(?<company>${NAME})`,
].map((pattern) => new RegExp(pattern, 'u'))

/** The employer in the text of a hiring system's letter, for a sender whose name may be a person's. */
const EMPLOYER_SAID = new RegExp(
  String.raw`\b(?:(?:[Aa]ppl(?:ying|ied|ication)|sent|submitted)\sto|interest\sin(?:\sjoining)?|(?:here|role|position|interview|opportunity)\s(?:at|with)|joining)\s(?<company>${NAME})|^(?<subject>${NAME})(?:\s[-–|]|:)\s`,
  'gu',
)

export function employerSaid(texts: readonly string[], sender: string, role: string | null): string | null {
  for (const text of texts)
    for (const { groups } of text.matchAll(EMPLOYER_SAID)) {
      const name = (groups?.['company'] ?? groups?.['subject'] ?? '').replace(/[.,;:!?]+$/, '').trim()
      const isOther = name !== sender && !name.split(' ').some(isFunction)
      if (isOther && isEmployer(name, role)) return name.slice(0, 200)
    }
  return null
}

/** Phrases of platforms that name only the employer. */
const COMPANY_ONLY = new RegExp(
  String.raw`\b(?:(?:sent|submitted|forwarded|applying|applied)\sto|interest\sin(?:\sjoining)?(?!\s[^.]{1,60}\s(?:at|with|position|role|opening)\b)|part\sof\syour\sapplication\sto|at|with|(?:an|bei)(?:\sd(?:ie|er|as|en|em))?|bij|presso|chez|en|by|from|assessment\sfor|interview\sfor|test\sfor|Company:)\s(?<company>${NAME})`,
  'gu',
)

/** `Whitlock & Sons LLP has decided not to move forward with your application`. */
const DECIDES = new RegExp(
  String.raw`(?:^|[.:!,]\s)(?<company>${NAME})\s(?:has|have)\s(?:decided|chosen|selected|reviewed|moved|received|closed|filled)\s`,
  'gu',
)

export function pairNamed(texts: readonly string[]): { role: string; company: string } | null {
  for (const text of texts)
    for (const pattern of ROLE_AND_COMPANY) {
      const { role: title = '', company: name = '' } = pattern.exec(text)?.groups ?? {}
      const [role, company] = [cleanRole(title), name.replace(/[.,;:!?]+$/, '').trim()]
      if (role && isEmployer(company, role)) return { role, company: company.slice(0, 200) }
    }
  return null
}

/** The role above the employer's name on a job board's card, where each is a short line. */
export function roleOnCard(own: string, company: string): string | null {
  const lines = own.split('\n').map((line) => line.trim()).filter(Boolean) // prettier-ignore
  const at = lines.findIndex(
    (line, nth) =>
      nth > 0 &&
      (line === company || (line.startsWith(company) && /^\s?[-·•|–(,]/.test(line.slice(company.length)))),
  )
  const above = lines[at - 1] ?? ''
  return above.length < 100 && !/[.!?:]$|\b(?:application|sent|submitted|applied)\b/i.test(above)
    ? cleanRole(above)
    : null
}

/** The employer in `an interview with …`. It may follow a person's name: `Ravi Shah of Quellford`. */
function employerOfHost(name: string): string | null {
  const [, person = '', company = ''] = /^(.+?)\s(?:of|from|at|de|von)\s(\p{Lu}.*)$/u.exec(name) ?? []
  if (personIn(person) !== null) return company
  return personIn(name) === null ? name : null
}

/** The employer or agency that a message comes from, or null. */
export function companyNamed(mail: Mail, texts: readonly string[], role: string | null): string | null {
  const { from } = mail
  const [local = '', host = ''] = (from?.address ?? '').split('@')
  const label = domainOf(host).split('.')[0] ?? ''
  const byDomain = isHiringSystem(host) ? null : namedLike(label, texts)
  if (byDomain) return byDomain
  const named = employerIn(from?.name ?? '')
  const employer = isFromPlatform(from) || isPlatform(named) ? '' : named
  const [given] = employer.split(' ')
  const isPerson =
    personIn(employer) !== null &&
    employer === from?.name &&
    !isSpelledByHiringSystem(employer, from.address) &&
    (!isGeneric(from.address) || texts.slice(-4).some((text) => text.trim() === given))
  if (employer && !isPerson && companyKey(employer).length > 1 && !VAGUE_NAME.test(fold(employer)))
    return employer
  const cues = isFromPlatform(from) ? [DECIDES, COMPANY_ONLY] : [AT]
  for (const list of [[INVITES], cues])
    for (const { groups, input } of texts.flatMap((text) => list.flatMap((cue) => [...text.matchAll(cue)]))) {
      const name = must(groups?.['company'])
        .replace(/[.,;:!?]+$/, '')
        .trim()
      const isHost = /\bwith$/.test(input.slice(0, input.indexOf(name)).trimEnd().slice(-20))
      const company = isHost ? employerOfHost(name) : name
      if (company !== null && isEmployer(company, role)) return company.slice(0, 200)
    }
  return label && !isHiringSystem(host) && !isFromPlatform(from) && !isGeneric(`${label}@`) && local
    ? label
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
    : null
}
