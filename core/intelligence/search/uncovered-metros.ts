// The metropolitan areas of the United States without figures, and the covered cities nearest to them.

/**
 * "Cities of the area, states: covered cities |". The areas without a covered city and their centres are those of
 * OFLC's list for 2025-26, and Key West; the cities are the three nearest in a straight line.
 */
export const UNCOVERED_METROS = `
Abilene, TX: dallas-tx austin-tx san-antonio-tx | Aguadilla, PR: miami-fl cape-coral-fl north-port-fl |
Albany, GA: atlanta-ga jacksonville-fl savannah-ga | Albany, OR: portland-or seattle-wa spokane-wa |
Alexandria, LA: baton-rouge-la new-orleans-la houston-tx | Altoona, PA: pittsburgh-pa baltimore-md washington-dc |
Amarillo, TX: oklahoma-city-ok albuquerque-nm colorado-springs-co | Ames, IA: des-moines-ia omaha-ne minneapolis-mn |
Amherst-Northampton, MA: worcester-ma hartford-ct albany-ny |
Anniston-Oxford, AL: birmingham-al atlanta-ga huntsville-al | Appleton, WI: milwaukee-wi madison-wi grand-rapids-mi |
Arecibo, PR: miami-fl cape-coral-fl north-port-fl | Athens-Clarke County, GA: atlanta-ga greenville-sc asheville-nc |
Atlantic City-Hammonton, NJ: trenton-nj philadelphia-pa new-york-ny |
Auburn-Opelika, AL: birmingham-al atlanta-ga huntsville-al |
Augusta-Richmond County, GA-SC: columbia-sc greenville-sc savannah-ga |
Bangor, ME: portland-me manchester-nh boston-ma | Barnstable, MA: providence-ri boston-ma worcester-ma |
Battle Creek, MI: grand-rapids-mi ann-arbor-mi toledo-oh | Bay City, MI: ann-arbor-mi detroit-mi grand-rapids-mi |
Beaumont-Port Arthur, TX: houston-tx baton-rouge-la new-orleans-la |
Beckley, WV: greensboro-nc asheville-nc durham-nc | Bellingham, WA: seattle-wa portland-or spokane-wa |
Bend, OR: portland-or seattle-wa boise-city-id | Billings, MT: ogden-ut salt-lake-city-ut fort-collins-co |
Binghamton, NY: syracuse-ny allentown-pa rochester-ny | Bismarck, ND: minneapolis-mn omaha-ne fort-collins-co |
Blacksburg-Christiansburg-Radford, VA: greensboro-nc durham-nc charlotte-nc |
Bloomington, IL: chicago-il st-louis-mo indianapolis-in |
Bloomington, IN: indianapolis-in louisville-ky cincinnati-oh |
Bowling Green, KY: nashville-tn louisville-ky lexington-ky | Bozeman, MT: boise-city-id ogden-ut spokane-wa |
Bremerton-Silverdale-Port Orchard, WA: seattle-wa portland-or spokane-wa |
Brownsville-Harlingen, TX: mcallen-tx san-antonio-tx austin-tx |
Brunswick-St. Simons, GA: jacksonville-fl savannah-ga charleston-sc |
Burlington, NC: durham-nc greensboro-nc raleigh-nc | Canton-Massillon, OH: akron-oh cleveland-oh pittsburgh-pa |
Cape Girardeau, MO-IL: st-louis-mo memphis-tn nashville-tn | Carson City, NV: reno-nv sacramento-ca stockton-ca |
Casper, WY: fort-collins-co boulder-co denver-co | Cedar Rapids, IA: des-moines-ia madison-wi chicago-il |
Chambersburg, PA: baltimore-md washington-dc allentown-pa |
Champaign-Urbana, IL: indianapolis-in chicago-il st-louis-mo |
Charleston, WV: columbus-oh lexington-ky cincinnati-oh | Charlottesville, VA: richmond-va washington-dc baltimore-md |
Cheyenne, WY: fort-collins-co boulder-co denver-co | Chico, CA: sacramento-ca santa-rosa-ca reno-nv |
Clarksville, TN-KY: nashville-tn huntsville-al louisville-ky | Cleveland, TN: chattanooga-tn knoxville-tn atlanta-ga |
Coeur d'Alene, ID: spokane-wa seattle-wa boise-city-id |
College Station-Bryan, TX: houston-tx austin-tx san-antonio-tx |
Columbia, MO: st-louis-mo kansas-city-mo des-moines-ia | Columbus, GA-AL: atlanta-ga birmingham-al chattanooga-tn |
Columbus, IN: indianapolis-in louisville-ky cincinnati-oh | Corpus Christi, TX: mcallen-tx san-antonio-tx austin-tx |
Corvallis, OR: portland-or seattle-wa boise-city-id |
Crestview-Fort Walton Beach-Destin, FL: new-orleans-la birmingham-al baton-rouge-la |
Dalton, GA: chattanooga-tn atlanta-ga huntsville-al |
Daphne-Fairhope-Foley, AL: new-orleans-la baton-rouge-la birmingham-al |
Davenport-Moline-Rock Island, IA-IL: madison-wi chicago-il des-moines-ia |
Decatur, AL: huntsville-al birmingham-al chattanooga-tn | Decatur, IL: st-louis-mo chicago-il indianapolis-in |
Deltona-Daytona Beach-Ormond Beach, FL: orlando-fl jacksonville-fl tampa-fl |
Dothan, AL: birmingham-al atlanta-ga jacksonville-fl | Dover, DE: philadelphia-pa baltimore-md trenton-nj |
Dubuque, IA: madison-wi chicago-il milwaukee-wi | Duluth, MN-WI: minneapolis-mn madison-wi milwaukee-wi |
Eagle Pass, TX: san-antonio-tx austin-tx mcallen-tx | Eau Claire, WI: minneapolis-mn madison-wi milwaukee-wi |
El Centro, CA: san-diego-ca riverside-ca los-angeles-ca | Elizabethtown, KY: louisville-ky lexington-ky nashville-tn |
Elkhart-Goshen, IN: grand-rapids-mi ann-arbor-mi toledo-oh | Elmira, NY: syracuse-ny rochester-ny buffalo-ny |
Enid, OK: oklahoma-city-ok wichita-ks tulsa-ok | Erie, PA: buffalo-ny cleveland-oh akron-oh |
Eugene-Springfield, OR: portland-or seattle-wa boise-city-id |
Evansville, IN: louisville-ky nashville-tn indianapolis-in |
Fairbanks-College, AK: anchorage-ak seattle-wa portland-or | Fargo, ND-MN: minneapolis-mn omaha-ne des-moines-ia |
Farmington, NM: albuquerque-nm colorado-springs-co denver-co | Fayetteville, NC: raleigh-nc durham-nc greensboro-nc |
Flagstaff, AZ: phoenix-az las-vegas-nv tucson-az | Flint, MI: ann-arbor-mi detroit-mi toledo-oh |
Florence, SC: columbia-sc charleston-sc charlotte-nc |
Florence-Muscle Shoals, AL: huntsville-al birmingham-al nashville-tn |
Fond du Lac, WI: milwaukee-wi madison-wi chicago-il | Fort Smith, AR-OK: fayetteville-ar tulsa-ok little-rock-ar |
Fort Wayne, IN: toledo-oh dayton-oh indianapolis-in | Gadsden, AL: birmingham-al huntsville-al chattanooga-tn |
Gainesville, FL: jacksonville-fl orlando-fl tampa-fl | Gainesville, GA: atlanta-ga greenville-sc chattanooga-tn |
Gettysburg, PA: baltimore-md washington-dc philadelphia-pa | Glens Falls, NY: albany-ny burlington-vt manchester-nh |
Goldsboro, NC: raleigh-nc durham-nc greensboro-nc | Grand Forks, ND-MN: minneapolis-mn omaha-ne des-moines-ia |
Grand Island, NE: omaha-ne wichita-ks kansas-city-mo | Grand Junction, CO: provo-ut boulder-co denver-co |
Grants Pass, OR: portland-or reno-nv santa-rosa-ca | Great Falls, MT: spokane-wa boise-city-id ogden-ut |
Greeley, CO: fort-collins-co boulder-co denver-co | Green Bay, WI: milwaukee-wi madison-wi grand-rapids-mi |
Greenville, NC: raleigh-nc durham-nc virginia-beach-va | Guayama, PR: miami-fl cape-coral-fl north-port-fl |
Gulfport-Biloxi, MS: new-orleans-la baton-rouge-la birmingham-al |
Hagerstown-Martinsburg, MD-WV: washington-dc baltimore-md philadelphia-pa |
Hammond, LA: new-orleans-la baton-rouge-la birmingham-al |
Hanford-Corcoran, CA: fresno-ca bakersfield-ca santa-barbara-ca |
Harrisburg-Carlisle, PA: baltimore-md allentown-pa washington-dc |
Harrisonburg, VA: richmond-va washington-dc baltimore-md |
Hattiesburg, MS: new-orleans-la baton-rouge-la birmingham-al | Helena, MT: spokane-wa boise-city-id ogden-ut |
Hickory-Lenoir-Morganton, NC: charlotte-nc asheville-nc greensboro-nc |
Hilton Head Island-Bluffton-Port Royal, SC: savannah-ga charleston-sc columbia-sc |
Hinesville, GA: savannah-ga jacksonville-fl charleston-sc |
Homosassa Springs, FL: tampa-fl orlando-fl jacksonville-fl |
Hot Springs, AR: little-rock-ar fayetteville-ar memphis-tn |
Houma-Bayou Cane-Thibodaux, LA: new-orleans-la baton-rouge-la houston-tx |
Huntington-Ashland, WV-KY-OH: columbus-oh lexington-ky cincinnati-oh |
Idaho Falls, ID: ogden-ut salt-lake-city-ut boise-city-id | Iowa City, IA: des-moines-ia madison-wi chicago-il |
Ithaca, NY: syracuse-ny rochester-ny buffalo-ny | Jackson, MI: ann-arbor-mi toledo-oh detroit-mi |
Jackson, MS: baton-rouge-la new-orleans-la memphis-tn | Jackson, TN: memphis-tn nashville-tn huntsville-al |
Jacksonville, NC: raleigh-nc durham-nc virginia-beach-va | Janesville-Beloit, WI: madison-wi milwaukee-wi chicago-il |
Jefferson City, MO: st-louis-mo kansas-city-mo fayetteville-ar |
Johnson City, TN: asheville-nc knoxville-tn greenville-sc | Johnstown, PA: pittsburgh-pa washington-dc baltimore-md |
Jonesboro, AR: memphis-tn little-rock-ar fayetteville-ar | Joplin, MO-KS: fayetteville-ar tulsa-ok kansas-city-mo |
Kahului-Wailuku, HI: honolulu-hi san-francisco-ca santa-rosa-ca |
Kalamazoo-Portage, MI: grand-rapids-mi ann-arbor-mi toledo-oh |
Kankakee, IL: chicago-il indianapolis-in milwaukee-wi | Kennewick-Richland, WA: spokane-wa seattle-wa portland-or |
Kenosha, WI: milwaukee-wi chicago-il madison-wi | Key West, FL: miami-fl cape-coral-fl north-port-fl |
Killeen-Temple, TX: austin-tx san-antonio-tx dallas-tx |
Kingsport-Bristol, TN-VA: asheville-nc knoxville-tn charlotte-nc | Kingston, NY: bridgeport-ct albany-ny hartford-ct |
Kiryas Joel-Poughkeepsie-Newburgh, NY: bridgeport-ct new-haven-ct hartford-ct |
Kokomo, IN: indianapolis-in dayton-oh cincinnati-oh |
La Crosse-Onalaska, WI-MN: madison-wi minneapolis-mn milwaukee-wi |
Lafayette, LA: baton-rouge-la new-orleans-la houston-tx |
Lafayette-West Lafayette, IN: indianapolis-in chicago-il dayton-oh |
Lake Charles, LA: baton-rouge-la houston-tx new-orleans-la |
Lake Havasu City-Kingman, AZ: las-vegas-nv phoenix-az riverside-ca |
Lakeland-Winter Haven, FL: orlando-fl tampa-fl north-port-fl |
Lancaster, PA: baltimore-md allentown-pa philadelphia-pa |
Lansing-East Lansing, MI: ann-arbor-mi grand-rapids-mi detroit-mi | Laredo, TX: mcallen-tx san-antonio-tx austin-tx |
Las Cruces, NM: el-paso-tx albuquerque-nm tucson-az | Lawrence, KS: kansas-city-mo wichita-ks omaha-ne |
Lawton, OK: oklahoma-city-ok dallas-tx tulsa-ok | Lebanon, PA: allentown-pa baltimore-md trenton-nj |
Lewiston, ID-WA: spokane-wa boise-city-id seattle-wa | Lewiston-Auburn, ME: portland-me manchester-nh boston-ma |
Lexington Park, MD: washington-dc baltimore-md richmond-va | Lima, OH: dayton-oh toledo-oh columbus-oh |
Lincoln, NE: omaha-ne des-moines-ia kansas-city-mo | Logan, UT-ID: ogden-ut salt-lake-city-ut provo-ut |
Longview, TX: dallas-tx houston-tx little-rock-ar | Longview-Kelso, WA: portland-or seattle-wa spokane-wa |
Lubbock, TX: dallas-tx oklahoma-city-ok albuquerque-nm | Lynchburg, VA: richmond-va durham-nc greensboro-nc |
Macon-Bibb County, GA: atlanta-ga greenville-sc savannah-ga | Manhattan, KS: kansas-city-mo wichita-ks omaha-ne |
Mankato, MN: minneapolis-mn des-moines-ia omaha-ne | Mansfield, OH: akron-oh columbus-oh cleveland-oh |
Mayaguez, PR: miami-fl cape-coral-fl north-port-fl | Medford, OR: portland-or reno-nv santa-rosa-ca |
Merced, CA: fresno-ca stockton-ca san-jose-ca | Michigan City-La Porte, IN: chicago-il grand-rapids-mi milwaukee-wi |
Midland, MI: grand-rapids-mi ann-arbor-mi detroit-mi | Midland, TX: el-paso-tx san-antonio-tx dallas-tx |
Minot, ND: minneapolis-mn omaha-ne fort-collins-co | Missoula, MT: spokane-wa boise-city-id seattle-wa |
Mobile, AL: new-orleans-la baton-rouge-la birmingham-al | Modesto, CA: stockton-ca san-jose-ca sacramento-ca |
Monroe, LA: baton-rouge-la little-rock-ar new-orleans-la | Monroe, MI: toledo-oh ann-arbor-mi detroit-mi |
Montgomery, AL: birmingham-al atlanta-ga huntsville-al | Morgantown, WV: pittsburgh-pa akron-oh cleveland-oh |
Morristown, TN: knoxville-tn asheville-nc greenville-sc |
Mount Vernon-Anacortes, WA: seattle-wa portland-or spokane-wa | Muncie, IN: indianapolis-in dayton-oh cincinnati-oh |
Muskegon-Norton Shores, MI: grand-rapids-mi milwaukee-wi chicago-il |
Myrtle Beach-Conway-North Myrtle Beach, SC: charleston-sc raleigh-nc columbia-sc |
Napa, CA: santa-rosa-ca san-francisco-ca sacramento-ca |
Naples-Marco Island, FL: cape-coral-fl north-port-fl miami-fl | Niles, MI: grand-rapids-mi chicago-il milwaukee-wi |
Norwich-New London-Willimantic, CT: hartford-ct providence-ri new-haven-ct |
Ocala, FL: orlando-fl jacksonville-fl tampa-fl | Odessa, TX: el-paso-tx san-antonio-tx austin-tx |
Olympia-Lacey-Tumwater, WA: seattle-wa portland-or spokane-wa |
Oshkosh-Neenah, WI: milwaukee-wi madison-wi chicago-il | Owensboro, KY: louisville-ky nashville-tn lexington-ky |
Paducah, KY-IL: nashville-tn st-louis-mo memphis-tn |
Palm Bay-Melbourne-Titusville, FL: orlando-fl miami-fl north-port-fl |
Panama City-Panama City Beach, FL: birmingham-al jacksonville-fl tampa-fl |
Parkersburg-Vienna, WV: columbus-oh pittsburgh-pa akron-oh |
Pensacola-Ferry Pass-Brent, FL: new-orleans-la birmingham-al baton-rouge-la |
Peoria, IL: chicago-il st-louis-mo madison-wi | Pinehurst-Southern Pines, NC: durham-nc raleigh-nc greensboro-nc |
Pittsfield, MA: albany-ny hartford-ct bridgeport-ct | Pocatello, ID: ogden-ut salt-lake-city-ut provo-ut |
Ponce, PR: miami-fl cape-coral-fl north-port-fl | Port St. Lucie, FL: miami-fl cape-coral-fl orlando-fl |
Prescott Valley-Prescott, AZ: phoenix-az tucson-az las-vegas-nv |
Pueblo, CO: colorado-springs-co denver-co boulder-co | Punta Gorda, FL: north-port-fl cape-coral-fl tampa-fl |
Racine-Mount Pleasant, WI: milwaukee-wi chicago-il madison-wi | Rapid City, SD: fort-collins-co boulder-co denver-co |
Reading, PA: allentown-pa trenton-nj baltimore-md | Redding, CA: sacramento-ca santa-rosa-ca reno-nv |
Roanoke, VA: greensboro-nc durham-nc raleigh-nc | Rochester, MN: minneapolis-mn madison-wi des-moines-ia |
Rockford, IL: madison-wi chicago-il milwaukee-wi | Rocky Mount, NC: raleigh-nc durham-nc richmond-va |
Rome, GA: atlanta-ga chattanooga-tn huntsville-al | Saginaw, MI: ann-arbor-mi detroit-mi grand-rapids-mi |
Salem, OR: portland-or seattle-wa spokane-wa | Salinas, CA: san-jose-ca san-francisco-ca stockton-ca |
Salisbury, MD: philadelphia-pa baltimore-md washington-dc | San Angelo, TX: san-antonio-tx austin-tx dallas-tx |
San Juan-Bayamon-Caguas, PR: miami-fl cape-coral-fl north-port-fl |
San Luis Obispo-Paso Robles, CA: santa-barbara-ca fresno-ca bakersfield-ca |
Sandusky, OH: toledo-oh cleveland-oh detroit-mi |
Santa Cruz-Watsonville, CA: san-jose-ca san-francisco-ca stockton-ca |
Santa Fe, NM: albuquerque-nm colorado-springs-co el-paso-tx |
Scranton--Wilkes-Barre, PA: allentown-pa trenton-nj new-york-ny |
Sebastian-Vero Beach-West Vero Corridor, FL: miami-fl orlando-fl cape-coral-fl |
Sebring, FL: north-port-fl cape-coral-fl orlando-fl | Sheboygan, WI: milwaukee-wi madison-wi grand-rapids-mi |
Sherman-Denison, TX: dallas-tx oklahoma-city-ok tulsa-ok |
Shreveport-Bossier City, LA: little-rock-ar houston-tx baton-rouge-la |
Sierra Vista-Douglas, AZ: tucson-az phoenix-az el-paso-tx |
Sioux City, IA-NE-SD: omaha-ne des-moines-ia minneapolis-mn |
Sioux Falls, SD-MN: omaha-ne minneapolis-mn des-moines-ia |
Slidell-Mandeville-Covington, LA: new-orleans-la baton-rouge-la birmingham-al |
South Bend-Mishawaka, IN-MI: chicago-il grand-rapids-mi milwaukee-wi |
Spartanburg, SC: greenville-sc asheville-nc charlotte-nc | Springfield, IL: st-louis-mo chicago-il indianapolis-in |
Springfield, MA: hartford-ct worcester-ma new-haven-ct | Springfield, MO: fayetteville-ar kansas-city-mo tulsa-ok |
Springfield, OH: dayton-oh columbus-oh cincinnati-oh | St. Cloud, MN: minneapolis-mn des-moines-ia madison-wi |
St. George, UT: las-vegas-nv provo-ut phoenix-az | St. Joseph, MO-KS: kansas-city-mo omaha-ne des-moines-ia |
State College, PA: pittsburgh-pa baltimore-md allentown-pa |
Staunton-Stuarts Draft, VA: richmond-va washington-dc durham-nc | Sumter, SC: columbia-sc charleston-sc charlotte-nc |
Tallahassee, FL: jacksonville-fl tampa-fl orlando-fl | Terre Haute, IN: indianapolis-in louisville-ky cincinnati-oh |
Texarkana, TX-AR: little-rock-ar fayetteville-ar dallas-tx | Topeka, KS: kansas-city-mo wichita-ks omaha-ne |
Traverse City, MI: grand-rapids-mi milwaukee-wi ann-arbor-mi |
Tuscaloosa, AL: birmingham-al huntsville-al chattanooga-tn |
Twin Falls, ID: boise-city-id ogden-ut salt-lake-city-ut | Tyler, TX: dallas-tx houston-tx austin-tx |
Utica-Rome, NY: syracuse-ny albany-ny rochester-ny | Valdosta, GA: jacksonville-fl savannah-ga orlando-fl |
Vallejo, CA: san-francisco-ca santa-rosa-ca sacramento-ca | Victoria, TX: austin-tx san-antonio-tx houston-tx |
Vineland, NJ: philadelphia-pa trenton-nj allentown-pa | Visalia, CA: fresno-ca bakersfield-ca santa-barbara-ca |
Waco, TX: dallas-tx austin-tx houston-tx | Walla Walla, WA: spokane-wa boise-city-id seattle-wa |
Warner Robins, GA: atlanta-ga savannah-ga greenville-sc |
Waterbury-Shelton, CT: new-haven-ct hartford-ct bridgeport-ct |
Waterloo-Cedar Falls, IA: des-moines-ia madison-wi minneapolis-mn |
Watertown-Fort Drum, NY: syracuse-ny rochester-ny burlington-vt | Wausau, WI: madison-wi milwaukee-wi minneapolis-mn |
Weirton-Steubenville, WV-OH: pittsburgh-pa akron-oh cleveland-oh |
Wenatchee-East Wenatchee, WA: seattle-wa spokane-wa portland-or |
Wheeling, WV-OH: pittsburgh-pa akron-oh cleveland-oh | Wichita Falls, TX: dallas-tx oklahoma-city-ok tulsa-ok |
Wildwood-The Villages, FL: orlando-fl tampa-fl jacksonville-fl |
Williamsport, PA: allentown-pa syracuse-ny rochester-ny | Wilmington, NC: raleigh-nc durham-nc charleston-sc |
Winchester, VA-WV: washington-dc baltimore-md richmond-va | Winston-Salem, NC: greensboro-nc durham-nc charlotte-nc |
Yakima, WA: seattle-wa portland-or spokane-wa | York-Hanover, PA: baltimore-md washington-dc allentown-pa |
Youngstown-Warren, OH: akron-oh pittsburgh-pa cleveland-oh | Yuba City, CA: sacramento-ca santa-rosa-ca stockton-ca |
Yuma, AZ: san-diego-ca phoenix-az riverside-ca
`
