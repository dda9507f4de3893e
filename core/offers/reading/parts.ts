// Patterns for the parts of an offer. Amounts of money are replaced beforehand by placeholders from Unicode's private-use area. The
// first pattern that matches wins, so the order matters.

const COUNT = String.raw`(?<count>\d+(?:[.,]\d+)?)`
const PERCENT = String.raw`(?<percent>\d*[.,]?\d+)\s?(?:%|percent\b|pct\b|prozent\b)`
const OF = String.raw`\s?(?:(?:will|would) be|of|is|:|=|at|in|über|von|del?|du)?\s*`
const BONUS = String.raw`(?:(?:ziel)?bonus(?! units)|bono|prime(?!\p{L})|variable (?:pay|compensation|component)|variabler anteil|variable?|variabel)`
const BONUS_KIND = String.raw`(?<target>(?:(?:target|guaranteed|annual|yearly|performance|discretionary|cash|year[- ]end|garantierter?)\s?)*)`
const EQUITY = String.raw`(?:(?:company )?(?:equity|shares|stock|options|ownership)|(?<=of (?:the )?)company)`
const YEARS = String.raw`(?:years?|yrs?|y|jahren?|ans|años)`
const MONTHS = String.raw`(?:months?|mos?|mths?|monaten?|mois|meses)`
const TERM = String.raw`${COUNT}[- ]?(?<unit>${MONTHS}|${YEARS})`
const RETIREMENT = String.raw`(?:(?:rrsp|401\s?\(?k\)?)(?: match(?:ing)?)?|(?:employer |company )?(?:pension|retirement|superannuation|altersvorsorge)(?: match(?:ing)?| contribution| plan)?|match(?:ing)?|(?:employer|company) contribution)`
const TOTAL = String.raw`(?:total (?:annual |target |yearly )?(?:comp(?:ensation)?|package|cash|pay|rewards|remuneration)|tc|ote|on[- ]target earnings|all[- ]in|gesamtpaket)`
const DAYS = String.raw`(?:(?:business |working |work)?days?'?|weeks?'?|wks?|(?:arbeits|werk)?tagen?|wochen|jours|semaines|d[ií]as|semanas|dagars?|giorni|dagen|dage|uge(?:r|rs)|uker|dni)`
const DAYS_OFF = String.raw`(?:pto|paid time off|(?:annual |paid )*(?:vacation|holidays?|hols?|leave)|time off|(?:jahres)?urlaub|ferien|de cong[ée]s?|(?:laborables |h[áa]biles )?de vacaciones|semester|di ferie|vakantie|ferie|urlopu|AL)`
const ASK = String.raw`(?:answer|respond|response|reply|decide|decision|revert|say yes(?: or no)?|let (?:us|me) know|accept(?:ance)?|sign(?: and return| it)?|return|confirm(?:ation)?|hear(?: back)? from you|know|get back|deadline|expir(?:es|y|ation)|valid|open|good|have|gilt|gültig|antwort\p{L}*|r[üu]ckmeldung|entscheid\p{L}*|bescheid|unterschr\p{L}*|r[ée]pon\p{L}*|respuesta|respond\p{L}*|svar\p{L}*|risposta|reactie|antwoord)`
const BY = String.raw`(?:by|before|on or before|until|till|through|on|bis(?: zum| sp[äa]testens(?: zum)?)?|antes del?|a m[áa]s tardar el|hasta el|avant le|d'ici(?: le| au)?|au plus tard le|senast(?: den)?|entro il|voor|(?:no|not) later than|at the latest)`
const START = String.raw`(?:start(?:s|ing)?(?:[ _-]?date)?|begin(?:s|ning)?|commenc(?:es?|ing)|orientation|onboarding|first day|report|join(?:ing)?(?: date)?|(?:arbeits|dienst|vertrags)?beginn|(?:ein|an|arbeitsan|stellenan)tritt(?:sdatum|stermin)?|(?:position|stelle) zum|incorporaci[óo]n|inicio|prise de poste|date d'entr[ée]e|d[ée]but|entrée en fonction|tilltr[äa]de|startdatum|inizio|ingangsdatum)`
const WEEK = String.raw`week|wk|woche|semaine|sem|semana|settimana`
const REMOTE = String.raw`(?:remote(?:ly)?\b(?! office)|t[ée]l[ée]travail|teletrabajo|home[- ]?office(?! \p{L})|smart working|wfh\b|(?:work(?:ing)? )?from home\b|work(?:ing)? from anywhere\b)`
const BENEFITS = String.raw`(?:(?:private |full |free |employer-paid )*(?:health(?:care)?|medical|dental|vision|life|disability)(?: insurance| cover(?:age)?| care| plan)?|gym(?: membership)?|(?:free )?(?:lunch(?:es)?|meals)|commuter(?: benefits?| allowance)?|(?:learning|training|education|home office|equipment|travel|phone|internet|work from home)(?: budget| stipend| allowance)|(?:company )?car(?: allowance)?|(?:company )?(?:phone|laptop|bike)|wellness(?: budget| stipend| allowance)?|child ?care|parental leave|unlimited (?:pto|vacation|holidays?)|relocation (?:covered|support|assistance)|job ?ticket|bahncard|half-fare card|meal vouchers|firmenwagen|dienstwagen|job ?rad|deutschlandticket|tickets restaurants?|mutuelle)`

const pattern = (source: string): RegExp => new RegExp(source, 'iu')

export const BENEFIT = pattern(String.raw`(?<!\p{L})${BENEFITS}(?!\p{L})`)

export const PATTERNS = [
  ['total', pattern(String.raw`\b${TOTAL}\b`)],
  ['none', /^no (?<none>signing|bonus|equity|relocation|benefits)$/u],
  ['benefit', pattern(String.raw`\b(?<name>${BENEFITS})\b(?!\s?${RETIREMENT})`)],
  ['clawback', pattern(String.raw`${TERM}[- ]?(?:clawback|pay-?back|repayment)(?: clause| period)?`)],
  ['clawback', pattern(String.raw`(?:claw(?:ed)?[- ]?back|pay-?back|re-?pay(?:able)?|paid back|repaid|to be repaid)\s?(?:of|for|:|if (?:i |you )?(?:leave|resign))?\s?(?:within|before|in|after)?\s?(?:the first )?${TERM}`)],
  ['deadline', pattern(String.raw`(?<!\p{L})${ASK}(?!\p{L})[^.;:=]{0,60}?[\s:=](?:${BY}\b)?\s?(?=.*[\p{L}\d])`)],
  ['deadline', pattern(String.raw`(?<!\p{L})(?:until|need your ${ASK}|you have(?= (?:until|\d))|reply_by=)`)],
  ['deadline', pattern(String.raw`(?<!\p{L})bis(?: sp[äa]testens)?(?: zum)?\s(?=[^.;]*\d[^.;]*\b(?:r[üu]ckmeldung|antwort|bescheid|zur[üu]ck|unterschr|mit(?:zu)?teilen))`)],
  ['start', pattern(String.raw`(?<!\p{L}|(?:benefits?|coverage|insurance|vesting|enrol?lment|accruals?) )${START}(?!\p{L}| (?:bonus|salary|pay|base))`)],
  ['retirement', pattern(String.raw`${RETIREMENT}${OF}${PERCENT}(?:\s(?:employer |company )?(?:contribution|match))?`)],
  ['retirement', pattern(String.raw`${PERCENT}\s?(?:for |into |of )?(?:the |your )?(?:employer |company )?${RETIREMENT}`)],
  ['schedule', pattern(String.raw`(?<![\d.-])(?<schedule>\d{1,3}(?:\.\d+)?\s?%?(?:\s?[/-]\s?\d{1,3}(?:\.\d+)?\s?%?){1,9}(?![\d-]))(?:\s?vest(?:ing|s|ed)?(?: schedule)?)?(?![^\s)])`)],
  ['cliff', pattern(String.raw`(?:with )?(?:an? )?${TERM}[- ]cliff(?!${OF}\d)`)],
  ['cliff', pattern(String.raw`cliff${OF}(?:after )?${TERM}(?! vest)`)],
  ['cliff', pattern(String.raw`(?:with )?(?:a |the )?(?:standard |usual )?(?<!\bno (?:\p{L}+ )?)(?<usual>cliff)\b`)],
  ['equityPercent', pattern(String.raw`(?:\b(?:stock |share )?(?:options|equity|grant)[: ]\s?)?${PERCENT}\s?(?:of |in )?(?:the )?${EQUITY}\b`)],
  ['equityPercent', pattern(String.raw`\b(?:equity|shares|stock|ownership)(?: grant)?${OF}${PERCENT}`)],
  ['vesting', pattern(String.raw`(?:vest(?:ing|s|ed)?\s)?(?:monthly |quarterly |(?<even>equally |evenly ))?over\s(?:a period of )?${COUNT}(?:[- ]?(?<unit>${YEARS}|${MONTHS}))?(?:[- ]?vest(?:ing)?)?(?! review)`)],
  ['vesting', pattern(String.raw`vest\p{L}* in ${COUNT} (?<even>equal )?(?:annual|yearly) install?ments`)],
  ['vesting', pattern(String.raw`${COUNT}[- ]?${YEARS}[- ]?(?:vest(?:ing)?)(?: schedule| period)?`)],
  ['vesting', pattern(String.raw`(?:vest(?:ing|s|ed)?)(?: period| schedule)?\s?(?:of|:|in)?\s?${COUNT}[- ]?${YEARS}`)],
  ['vesting', pattern(String.raw`[/,\uE000-\uF8FF]\s?/?\s?${COUNT}[- ]?${YEARS}\b(?![- ]cliff)`)],
  ['bonus', pattern(String.raw`${BONUS_KIND}(?<named>${BONUS}(?: target)?)\s?(?:\(?(?<after>target|guaranteed)\)?)?${OF}${PERCENT}(?:\s?of (?:your |the )?(?:annual |base )*(?:salary|pay|base))?(?:\s?(?:\(|on |at )?(?<end>guaranteed|target|garantiert|garantie?)\)?)?`)],
  ['bonus', pattern(String.raw`${PERCENT}\s?(?:of (?:your |the )?(?:annual )?(?:base|salary)(?: salary)? )?(?:as |in |an? )?${BONUS_KIND}(?<named>${BONUS})(?:\s?(?:\(|at )?(?<after>target|guaranteed)\)?)?`)],
  ['bonus', pattern(String.raw`${PERCENT}\s(?<target>target)\b`)],
  ['hours', pattern(String.raw`(?<!\p{L})(?:(?:weekly|working|wöchentliche)\s)*(?:hours|hrs|(?:wochen|regel)?(?:arbeitszeit|arbeitsstunden|stunden)|dur[ée]e hebdomadaire)(?: of work| per week| pro woche)?(?: betr[äa]gt| von| are| of| de|\s?[:=])*\s*${COUNT}(?:\s?(?:hours?|hrs|h|stunden|std\.?|heures))?(?:\s?(?:/|per|a|pro|par)\s?(?:${WEEK}))?(?![\p{L}\d:]|\s?(?:to|-|–|am|pm)\b)`)],
  ['hours', pattern(String.raw`${COUNT}\s?-?(?:hours?|hrs?|h|stunden|std\.?|heures|horas|uur|timmar|timer|ore)(?:\s?(?:/|per|a|je|pro|par|por|om|i|alla)\s?(?:de |la )?(?:week|wk|woche|semaine|semana|vecka\p{L}*|uge\p{L}*|settimana|w\b)|[- ](?:week|woche)|\s(?:weekly|semanales))`)],
  ['hours', pattern(String.raw`(?:\b\d[- ]day week\s?)?(?:^|\()\s*${COUNT}\s?(?:hours|hrs|h|std\.?)\s*(?:$|\))`)],
  ['hours', pattern(String.raw`\b\d[- ]day week\s?\(${COUNT}\s?(?:hours|hrs|h)\)`)],
  ['onsite', pattern(String.raw`\b(?:no|keine?) (?:fully )?${REMOTE}|${REMOTE}\s?[:=]\s?(?:no|none|nein|non)\b`)],
  ['said', pattern(String.raw`(?<said>\b(?:paid|payable)(?: out)? after (?:the first )?(?:\d+ (?:days|months)))\b`)],
  ['said', pattern(String.raw`(?<said>\binc(?:l\.?|luding)? (?:bank|public)(?: hol(?:iday)?s)?)(?!\p{L})`)],
  ['said', pattern(String.raw`(?<said>\b\d days (?:(?:a|per) week )?(?:on-?site|in[- ](?:the )?office)\b|\b(?:on-?site|in[- ](?:the )?office) \d days(?: (?:a|per) week)?)`)],
  ['said', pattern(String.raw`(?<said>\bhybrid\b:?(?:\s?\(?\d days(?: (?:a|per) week)?(?: (?:in|at) (?:the )?office)?\)?)?)`)],
  ['said', pattern(String.raw`(?<said>\b\d(?:-\d)?\s?(?:${DAYS}|j)(?:\s?(?:/|(?:a|per|pro|par|por|im|la|alla)\s)\s?(?:${WEEK}))?\s(?:(?:of|de|di|d') ?)?${REMOTE}|${REMOTE}(?: of)?:? \(?\d(?:-\d)?\s?(?:${DAYS}|j)(?:\s?(?:/|(?:a|per|pro|par|por|à la|alla)\s)\s?(?:${WEEK}))?\)?)`)],
  ['pto', pattern(String.raw`(?:${DAYS_OFF})${OF}${COUNT}\s?(?<unit>${DAYS})`)],
  ['pto', pattern(String.raw`(?<!\b(?:extra|additional|more) (?:\p{L}+ )?)${COUNT}\s?(?<unit>${DAYS})\s?(?:of |off|paid |annual |(?:annual )?)*(?:${DAYS_OFF}|off)(?:\s(?:a|per)\syear)?(?!\p{L})`)],
  ['pto', pattern(String.raw`(?<!(?:every|each|per|alle|in|for|after|within|next|first|last|nach|innerhalb|binnen|für|pendant|après|sous|dans|durante) (?:the )?|[\d.,])${COUNT}\s?(?<unit>${DAYS})(?:\s(?:a|per)\syear)?\s*$`)],
  ['pto', pattern(String.raw`${COUNT}\s?(?:vacation|holiday|pto|al|urlaubs?|ferien|ferie|semester|vakantie)[- ]?(?<unit>days|tage|dagen|dage|dagars?|weeks|wochen)(?:\s(?:a|per)\syear)?`)],
  ['remote', pattern(String.raw`\b(?:(?:fully|100 ?%|completely) )?${REMOTE}(?: (?:with)?in the (?:US|UK|EU)\b)?`)],
  ['onsite', /\b(?:fully )?(?:on[- ]?site|in[- ]office|in the office)\b/iu],
  ['level', pattern(String.raw`\b(?:at |as )?(?:level|grade|stufe):?\s(?<level>[\p{L}]{0,3}\d{1,2}|[\p{L}]{1,3}\d?)\b`)],
  ['level', /\b(?<level>junior|mid|senior|staff|principal|lead)[- ]level\b/iu],
  ['level', /\b(?:at |as )?(?<level>(?:L|IC|E|SDE|P|G|M|T|ICT) ?\d{1,2})\b/u],
  ['location', /\b(?:[Bb]ased in|[Ll]ocated in|[Ll]ocation:?|[Oo]ffice in|[Rr]ole in|[Jj]ob in|[Ii]n|[Ss]tandort:?)\s(?!RSU|Stock|Options|Shares|Equity)(?<place>\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2}(?:, [A-Z]{2}\b)?)/u],
] as const // prettier-ignore

export type Part = (typeof PATTERNS)[number][0]

/** A clause with one of these words is skipped, because its number is uncertain or temporary. */
export const HEDGE =
  /\b(?:initially|originally|(?:for|in|during) (?:the|your) first (?:year|\w+ months))\b|\bfirst[- ]year\b|\b(?:up to|upto|bis zu|about|around|approx(?:imately)?|roughly|circa|ca\.|between|at least|minimum|maximum|min|max|or(?! no\b)|maybe|possibly|probably|might|could|tbd|tbc|subject to|not(?! later)|if applicable|I am (?:currently )?(?:at|on)|my current|i (?:currently )?(?:make|earn)|when eligible|(?<=\d% ?)from(?! anywhere\b)|paid half)\b|~|\?|\d\s?%?\s?(?:-|to)\s?\d+(?:[.,]\d+)?\s?%/iu

export const NOT_GUARANTEED =
  /(?:\b(?:the |this |your )?bonus(?:es)? (?:is|are) |[(,]\s*)?\bnot guaranteed\b\)?/iu

export const FILLER = new RegExp(
  String.raw`\b(?:(?:hi|hello|dear) \p{L}+|great news|(?:position|role) of (?:[\p{L}\/&.-]+ ){1,5}?(?:at|with)|from the \p{L}+ team|we|are|is|be|was|were|been|being|making|earn(?:ing)?|will|would|can|have|has|i|you|your|our|they|it|its|the|an?|of|to|for|with|on|in|at|by|as|and|plus|also|top|per|that|this|which|there|offer(?:ing|ed|s)?|pleased|happy|delighted|like|extend|receive|get|gets|got|give|includes?|including|comes|made|make|me|us|verbal(?:ly)?|written|position|role|job|package|compensation|comp|total|annual(?:ly)?|yearly|year|base|salary|gross|brutto|bruts?|one-time|additional(?:ly)?|initial|new|hire|standard|full|time|paid|pay|eligible|participate|benefits?|perks?|time|thanks?|hi|hello|dear|please|target|value|valued|worth|currently|first|vest(?:ing|s)?|schedule|monthly vesting|employer|company|days?|wir|bieten|ein(?:e|en)?|mit|der|die|das|und|zum|ab|unbefristet|permanent|able|go|payable|prepared|hey|so|said|say|do|need|came|come|back|w\/|am|confirm|stands?|bring|accrue|bi-?weekly|semi-?monthly|par|further to our (?:conversation|call|discussions?)|kind regards|sincerely|ihnen|ihr|uns|einen|emi|lol|latest|grant|units?|date|hinzu|kommt|kommen|pro jahr|sie|haben|freuen|bitte|geben|anzubieten|sehr geehrter? (?:frau|herrn?) \p{L}+|m[áa]s|una?|madame|monsieur|votre|nous|vous|merci)(?!\p{L})|'(?:d|re|ll|ve|s)\b|[().:,;!/"“”–=\uE000-\uF8FF-]`,
  'giu',
)
