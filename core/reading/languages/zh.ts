// Chinese.
import type { PayWords } from './pay-words.ts'

export const PAY: PayWords = {
  multiples: { 10000: '萬', 100000000: '亿' },
  currencies: { CNY: '元, 人民币, 块', HKD: '港币, 港元', USD: '美元', TWD: '新台幣, 台幣', EUR: '欧元' },
  periods: {
    ...{ year: '年薪, 每年, 一年', month: '月薪, 每月, 底薪', week: '周薪, 每周, 周', day: '日薪, 每天, 天' },
    hour: '时薪, 時薪, 小时, 小時, 每小时, 时',
  },
  joins: '至, 到',
  atLeast: '不低于, 至少, 不少于, 最少',
  atMost: '不超过, 至多, 不高于, 最多',
  orMore: '起, 及以上',
  orLess: '以内',
  plain: '左右, 税前, 税后, 每, 薪, 人',
  labels: {
    ...{
      base: '底薪, 基本工资, 无责底薪',
      pay: '薪资, 薪酬, 工资, 月薪, 年薪, 薪水, 待遇, 时薪, 日薪',
      total: '综合薪资, 总包',
    },
    ...{ bonus: '奖金, 提成, 年终奖, 绩效', allowance: '补贴, 餐补, 房补, 津贴', reward: '推荐奖, 内推奖' },
    business: '营收, 融资, 注册资本, 客户',
  },
}
