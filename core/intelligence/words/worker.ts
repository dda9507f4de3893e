// Recognises words that name a worker. The last such word of a title says what the work is.

/** Endings of words for workers, and words with such an ending that name no worker. */
const WORKER =
  /(er|or|ist|ian|yst|ant|ect|ney|eur|ary|man|agent|legal|representative|executive|nurse|clerk|chef|counsel|aide)$/
const NO_WORKER =
  /^(center|customer|computer|water|power|cancer|consumer|order|career|summer|cyber|senior|vendor|patient|client|independent|intelligent|human|german|primary|military|secondary|elementary|under|inter|after|over)$/

/** Whether a lower-case word names a worker: "technician" does, "customer" does not. */
export const isWorker = (word: string): boolean => WORKER.test(word) && !NO_WORKER.test(word)
