// Japanese.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 1000: '千', 10000: '万', 100000000: '億' },
  currencies: { JPY: '円, 日本円' },
  periods: {
    ...{
      year: '年収, 年俸, 年額, 想定年収, 年',
      month: '月給, 月収, 月額, 月',
      week: '週給, 週',
      day: '日給, 日当, 日額, 日',
    },
    hour: '時給, 時間給, 時間, 時',
  },
  joins: 'から',
  atLeast: '最低',
  atMost: '最高, 最大',
  orMore: '以上, から, より',
  orLess: '以下, まで, 未満',
  plain: '程度, 税込, 額面, 約',
  labels: {
    ...{ base: '基本給, 固定給', pay: '給与, 年収, 月給, 時給, 日給, 年俸, 想定年収, 給料, 報酬, 月収' },
    ...{
      bonus: '賞与, ボーナス, 手当, インセンティブ, 残業代, 報奨金',
      signing: '入社祝い金, 入社支度金',
      allowance: '交通費, 補助, 支給額',
    },
    ...{ reward: '紹介料, お祝い金, 奨学金', business: '売上, 売上高, 資金調達, 調達, 資本金, 顧客' },
  },
}
