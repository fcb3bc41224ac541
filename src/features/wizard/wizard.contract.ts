/** The setup wizard: what a new farm needs, stage by stage, and what of it there is. */
import * as z from 'zod'
import { endpoint, nothing } from '../../shared/contract'

/** Stages in order, with the page of each as routes are named outside. Texts are keys of the dictionary. */
export const STAGES = {
  modules: {
    route: 'location-lib',
    title: 'Модули',
    text: 'Модуль объединяет садки одного понтона или участка. С него начинается хозяйство.',
  },
  cages: {
    route: 'main',
    title: 'Садки',
    text: 'У каждого садка — номер, размер и место на карте модуля.',
  },
  species: { route: 'species-lib', title: 'Виды рыбы', text: 'Какую рыбу вы растите: форель, осётр, сиг.' },
  generations: {
    route: 'generations-lib',
    title: 'Генерации',
    text: 'Генерация — партия рыбы одного завоза. По ней считаются рост, отход и себестоимость.',
  },
  stocks: { route: 'stock-lib', title: 'Склады', text: 'Где лежат корм, препараты и оборудование.' },
  feed: {
    route: 'goods-stock',
    title: 'Корма и расходники',
    text: 'Заведите корма и внесите, сколько их на складе: кормления списывают их сами.',
  },
  norms: {
    route: 'feedbrands-lib',
    title: 'Нормы кормления',
    text: 'По таблице норм программа предлагает корм на день и считает прирост между взвешиваниями.',
  },
  people: {
    route: 'users',
    title: 'Сотрудники',
    text: 'Пригласите тех, кто кормит и ведёт учёт, и дайте каждому свою роль.',
  },
  stocking: {
    route: 'main',
    title: 'Зарыбление',
    text: 'Запишите, сколько рыбы в каждом садке и какой она навески. С этого дня учёт идёт сам.',
  },
} as const
export type Stage = keyof typeof STAGES
export const STAGE_NAMES = Object.keys(STAGES) as Stage[]

const stage = z.object({
  key: z.enum(STAGE_NAMES as [Stage, ...Stage[]]),
  title: z.string(),
  text: z.string(),
  /** how many there are already; no more than a thousand are counted */
  count: z.number(),
})
z.globalRegistry.add(stage, { id: 'WizardStage' })
export type WizardStage = z.infer<typeof stage>

export const wizardCall = endpoint({
  method: 'GET',
  path: '/setup-wizard',
  name: 'getSetupWizard',
  reads: ['places', 'lists', 'goods', 'fish', 'people'],
  ability: 'access wizard',
  area: 'admin',
  summary: 'Этапы настройки хозяйства, что уже сделано, пройден ли мастер',
  input: nothing,
  answer: z.object({
    /** in order */
    data: z.array(stage),
    /** stage → name of the route of its page */
    keys: z.record(z.string(), z.string()),
    'wizard-completed': z.boolean(),
  }),
})
