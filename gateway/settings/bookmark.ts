// The bookmark for /clip. A page may forbid it to send anything, so it opens an address with what the page says.

/** The most characters of an address: Node refuses requests with 16 KiB of it and headers. */
const MAX_ADDRESS = 6_000
const MAX_MARKUP = 3_000

export const bookmark = (url: string): string =>
  `javascript:(()=>{${[
    `const e=encodeURIComponent,d=document`,
    `let m='',q='${url}/clip?url='+e(location.href)+'&title='+e(d.title)+'&text='`,
    `for(const s of d.querySelectorAll('script[type="application/ld+json"]'))try{if(!m&&/JobPosting/.test(s.text))m='<script type="application/ld+json">'+JSON.stringify(JSON.parse(s.text),(k,v)=>v&&v.length>300&&v.charAt?undefined:v).replace(/</g,'\\\\u003c')+'<'+'/script>'}catch(x){}`,
    `if(e(m).length<${MAX_MARKUP})q+=e(m)`,
    `const t=(String(getSelection()||'')||d.body.innerText||'').slice(0,4000)`,
    `for(const c of t){const p=e(c.isWellFormed&&!c.isWellFormed()?'':c);if(q.length+p.length>${MAX_ADDRESS})break;q+=p}`,
    `open(q)`,
  ].join(';')}})()`
