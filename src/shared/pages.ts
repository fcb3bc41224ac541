/**
 * The list of pages: the path of each, and the parameters of its query. Features say what is rendered; only `hrefOf`
 * writes addresses.
 */
import * as z from 'zod'
import { parseDay } from './dates'
import * as f from './fields'
import { FILTERS, type FilterName } from './filters'
import { type Query, writeQuery } from './query'

/** 'DD.MM.YYYY', the format that people type. */
const day = z.string().refine((text) => parseDay(text) !== null)
const period = { start: day, end: day }

type FieldsOf<N extends FilterName> = {
  [K in N as (typeof FILTERS)[K]['key']]: ReturnType<(typeof FILTERS)[K]['field']>
}

/** The named filters as they are in an address. */
const filters = <N extends FilterName>(...names: readonly N[]): FieldsOf<N> =>
  Object.fromEntries(names.map((name) => [FILTERS[name].key, FILTERS[name].field()])) as unknown as FieldsOf<N>

/** a period that moves with the calendar, and a saved view */
const viewed = { period: z.string().max(20), view: f.id() }
const good = { good: f.id(), tab: z.enum(['stock', 'movements', 'chart']) }

const savable = { ...period, ...filters('module', 'cages'), ...viewed }
const compared = { compare: z.enum(['previous', 'year']) }

const page = <P extends string, Q extends z.ZodRawShape>(path: P, query: Q) => ({ path, query })

/** '$name' in a path is a value, '{-$name}' an optional one. */
export const PAGES = {
  farm: page('/', { ...filters('module', 'cages'), date: day }),
  round: page('/round', {}),
  measurements: page('/measurements', { ...filters('module'), date: day }),
  alarms: page('/alarms', { show: z.enum(['past', 'rules', 'hooks']), ...period, ...filters('module', 'cages') }),
  tasks: page('/tasks', { show: z.enum(['month', 'week', 'day', 'list', 'rules']), date: day, completed: f.flag() }),
  journal: page('/journals/$path', { ...period, ...viewed, ...filters(...(Object.keys(FILTERS) as FilterName[])) }),

  feedingPlan: page('/feed/feeding-plan', { date: day, cage: f.id() }),
  feedingCalcs: page('/feed/feeding-calc', {}),
  feedingTest: page('/feed/feeding-test', {
    modules: f.idFilter(),
    categories: f.idFilter(),
    ...filters('cages'),
    calc: f.id(),
    other: f.id(),
    ...period,
  }),
  feedingGrowth: page('/feed/growth', {}),
  feedSupply: page('/feed/supply', { days: f.id() }),
  toWeigh: page('/feed/to-weigh', {}),
  feedingHarvest: page('/feed/harvest', { module: f.id(), cage: f.id(), state: z.enum(['open', 'done']) }),
  feedingForecast: page('/feed/forecast', {
    modules: f.idFilter(),
    ...filters('cages'),
    on: day,
    level: z.string(),
    weight: z.string(),
    cage: f.id(),
  }),

  goods: page('/stock/goods', good),
  items: page('/stock/items', {}),
  bestBefore: page('/stock/best-before', {}),
  stocktake: page('/stock/stocktake', {}),

  products: page('/workshop/goods', good),
  batches: page('/workshop/batches', period),
  transformBatch: page('/workshop/transform-batch/$batchId/{-$mode}', {}),
  transformGoods: page('/workshop/transform-goods', {}),
  transforms: page('/workshop/transforms-journal', period),
  shipments: page('/workshop/shipping-journal', period),
  trace: page('/workshop/trace/$what/$id', {}),

  passport: page('/print/passport/$what/$id', {}),
  paper: page('/print/$kind/$id/{-$form}', {}),
  spending: page('/accounting/spending', period),
  library: page('/lib/$route', {}),
  movingIn: page('/moving-in', { book: f.id() }),
  norms: page('/lib/feeding-rates', { feed: f.id() }),

  dashboard: page('/reports/dashboard', { period: z.enum(['week', 'year']) }),
  farmPlan: page('/reports/plan', { ...viewed, year: f.id() }),
  reportsHome: page('/reports', {}),
  officialSheets: page('/reports/official', {}),
  officialMovement: page('/reports/official/movement', { ...period, ...viewed, ...filters('module') }),
  officialCards: page('/reports/official/cards', { ...period, ...viewed, ...filters('module'), cage: f.id() }),
  officialStockings: page('/reports/official/stockings', {
    ...period,
    ...viewed,
    ...filters('module', 'generation'),
    stocking: f.id(),
  }),
  officialVolumes: page('/reports/official/volumes', { ...period, ...viewed, ...filters('module') }),
  officialHolding: page('/reports/official/holding', { ...viewed, date: day, ...filters('module') }),
  feedingReports: page('/reports/feedings', {
    ...savable,
    ...compared,
    ...filters('generation', 'ageCategories'),
    detalization: z.enum(['day', 'week']),
  }),
  retreatReports: page('/reports/retreats', { ...savable, ...compared, detalization: z.enum(['day', 'week']) }),
  withdrawalReports: page('/reports/withdrawals', { ...savable, ...compared }),
  consolidated: page('/reports/consolidated', { ...viewed, date: day, ...filters('module') }),
  consolidatedForPeriod: page('/reports/consolidated-for-period', {
    ...savable,
    ...compared,
    withoutGenerations: f.flag(),
  }),
  weightReports: page('/reports/weights', { ...savable, ...compared, detalization: z.enum(['day', 'week']) }),
  likeForLike: page('/reports/like-for-like', {
    ...savable,
    ...filters('generations'),
    by: z.enum(['generation']),
    range: z.enum(['own']),
    axis: z.enum(['degree_days']),
  }),
  closeOut: page('/reports/close-out', { ...savable, ...filters('generations'), by: z.enum(['cage']) }),
  mortalityControl: page('/reports/mortality-control', { ...savable, cage: f.id() }),
  annualReport: page('/reports/annual', { ...viewed, year: f.id(), method: z.enum(['avg']) }),
  fishCost: page('/reports/fish-cost', {
    ...savable,
    ...filters('generation'),
    by: z.enum(['cage', 'module', 'generation']),
  }),
  stockReports: page('/reports/stock', { ...period, ...viewed, ...filters('module', 'stocks', 'items', 'goods') }),
  productTransactions: page('/reports/workshop-goods-transactions', {
    ...period,
    ...viewed,
    ...filters('shippedProducts'),
  }),
  goodTurnover: page('/reports/goods', { ...period, ...viewed, ...compared, ...filters('stocks', 'goods') }),
  productTurnover: page('/reports/workshop-goods', {
    ...period,
    ...viewed,
    ...compared,
    ...filters('stocks', 'goods'),
  }),

  savedViews: page('/reports/saved', {}),

  users: page('/users', {}),
  roles: page('/roles', {}),
  settings: page('/settings', {}),
  subscription: page('/subscription', {}),
  audit: page('/audit', { ...period, person: f.id(), entity: z.string(), thing: f.id() }),
  securityEvents: page('/audit/security', {}),
  exportData: page('/data-export', {}),
  externalApps: page('/external-apps', {}),
  proposals: page('/proposals', {}),
  apiUses: page('/api-control', {}),
  apiCalls: page('/api-control/calls', {}),
  companies: page('/companies', {}),
  jobs: page('/jobs', {}),
  installationJobs: page('/jobs/all', {}),
  jobClock: page('/jobs/clock', {}),
  backups: page('/jobs/copies', {}),

  profile: page('/profile', {}),
  changePassword: page('/profile/change-password', {}),
  login: page('/login', { to: z.string() }),
  register: page('/register', {}),
  passwordReset: page('/password/reset', {}),
  invitation: page('/invitation', {}),
} as const

export type PageName = keyof typeof PAGES

type PartOf<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? Head | PartOf<Rest> : Path
type Required<Part> = Part extends `$${infer Name}` ? Name : never
type Optional<Part> = Part extends `{-$${infer Name}}` ? Name : never

/** Values in the address of a page: for the names of its path, and for its query. */
export type PageValues<P extends PageName> = Record<Required<PartOf<(typeof PAGES)[P]['path']>>, string | number> &
  Partial<Record<Optional<PartOf<(typeof PAGES)[P]['path']>>, string | number>> & {
    [K in keyof (typeof PAGES)[P]['query']]?: z.output<(typeof PAGES)[P]['query'][K]>
  }

type Given<V> = object extends V ? [values?: V] : [values: V]

/** The address of a page. Missing values and null are left out. */
export function hrefOf<P extends PageName>(name: P, ...[values]: Given<PageValues<P>>): string {
  const rest: Record<string, unknown> = { ...values }
  const path = PAGES[name].path.replace(/\/(?:\{-)?\$(\w+)\}?/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return value === undefined ? '' : `/${encodeURIComponent(String(value))}`
  })
  return path + writeQuery(rest)
}

/** What an address holds that its page refuses, as undefined: it counts as absent. */
export const refusedIn = (name: PageName, query: Query): Record<string, undefined> =>
  Object.fromEntries(
    Object.entries<z.ZodType>(PAGES[name].query)
      .filter(([key, field]) => key in query && !field.safeParse(query[key]).success)
      .map(([key]) => [key, undefined]),
  )
