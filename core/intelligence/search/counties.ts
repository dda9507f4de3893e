// Counties and the covered city whose area they are in: "Cook County", "king county, wa", "Orleans Parish".

/** "city: state counties; …", by the delineation of OFLC's wage areas 2025-26, without "County" and "Parish". */
const COUNTIES = `
akron-oh: OH portage, summit
albany-ny: NY albany, rensselaer, saratoga, schenectady, schoharie
albuquerque-nm: NM bernalillo, sandoval, torrance, valencia
allentown-pa: NJ warren; PA carbon, lehigh, northampton
anchorage-ak: AK matanuska susitna
ann-arbor-mi: MI washtenaw
asheville-nc: NC buncombe, henderson, madison
atlanta-ga: GA barrow, bartow, butts, carroll, cherokee, clayton, cobb, coweta, dawson, dekalb, douglas, fayette, forsyth, fulton, gwinnett, haralson, heard, henry, jasper, lumpkin, meriwether, morgan, newton, paulding, pickens, pike, rockdale, spalding, walton
austin-tx: TX bastrop, caldwell, hays, travis, williamson
bakersfield-ca: CA kern
baltimore-md: MD anne arundel, baltimore, carroll, harford, howard, queen annes
baton-rouge-la: LA ascension, assumption, east baton rouge, east feliciana, iberville, livingston, pointe coupee, st helena, west baton rouge, west feliciana
birmingham-al: AL bibb, blount, chilton, jefferson, shelby, st clair, walker
boise-city-id: ID ada, boise, canyon, gem, owyhee
boston-ma: MA essex, middlesex, norfolk, plymouth, suffolk; NH rockingham, strafford
boulder-co: CO boulder
buffalo-ny: NY erie, niagara
burlington-vt: VT chittenden, franklin, grand isle
cape-coral-fl: FL lee
charleston-sc: SC berkeley, charleston, dorchester
charlotte-nc: NC anson, cabarrus, gaston, iredell, lincoln, mecklenburg, rowan, union; SC chester, lancaster, york
chattanooga-tn: GA catoosa, dade, walker; TN hamilton, marion, sequatchie
chicago-il: IL cook, dekalb, dupage, grundy, kane, kendall, lake, mchenry, will; IN jasper, lake, newton, porter
cincinnati-oh: IN dearborn, franklin, ohio; KY boone, bracken, campbell, gallatin, grant, kenton, pendleton; OH brown, butler, clermont, hamilton, warren
cleveland-oh: OH ashtabula, cuyahoga, geauga, lake, lorain, medina
colorado-springs-co: CO el paso, teller
columbia-sc: SC calhoun, fairfield, kershaw, lexington, richland, saluda
columbus-oh: OH delaware, fairfield, franklin, hocking, licking, madison, morrow, perry, pickaway, union
dallas-tx: TX collin, dallas, denton, ellis, hunt, johnson, kaufman, parker, rockwall, tarrant, wise
dayton-oh: OH greene, miami, montgomery
denver-co: CO adams, arapahoe, broomfield, clear creek, denver, douglas, elbert, gilpin, jefferson, park
des-moines-ia: IA dallas, guthrie, jasper, madison, polk, warren
detroit-mi: MI lapeer, livingston, macomb, oakland, st clair, wayne
durham-nc: NC chatham, durham, orange, person
el-paso-tx: TX el paso, hudspeth
fayetteville-ar: AR benton, madison, washington
fort-collins-co: CO larimer
fresno-ca: CA fresno, madera
grand-rapids-mi: MI barry, ionia, kent, montcalm, ottawa
greensboro-nc: NC guilford, randolph, rockingham
greenville-sc: SC anderson, greenville, laurens, pickens
honolulu-hi: HI honolulu
houston-tx: TX austin, brazoria, chambers, fort bend, galveston, harris, liberty, montgomery, san jacinto, waller
huntsville-al: AL limestone, madison
indianapolis-in: IN boone, brown, hamilton, hancock, hendricks, johnson, madison, marion, morgan, shelby, tipton
jacksonville-fl: FL baker, clay, duval, nassau, st johns
kansas-city-mo: KS johnson, leavenworth, linn, miami, wyandotte; MO bates, caldwell, cass, clay, clinton, jackson, lafayette, platte, ray
knoxville-tn: TN anderson, blount, campbell, grainger, knox, loudon, morgan, roane, union
las-vegas-nv: NV clark
lexington-ky: KY bourbon, clark, fayette, jessamine, scott, woodford
little-rock-ar: AR faulkner, grant, lonoke, perry, pulaski, saline
los-angeles-ca: CA los angeles, orange
louisville-ky: IN clark, floyd, harrison, washington; KY bullitt, henry, jefferson, meade, nelson, oldham, shelby, spencer
madison-wi: WI columbia, dane, green, iowa
manchester-nh: NH hillsborough
mcallen-tx: TX hidalgo
memphis-tn: AR crittenden; MS benton, desoto, marshall, tate, tunica; TN fayette, shelby, tipton
miami-fl: FL broward, miami dade, palm beach
milwaukee-wi: WI milwaukee, ozaukee, washington, waukesha
minneapolis-mn: MN anoka, carver, chisago, dakota, hennepin, isanti, le sueur, mille lacs, ramsey, scott, sherburne, washington, wright; WI pierce, st croix
nashville-tn: TN cannon, cheatham, davidson, dickson, hickman, macon, maury, robertson, rutherford, smith, sumner, trousdale, williamson, wilson
new-orleans-la: LA jefferson, orleans, plaquemines, st bernard, st charles, st james, st john the baptist
new-york-ny: NJ bergen, essex, hudson, hunterdon, middlesex, monmouth, morris, ocean, passaic, somerset, sussex, union; NY bronx, kings, nassau, new york, putnam, queens, richmond, rockland, suffolk, westchester
north-port-fl: FL manatee, sarasota
ogden-ut: UT davis, morgan, weber
oklahoma-city-ok: OK canadian, cleveland, grady, lincoln, logan, mcclain, oklahoma
omaha-ne: IA harrison, mills, pottawattamie; NE cass, douglas, sarpy, saunders, washington
orlando-fl: FL lake, orange, osceola, seminole
oxnard-ca: CA ventura
philadelphia-pa: DE new castle; MD cecil; NJ burlington, camden, gloucester, salem; PA bucks, chester, delaware, montgomery, philadelphia
phoenix-az: AZ maricopa, pinal
pittsburgh-pa: PA allegheny, armstrong, beaver, butler, fayette, lawrence, washington, westmoreland
portland-me: ME cumberland, sagadahoc, york
portland-or: OR clackamas, columbia, multnomah, washington, yamhill; WA clark, skamania
providence-ri: MA bristol; RI bristol, kent, newport, providence, washington
provo-ut: UT juab, utah
raleigh-nc: NC franklin, johnston, wake
reno-nv: NV lyon, storey, washoe
richmond-va: VA amelia, charles city, chesterfield, dinwiddie, goochland, hanover, henrico, king and queen, king william, new kent, powhatan, prince george, sussex
riverside-ca: CA riverside, san bernardino
rochester-ny: NY livingston, monroe, ontario, orleans, wayne
sacramento-ca: CA el dorado, placer, sacramento, yolo
salt-lake-city-ut: UT salt lake, tooele
san-antonio-tx: TX atascosa, bandera, bexar, comal, guadalupe, kendall, medina, wilson
san-diego-ca: CA san diego
san-francisco-ca: CA alameda, contra costa, marin, san francisco, san mateo
san-jose-ca: CA san benito, santa clara
santa-barbara-ca: CA santa barbara
santa-rosa-ca: CA sonoma
savannah-ga: GA bryan, chatham, effingham
seattle-wa: WA king, pierce, snohomish
spokane-wa: WA spokane, stevens
st-louis-mo: IL bond, calhoun, clinton, jersey, macoupin, madison, monroe, st clair; MO franklin, jefferson, lincoln, st charles, st louis, warren
stockton-ca: CA san joaquin
syracuse-ny: NY madison, onondaga, oswego
tampa-fl: FL hernando, hillsborough, pasco, pinellas
toledo-oh: OH fulton, lucas, wood
trenton-nj: NJ mercer
tucson-az: AZ pima
tulsa-ok: OK creek, okmulgee, osage, pawnee, rogers, tulsa, wagoner
virginia-beach-va: NC camden, currituck, gates; VA gloucester, isle of wight, james city, mathews, surry, york
washington-dc: MD charles, frederick, montgomery, prince georges; VA arlington, clarke, culpeper, fairfax, fauquier, loudoun, prince william, rappahannock, spotsylvania, stafford, warren; WV jefferson
wichita-ks: KS butler, harvey, sedgwick, sumner
worcester-ma: MA worcester
`

/** The state and the covered city of a county. */
export interface County {
  name: string
  state: string
  city: string
}

const KIND = / (county|parish|borough|co)$/

/** The covered counties that a plain name such as "cook county" means, in one of these states if there are any. */
export function countiesNamed(name: string, states: readonly string[]): County[] {
  const [kind] = KIND.exec(name) ?? []
  if (kind === undefined) return []
  const wanted = name.slice(0, -kind.length)
  return COUNTIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [city = '', counties = ''] = line.split(': ')
      return counties.split('; ').flatMap((part) => {
        const state = part.slice(0, 2)
        const isIn = states.length === 0 || states.includes(state)
        return isIn && part.slice(3).split(', ').includes(wanted) ? [{ name: titled(name), state, city }] : []
      })
    })
}

const titled = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
