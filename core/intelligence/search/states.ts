// US states by name and postal code, and place names better known elsewhere.

/** Plain state name → postal code. */
export const STATES: ReadonlyMap<string, string> = new Map(
  `alabama AL,alaska AK,arizona AZ,arkansas AR,california CA,colorado CO,connecticut CT,delaware DE,florida FL,georgia GA,
hawaii HI,idaho ID,illinois IL,indiana IN,iowa IA,kansas KS,kentucky KY,louisiana LA,maine ME,maryland MD,massachusetts MA,
michigan MI,minnesota MN,mississippi MS,missouri MO,montana MT,nebraska NE,nevada NV,new hampshire NH,new jersey NJ,
new mexico NM,new york NY,north carolina NC,north dakota ND,ohio OH,oklahoma OK,oregon OR,pennsylvania PA,rhode island RI,
south carolina SC,south dakota SD,tennessee TN,texas TX,utah UT,vermont VT,virginia VA,washington WA,west virginia WV,
wisconsin WI,wyoming WY,district of columbia DC,puerto rico PR`
    .split(/,\s*/)
    .map((entry): [string, string] => [entry.slice(0, -3), entry.slice(-2)]),
)

/** Postal codes in lower case. */
export const STATE_CODES: ReadonlySet<string> = new Set(
  [...STATES.values()].map((code) => code.toLowerCase()),
)

/** Names better known as US places without figures; without a state they are ambiguous. */
export const KNOWN_ELSEWHERE: ReadonlySet<string> = new Set(
  `salem orange union lebanon jordan delaware vernon canton springfield lincoln bloomington lafayette auburn dover jackson
decatur augusta concord monroe troy lancaster peoria topeka bethlehem georgetown hamilton cypress jamaica paradise
independence liberty mission`
    .split(/\s+/)
    .concat('san juan'),
)
