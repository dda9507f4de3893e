// Vietnamese.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: 'nghìn, ngàn', 1000000: 'triệu, tr', 1000000000: 'tỷ' },
  currencies: { VND: 'đồng, đ, vnđ' },
  nouns: { year: 'năm', month: 'tháng', day: 'ngày', hour: 'giờ' },
  joins: 'đến, tới',
  atLeast: 'từ, trên, tối thiểu',
  atMost: 'lên đến, dưới, tối đa, tới',
  labels: { base: 'lương cơ bản', pay: 'lương, thu nhập', bonus: 'thưởng, hoa hồng', allowance: 'phụ cấp' },
}
