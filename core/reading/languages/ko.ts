// Korean.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: '천', 10000: '만', 100000000: '억' },
  currencies: { KRW: '원' },
  periods: { year: '연봉, 연, 년', month: '월급, 월', week: '주급', day: '일급, 일당', hour: '시급, 시간' },
  joins: '에서, 부터',
  atLeast: '최소',
  atMost: '최대',
  orMore: '이상, 부터',
  orLess: '이하, 까지',
  plain: '세전, 세후, 약',
  labels: {
    ...{
      base: '기본급',
      pay: '급여, 연봉, 월급, 시급, 임금, 보수, 일급',
      bonus: '상여금, 성과급, 인센티브, 보너스, 수당',
    },
    ...{ allowance: '식대, 지원금', reward: '추천', business: '매출, 투자, 고객' },
  },
}
