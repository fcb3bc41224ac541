/** The reports as the menu and their common page list them. */
import { hrefOf } from '../../shared/pages'
import type { SubEntry } from '../../web/layout/menu/menu'

export interface ReportEntry extends SubEntry {
  /** what it answers, in one sentence: an i18n key */
  about: string
}

const FEED = { section: 'Корм' }
const FISH = { section: 'Рыба' }
const MONEY = { section: 'Деньги и склад' }
const OFFICIAL = { section: 'Официальное' }

/** Those of one section stand together. */
export const REPORTS: readonly ReportEntry[] = [
  {
    title: 'Панель хозяйства',
    to: hrefOf('dashboard'),
    about: 'Рыба, корм и деньги на одном экране, рядом с прошлым годом и планами. Печатается на одном листе.',
  },
  {
    title: 'План хозяйства',
    to: hrefOf('farmPlan'),
    about: 'Сколько рыбы, корма и денег хозяйство намечает на каждый месяц, и что из этого вышло.',
  },
  {
    title: 'Сохранённые отчёты',
    to: hrefOf('savedViews'),
    about: 'Отчёты с вашими фильтрами и столбцами под своим названием; их можно слать по почте.',
  },
  {
    ...FEED,
    title: 'Кормление',
    to: hrefOf('feedingReports'),
    about: 'Сколько какого корма съедено, по садкам, модулям и генерациям, и сколько предлагали нормы.',
  },
  {
    ...FISH,
    title: 'Отходы',
    to: hrefOf('retreatReports'),
    about: 'Сколько рыбы потеряно, по садкам и за период, в штуках и килограммах.',
  },
  {
    ...FISH,
    title: 'Подъёмы рыбы',
    to: hrefOf('withdrawalReports'),
    about: 'Сколько килограммов поднято, по причинам, садкам и месяцам.',
  },
  {
    ...FISH,
    title: 'Сводный',
    to: hrefOf('consolidated'),
    about: 'День хозяйства на одном листе: рыба, корм, отход и подъём по модулям и садкам.',
  },
  {
    ...FISH,
    title: 'Сводный за период',
    to: hrefOf('consolidatedForPeriod'),
    about: 'Что было, пришло, ушло, выросло и съедено по садкам, генерациям и категориям.',
  },
  {
    ...FISH,
    title: 'Навески и биомасса',
    to: hrefOf('weightReports'),
    about: 'Навеска садков по взвешиваниям, биомасса хозяйства и движение рыбы по садкам.',
  },
  {
    ...FISH,
    title: 'Контроль отхода',
    to: hrefOf('mortalityControl'),
    about: 'Где гибнет больше обычного для этого садка, с какого дня и насколько.',
  },
  {
    ...FISH,
    title: 'Сравнение садков и поколений',
    to: hrefOf('likeForLike'),
    about: 'Как росла, ела и гибла рыба садков или генераций при равной навеске и температуре.',
  },
  {
    ...FISH,
    title: 'Закрытие поколений',
    to: hrefOf('closeOut'),
    about: 'Сколько пришло, продано и погибло до последней рыбы, и чего никто не объяснит.',
  },
  {
    ...MONEY,
    title: 'Годовой отчёт',
    to: hrefOf('annualReport'),
    about: 'Продажи, корм, затраты, отход и рыба года по месяцам, баланс расходников в рублях.',
  },
  {
    ...MONEY,
    title: 'Себестоимость рыбы',
    to: hrefOf('fishCost'),
    about: 'Сколько стоило вырастить рыбу садков, генераций и модулей, из чего это сложилось, и что дала продажа.',
  },
  {
    ...MONEY,
    title: 'Расходники',
    to: hrefOf('stockReports'),
    about: 'Сколько расходников израсходовано, по изделиям и по датам.',
  },
  {
    ...MONEY,
    title: 'Прирост и расход продукции',
    to: hrefOf('productTransactions'),
    ability: 'access workshop',
    about: 'Сколько продукции цеха сделано и отгружено по дням.',
  },
  {
    ...MONEY,
    title: 'Оборотно-сальдовая ведомость',
    to: hrefOf('goodTurnover'),
    ability: 'read stocks',
    about: 'Остаток, приход и расход каждого расходника по складам за период.',
  },
  {
    ...MONEY,
    title: 'Ведомость по продукции',
    to: hrefOf('productTurnover'),
    ability: 'access workshop',
    about: 'Остаток, приход и расход продукции цеха по складам за период.',
  },
  {
    ...OFFICIAL,
    title: 'Официальные ведомости',
    to: hrefOf('officialSheets'),
    about:
      'Листы с реквизитами и подписями: движение рыбы, акт зарыбления, сводка по приказу № 691, справка для банка.',
  },
]
