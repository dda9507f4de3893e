// How people write the parts of an offer: patterns, each with the part it means. Order matters: the first that fits wins.

const SIGN = String.raw`(?:(?:US|CA|AU|[CA])?\$|€|£|₹|\b(?:(?:euros?|pounds|dollars|USD|EUR|GBP|CHF|CAD|AUD|INR)(?!\p{L})|SFr\.?|Fr\.|Rs\.?))`
const NUMBER = String.raw`\d{1,2}(?:,\d\d)+,\d{3}(?![\d%])|\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?(?![\d%])|\d+(?:[.,]\d+)?`
const MULTIPLE = String.raw`(?:\s?(?:k|m|mn|mio|tsd|thousand|grand|million|lakhs?|lacs?|lpa|crores?|cr)\b\.?)?`
/** An amount of money as it is written, with the period it is for. */
const MONEY = String.raw`(?:${SIGN}\s?)?(?:${NUMBER})${MULTIPLE}(?:\s?${SIGN})?(?:[.,]-{1,2})?`
const SPAN = String.raw`(?:\s?(?:/|per|an?|je|pro|im|par)\s?(?:years?|yr|annum|y|months?|monat|mois|mo|jahr|an|week|wk|woche|semaine|day|d|tag|jour|hour|hr|h|stunde|heure)\b|\s?(?<!\p{L})(?:p\.a|pa|annually|yearly|a year|monthly|monatlich|hourly|daily|weekly|pcm|jährlich|annuel(?:s|le)?|mensuel(?:s|le)?)(?!\p{L}))`
const PERIOD = String.raw`${SPAN}?`
const PERCENT = String.raw`(?<percent>\d+(?:[.,]\d+)?)\s?(?:%|percent\b|pct\b)`
const COUNT = String.raw`(?<count>\d+(?:[.,]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|thirty)`
const OF = String.raw`\s?(?:(?:will|would) be|of|is|:|=|at|worth|von|in|über|de)?\s*`
const THE_MONEY = String.raw`(?<money>${MONEY}${PERIOD})`

/** A part as a pattern names it. */
export type Part =
  | 'none'
  | 'total'
  | 'signing'
  | 'clawback'
  | 'relocation'
  | 'retirement'
  | 'schedule'
  | 'cliff'
  | 'vesting'
  | 'equity'
  | 'equityCount'
  | 'equityPercent'
  | 'bonus'
  | 'hours'
  | 'pto'
  | 'deadline'
  | 'start'
  | 'remote'
  | 'onsite'
  | 'level'
  | 'location'
  | 'benefit'
  | 'said'
  | 'base'

const SIGNING = String.raw`(?:sign(?:ing|[- ]?on)(?:[- ]?(?:bonus|payment))?|joining bonus|welcome bonus|golden hello|antrittsbonus)`
const EQUITY = String.raw`(?<kind>rsus?|restricted stock(?: units)?|stock options|options|stock|shares|equity|grant)(?: grant| units| options| awards?)?`
const KIND = String.raw`(?<target>(?:target|guaranteed|annual|yearly|performance|discretionary|cash|year[- ]end|garantierter?)\s?)*`
const BONUS = String.raw`(?:(?:ziel)?bonus(?! units)|prime(?!\p{L})|variable (?:pay|compensation|component)|variable?|variabel)`
const YEARS = String.raw`(?:years?|yrs?|y|jahre)`
const MONTHS = String.raw`(?:months?|mos?|mths?)`
const WHEN = String.raw`(?<when>[^()]+)`
const MATCH = String.raw`(?:(?:rrsp|401\s?\(?k\)?)(?: match(?:ing)?)?|(?:employer |company )?(?:pension|retirement|superannuation)(?: match(?:ing)?| contribution| plan)?|match(?:ing)?)`
const TOTAL = String.raw`(?:total (?:annual |target |yearly )?(?:comp(?:ensation)?|package|cash|pay|rewards|remuneration)|tc|ote|on[- ]target earnings|all[- ]in|gesamtpaket)`
const BASE = String.raw`(?:base(?: salary| pay| compensation)?|salary|pay(?:s|ing)?|(?:(?<span>jahres|monats)|brutto|fix|grund)*(?:gehalt|lohn)|fixum|salaire|rate|fixed|fixe)`
const DAYS = String.raw`(?:days?'?|weeks?'?|tage|wochen|jours|semaines)`
const OFF = String.raw`(?:pto|vacation|holidays?|hols|leave|time off|urlaub|ferien|de congés?)`
const BENEFITS = String.raw`(?:(?:private |full |free |employer-paid )*(?:health(?:care)?|medical|dental|vision|life|disability)(?: insurance| cover(?:age)?| care| plan)?|gym(?: membership)?|(?:free )?(?:lunch(?:es)?|meals)|commuter(?: benefits?| allowance)?|(?:learning|training|education|home office|equipment|travel|phone|internet|work from home)(?: budget| stipend| allowance)|(?:company )?car(?: allowance)?|(?:company )?(?:phone|laptop|bike)|wellness(?: budget| stipend| allowance)?|child ?care|parental leave|unlimited (?:pto|vacation|holidays?)|relocation (?:covered|support|assistance)|job ?ticket|bahncard|half-fare card|meal vouchers|firmenwagen|dienstwagen|job ?rad|deutschlandticket|tickets restaurants?|mutuelle)`

const pattern = (source: string): RegExp => new RegExp(source, 'iu')

/** The patterns, most telling first. */
export const PATTERNS: readonly (readonly [Part, RegExp])[] = [
  ['total', pattern(String.raw`\b${TOTAL}${OF}${THE_MONEY}|${THE_MONEY}\s(?:in |as )?${TOTAL}\b`.replace('(?<money>', '(?:'))],
  ['none', pattern(String.raw`\b(?:no|without(?: an?)?)\s(?<none>${SIGNING}|bonus|equity|stock|options|rsus|relocation|benefits)\b`)],
  ['benefit', pattern(String.raw`${THE_MONEY}\s(?:for |of |towards )?(?<name>${BENEFITS})\b`)],
  ['benefit', pattern(String.raw`\b(?<name>${BENEFITS})\b(?:\s?\(?(?:worth|of|:|value)?\s?${THE_MONEY}\)?)?(?!\s?${MATCH})`)],
  ['signing', pattern(String.raw`${SIGNING}${OF}${THE_MONEY}`)],
  ['signing', pattern(String.raw`${THE_MONEY}\s?(?:as |for )?(?:an? )?(?:one-time |cash )?${SIGNING}`)],
  ['clawback', pattern(String.raw`${COUNT}[- ]?(?<unit>${MONTHS}|${YEARS})[- ]?(?:clawback|pay-?back|repayment)(?: clause| period)?`)],
  ['clawback', pattern(String.raw`(?:claw(?:ed)?[- ]?back|pay-?back|re-?payable|paid back|repaid|to be repaid)\s?(?:of|for|:|if (?:i|you) leave)?\s?(?:within|before|in|after)?\s?(?:the first )?${COUNT}[- ]?(?<unit>${MONTHS}|${YEARS})`)],
  ['relocation', pattern(String.raw`relocation(?: package| bonus| allowance| budget| support)?${OF}(?:up to )?${THE_MONEY}`)],
  ['relocation', pattern(String.raw`${THE_MONEY}\s?(?:for |towards |in )?(?:relocation|moving)(?: package| bonus| allowance| budget| costs| expenses)?`)],
  ['retirement', pattern(String.raw`${MATCH}${OF}${PERCENT}(?:\s(?:employer |company )?(?:contribution|match))?`)],
  ['retirement', pattern(String.raw`${PERCENT}\s?(?:for |into |of )?(?:the |your )?(?:employer |company )?${MATCH}`)],
  ['schedule', pattern(String.raw`(?<![\d.-])(?<schedule>\d{1,3}(?:\.\d+)?\s?%?(?:\s?[/-]\s?\d{1,3}(?:\.\d+)?\s?%?){1,9}(?![\d-]))(?:\s?vest(?:ing|s|ed)?(?: schedule)?)?(?!\S)`)],
  ['cliff', pattern(String.raw`(?:with )?(?:an? )?${COUNT}[- ]?(?<unit>${MONTHS}|${YEARS})[- ]cliff`)],
  ['cliff', pattern(String.raw`cliff${OF}(?:after )?${COUNT}[- ]?(?<unit>${MONTHS}|${YEARS})`)],
  ['cliff', pattern(String.raw`(?:with )?(?:a |the )?(?:standard |usual )?(?<usual>cliff)\b`)],
  ['equityPercent', pattern(String.raw`(?:\b(?:stock |share )?(?:options|equity|grant)[: ]\s?)?${PERCENT}\s?(?:of |in )?(?:the )?(?:company )?(?:equity|shares|stock|options|ownership|company)\b`)],
  ['equityPercent', pattern(String.raw`\b(?:equity|shares|stock|ownership)(?: grant)?${OF}${PERCENT}`)],
  ['equity', pattern(String.raw`${EQUITY}${OF}(?:\(?(?:value|valued at|worth)\s)?${THE_MONEY}(?:\s(?:in|of|as)\s(?<what>rsus?|restricted stock(?: units)?|stock options|options|stock|shares)\b)?`)],
  ['equity', pattern(String.raw`${THE_MONEY}\s?(?:worth of |of |in )?(?:an? )?${EQUITY}`)],
  ['vesting', pattern(String.raw`(?:monthly |quarterly )?(?:vest(?:ing|s|ed)?\s)?(?:monthly |quarterly |equally |evenly )?over\s(?:a period of )?${COUNT}(?:[- ]?${YEARS})?(?:[- ]?vest(?:ing)?)?`)],
  ['vesting', pattern(String.raw`${COUNT}[- ]?${YEARS}[- ]?(?:vest(?:ing)?)(?: schedule| period)?`)],
  ['vesting', pattern(String.raw`(?:vest(?:ing|s|ed)?)(?: period| schedule)?\s?(?:of|:|in)?\s?${COUNT}[- ]?${YEARS}`)],
  ['vesting', pattern(String.raw`[/,]\s?${COUNT}[- ]?${YEARS}\b(?![- ]cliff)`)],
  ['bonus', pattern(String.raw`${KIND}${BONUS}(?: target)?\s?(?:\(?(?<after>target|guaranteed)\)?)?${OF}(?:${PERCENT}(?:\s?of (?:your |the )?(?:annual |base )*(?:salary|pay|base))?|${THE_MONEY})(?:\s?(?:\(|on )?(?<end>guaranteed|target|garantiert|garantie?)\)?)?`)],
  ['bonus', pattern(String.raw`(?:${PERCENT}|${THE_MONEY})\s?(?:of base )?(?:as |in |an? )?${KIND}${BONUS}(?:\s?\(?(?<after>target|guaranteed)\)?)?`)],
  ['bonus', pattern(String.raw`${PERCENT}\s(?<target>target)\b`)],
  ['deadline', pattern(String.raw`(?:(?:please )?(?:answer|respond|reply|decide|decision|say yes(?: or no)?|let us know|accept|sign|confirm)(?: (?:needed|due|required))?\sby|(?:we |they )?need (?:your |an )?(?:answer|decision|reply) by|(?:need|have|got) to (?:answer|respond|reply|decide)(?: by| before| on)?|(?:you have |i have )?until|deadline(?: is)?:?|(?:offer )?expires(?: on)?|(?:offer )?(?:valid|open|good) (?:until|till|through)|antwort bis|réponse avant(?: le)?)\s${WHEN}`)],
  ['hours', pattern(String.raw`${COUNT}\s?-?(?:hours?|hrs?|h|stunden|heures)(?:\s?(?:/|per|a|je|pro|par)\s?(?:week|wk|woche|semaine|w\b)|[- ]week|\sweekly)`)],
  ['hours', pattern(String.raw`(?:\b\d[- ]day week\s?)?(?:^|\()\s*${COUNT}\s?(?:hours|hrs|h|std\.?)\s*(?:$|\))`)],
  ['hours', pattern(String.raw`\b\d[- ]day week\s?\(${COUNT}\s?(?:hours|hrs|h)\)`)],
  ['said', pattern(String.raw`(?<said>\b(?:paid|payable)(?: out)? after (?:the first )?(?:\d+ (?:days|months)))\b`)],
  ['said', pattern(String.raw`(?<said>\binc(?:l\.?|luding)? (?:bank|public)(?: hol(?:iday)?s)?)(?!\p{L})`)],
  ['said', pattern(String.raw`(?<said>\b\d days (?:(?:a|per) week )?(?:on-?site|in[- ](?:the )?office)\b|\b(?:on-?site|in[- ](?:the )?office) \d days(?: (?:a|per) week)?)`)],
  ['said', pattern(String.raw`(?<said>\bhybrid\b(?:\s?\(?\d days (?:a week )?(?:in|at) (?:the )?office\)?)?)`)],
  ['pto', pattern(String.raw`(?:pto|vacation|holidays?|annual leave|urlaub)${OF}${COUNT}\s?(?<unit>${DAYS})`)],
  ['pto', pattern(String.raw`${COUNT}\s?(?<unit>${DAYS})\s?(?:of |off|paid |annual |urlaub)*(?:${OFF}|off)?(?:\s(?:a|per)\syear)?(?!\p{L}|\s?(?:in|on|at|from|remote|on-?site|(?:a|per) week)\b)`)],
  ['pto', pattern(String.raw`${COUNT}\s?(?:vacation|holiday|pto|urlaubs?|ferien)[- ]?(?<unit>days|tage|weeks|wochen)(?:\s(?:a|per)\syear)?`)],
  ['start', pattern(String.raw`(?:start(?:s|ing)?(?: date)?|begin(?:s|ning)?|first day|(?:arbeits|dienst)?beginn|eintritt(?:sdatum)?)(?: is)?:?\s?(?:on |from |am )?${WHEN}`)],
  ['remote', /\b(?:(?:fully|100 ?%|completely) )?(?:remote(?:ly)?\b(?! office)|work(?:ing)? from anywhere\b)(?: (?:with)?in the (?:US|UK|EU)\b)?/iu],
  ['onsite', /\b(?:fully )?(?:on[- ]?site|in[- ]office|in the office)\b/iu],
  ['level', pattern(String.raw`\b(?:at |as )?(?:level|grade|stufe):?\s(?<level>[\p{L}]{0,3}\d{1,2}|[\p{L}]{1,3}\d?)\b`)],
  ['level', /\b(?<level>junior|mid|senior|staff|principal|lead)[- ]level\b/iu],
  ['level', /\b(?:at |as )?(?<level>(?:L|IC|E|SDE|P|G|M|T|ICT) ?\d{1,2})\b/u],
  ['location', /\b(?:[Bb]ased in|[Ll]ocated in|[Ll]ocation:?|[Oo]ffice in|[Rr]ole in|[Jj]ob in|[Ii]n|[Ss]tandort:?)\s(?!RSU|Stock|Options|Shares|Equity)(?<place>\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2}(?:, [A-Z]{2}\b)?)/u],
  ['base', pattern(String.raw`(?:(?:annual |yearly |gross |monthly |hourly |fixed |starting )*${BASE})${OF}${THE_MONEY}(?:\s?(?:gross|brutto|base|bruts?))*(?<later>${SPAN})?(?:\s?x\s?12\b)?(?:\s?\((?<code>USD|EUR|GBP|CHF|CAD|AUD|INR)\))?`)],
  ['base', pattern(String.raw`${THE_MONEY}\s?(?:as |in |a |gross |brutto |bruts? |annual |yearly |fixed )*(?:${BASE}|gross|brutto|bruts?)?(?:\s?(?:gross|brutto|bruts?))*(?<later>${SPAN}|per annum)?(?:\s?x\s?12\b)?(?:\s?\((?<code>USD|EUR|GBP|CHF|CAD|AUD|INR)\))?`)],
] // prettier-ignore

/** Words that say that a number is not fixed: such a clause is not read at all. */
export const HEDGE =
  /\b(?:for|in|during) (?:the|your) first (?:year|\w+ months)\b|\bfirst[- ]year\b|\b(?:up to|upto|bis zu|about|around|approx(?:imately)?|roughly|circa|ca\.|between|at least|minimum|maximum|min|max|or(?! no\b)|maybe|possibly|probably|might|could|tbd|tbc|ote|subject to|not|from(?! anywhere\b)(?! the \p{L}+ team\b))\b|~|\?|\d\s?[k%]?\s?(?:-|to)\s?(?:[$€£]\s?)?\d+(?:[.,]\d+)?\s?(?:k\b|%)|\d[.,]?\d*\s?[k%]?\s?(?:-|to)\s(?:[$€£]\s?)?\d|\d{5,}-\d/iu

/** That a bonus is not guaranteed is what a target means: no hedge, and nothing beside it. */
export const NOT_GUARANTEED =
  /(?:\b(?:the |this |your )?bonus(?:es)? (?:is|are) |[(,]\s*)?\bnot guaranteed\b\)?/iu

/** Words that carry no part of an offer. */
export const FILLER = new RegExp(
  String.raw`\b(?:(?:hi|hello|dear) \p{L}+|great news|(?:position|role) of (?:[\p{L}\/&.-]+ ){1,5}?(?:at|with)|from the \p{L}+ team|we|are|is|be|was|were|been|being|making|earn(?:ing)?|will|would|can|have|has|i|you|your|our|they|it|its|the|an?|of|to|for|with|on|in|at|by|as|and|plus|also|top|per|that|this|which|there|offer(?:ing|ed|s)?|pleased|happy|delighted|like|extend|receive|get|gets|got|give|includes?|including|comes|made|make|me|us|verbal(?:ly)?|written|position|role|job|package|compensation|comp|total|annual(?:ly)?|yearly|year|gross|brutto|one-time|additional(?:ly)?|initial|new|hire|standard|full|time|paid|pay|eligible|participate|benefits?|perks?|time|thanks?|hi|hello|dear|please|target|value|valued|currently|first|vest(?:ing|s)?|schedule|monthly vesting|employer|company|days?|wir|bieten|ein(?:e|en)?|mit|der|die|das|und|zum|ab|unbefristet|permanent|able|go|bi-?weekly|semi-?monthly|payable|prepared|hey|so|said|say|do|need|came|come|back|w\/|am|confirm|stands?|bring|accrue|further to our (?:conversation|call|discussions?)|kind regards|sincerely|ihnen|ihr|uns|einen|emi|lol|latest)(?!\p{L})|'(?:d|re|ll|ve|s)\b|[().:,;!/"“”–-]`,
  'giu',
)
