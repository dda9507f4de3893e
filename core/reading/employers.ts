// Names that stand where an employer's is expected, but are none: job boards, mail platforms, placeholders.
import { folded } from '../kernel/folded.ts'

/** Job boards, aggregators, applicant tracking systems, and platforms for tests and calls. */
const PLATFORMS = new Set(
  (
    'linkedin,indeed,glassdoor,ziprecruiter,monster,stepstone,xing,welcome to the jungle,otta,wellfound,angellist,angel list,dice,hired,' +
    'hackerrank,codility,codesignal,coderpad,coderbyte,hackerearth,testgorilla,testdome,hirevue,calendly,goodtime,' +
    'greenhouse,lever,ashby,workday,smartrecruiters,workable,recruitee,personio,teamtailor,icims,jobvite,taleo,bamboohr,' +
    'breezy hr,jazzhr,rippling,successfactors,jooble,adzuna,talent.com,neuvoo,simplyhired,careerbuilder,totaljobs,reed,' +
    'reed.co.uk,cv-library,seek,naukri,infojobs,jobteaser,apec,hellowork,jobs.ch,jobup,karriere.at,jobindex,finn.no,' +
    'weworkremotely,we work remotely,remote ok,remoteok,remotive,remote.co,flexjobs,jobspresso,working nomads,himalayas,' +
    'builtin,built in,the muse,handshake,wayup,ladders,theladders,snagajob,jora,jobrapido,trovit,careerjet,google jobs,' +
    'docusign,dropbox sign,hellosign,adobe sign,adobe acrobat sign,pandadoc,microsoft bookings,microsoft teams,google calendar,cal.com,savvycal,doodle,' +
    'spark hire,sparkhire,vervoe,pymetrics,cronofy,youcanbook.me,karat,qualified,interviewing.io,' +
    'mercer mettl,mettl,shl,imocha,harver,plum,criteria corp,wonderlic,france travail,jobs2careers,lensa,jobcase,hirequest,' +
    'eightfold,softgarden,join.com,softy,taleez,welcomekit,jobly,stellenanzeigen,meinestadt,hays jobs,kariera,pracuj,gupy,' +
    'computrabajo,occ mundial,catho,bumeran,infoempleo,tecnoempleo,jobsite,guardian jobs,efinancialcareers,jobstreet,foundit'
  ).split(','),
)
const NOBODY =
  /^(?:company |client |employer |firma )?(?:confidential|anonymous|undisclosed|not disclosed|hidden|private|unknown|n\/?a|null|none|vertraulich|anonym|confidentiel|confidencial|riservato|vertrouwelijk|poufne|tbd|-+)(?: (?:company|client|employer|search))?$/

/** Whether a name is a platform's, with or without its domain ending: `LinkedIn`, `Indeed.com`. */
export const isPlatform = (name: string): boolean => {
  const plain = folded(name).trim()
  return (
    PLATFORMS.has(plain) || PLATFORMS.has(plain.replace(/(?:\.(?:com|co|io|de|co\.uk)| jobs| careers)$/, ''))
  )
}

/** Whether a sender's name is a platform's: `HackerRank for Work`, `Indeed Apply`. */
export function isPlatformSender(name: string): boolean {
  const words = folded(name)
    .trim()
    .split(/[^\p{L}\p{N}.&-]+/u)
  return [1, 2, 3, 4].some((count) => PLATFORMS.has(words.slice(0, count).join(' ')))
}

/** Whether a sender's name is that of a tool, such as `Microsoft Bookings`. Its maker is not the employer. */
export const isTool = (name: string): boolean =>
  /^(?:microsoft|google|adobe) /.test(folded(name).trim()) && isPlatformSender(name)

/** Whether a domain belongs to a platform: `glassdoor.com`, `mail.xing.com`, `indeed-mail.com`. */
export function isPlatformDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.')
  const name = labels.at(-2) ?? ''
  return (
    PLATFORMS.has(labels.slice(-2).join('.')) ||
    PLATFORMS.has(name) ||
    PLATFORMS.has(name.split('-')[0] ?? '')
  )
}

/** The employer's name in a posting; undefined for a placeholder word or a platform. */
export const inferredEmployer = (name: string | undefined): string | undefined =>
  name === undefined || isPlatform(name) || NOBODY.test(folded(name).trim()) ? undefined : name
