/** Every reading of the contract with parameters: what the sweep asks. */
import * as z from 'zod'
import { allRoutes } from '../src/app.server'
import { kindServers } from '../src/core/documents/kinds/kinds.server'
import { addDays } from '../src/shared/dates'
import { BUSY } from './goods-life'

/** What parameters are made of. */
export interface World {
  /** the last day; and a month, a year and ten years before it */
  day: string
  month: string
  year: string
  ever: string
  cage: number
  receipt: number
  shipment: number
  product: number
  user: number
}

/** Paths of a call with parameters; none for calls that a signed-in user cannot make. */
type Paths = (world: World) => string[]

export const journals = new Set(Object.values(kindServers).map(({ contract }) => `/${contract.path}`))

const reports = new Set(allRoutes.flatMap(({ endpoint: { area, path } }) => (area === 'reports' ? [path] : [])))
export const isReport = (path: string): boolean => reports.has(path)

/** Another order: by the first of its columns that has a sum, or else by time. */
const orderOf = (path: string): string => {
  const { columns } = Object.values(kindServers).find(({ contract }) => `/${contract.path}` === path)!.contract
  return columns.find(({ footer }) => footer)?.key ?? 'datetime'
}

/** A year, a far page, other orders, one module, one busy cage, and all years for the footer. */
const ofJournal = (path: string, { year, ever, day, cage }: World): string[] => {
  const within = `${path}?start=${year}&end=${day}&per_page=50`
  return [
    `${within}&page=1`,
    `${within}&page=400`,
    `${within}&page=1&sort=-count`,
    `${within}&page=1&sort=-${orderOf(path)}`,
    `${within}&page=1&sort=${orderOf(path)}`,
    `${within}&page=1&location_id=1`,
    `${within}&page=1&cages_id[]=${cage}`,
    `${path}?start=${ever}&end=${day}&per_page=50&page=1`,
    `${path}?start=${ever}&end=${addDays(ever, 30)}&per_page=50&page=1`,
  ]
}

const period = (path: string, more = '') => [
  ({ month, day }: World) => `${path}?start=${month}&end=${day}${more}`,
  ({ year, day }: World) => `${path}?start=${year}&end=${day}${more}`,
]
const all =
  (made: ((world: World) => string)[]): Paths =>
  (world) =>
    made.map((one) => one(world))
const plain =
  (path: string): Paths =>
  () => [path]

const CALLS: Record<string, Paths> = {
  '/users/{id}/sessions': all([({ user }) => `/users/${user}/sessions`]),
  '/cages-on-date': all([
    ({ year }) => `/cages-on-date?date=${year}`,
    ({ ever }) => `/cages-on-date?date=${addDays(ever, 900)}`,
  ]),
  '/cages/download-all': all([({ day }) => `/cages/download-all?date=${day}`]),
  '/consolidated-report': all([({ day }) => `/consolidated-report?date=${day}`]),
  '/consolidated-report-for-period': all(period('/consolidated-report-for-period')),
  '/cages/info/{cageId}': all([({ cage }) => `/cages/info/${cage}`, () => '/cages/info/7']),
  '/get-cage-info': all([({ cage, year }) => `/get-cage-info?cageId=${cage}&date=${year}`]),
  '/cages/recent/{cageId}': all([({ cage }) => `/cages/recent/${cage}`]),
  '/cages/all-operations/{cageId}': all([
    ({ cage, year, day }) => `/cages/all-operations/${cage}?start=${year}&end=${day}&page=1&per_page=50`,
    ({ cage, year, day }) => `/cages/all-operations/${cage}?start=${year}&end=${day}&page=400&per_page=50`,
  ]),
  '/cage/count-on-date': all([
    ({ cage, day }) => `/cage/count-on-date?date=${day}&time=12:00&cage_id=${cage}&generation_id=12&age_category_id=1`,
  ]),
  '/template-for-batch': all([({ day }) => `/template-for-batch?date=${day}`]),
  '/documents/{id}/photos': all([({ receipt }) => `/documents/${receipt}/photos`]),
  // nobody has photographed that farm
  '/photos/{id}': () => [],
  '/documents/{id}': all([({ receipt }) => `/documents/${receipt}`]),
  '/documents': plain('/documents?waybill_number=2'),
  '/cage/{id}/why': all([
    ({ cage, day }) => `/cage/${cage}/why?date=${day}&per_page=50`,
    ({ year }) => `/cage/7/why?date=${year}&per_page=50`,
  ]),
  '/custom-item-operations/{id}': () => [],
  '/transactions-data-for-{type}/{id}': all(period(`/transactions-data-for-good/${BUSY.good}`, '&page=1&per_page=50')),
  '/stock-sheet': all([({ day }) => `/stock-sheet?stock_id=1&date=${day}&time=12:00`]),
  '/goods/{id}/lots': all([() => `/goods/${BUSY.good}/lots`, () => `/goods/${BUSY.good + 5}/lots`]),
  '/best-before': plain('/best-before'),
  '/crud/good': all([() => '/crud/good', ({ year }) => `/crud/good?date=${year}`]),
  '/all-goods-amounts': all([() => '/all-goods-amounts', ({ month }) => `/all-goods-amounts?date=${month}`]),
  '/crud/{model}': plain('/crud/location'),
  '/crud/columns/{model}': plain('/crud/columns/good'),
  '/measurements-by-location/{locationId}': all([
    ({ year, day }) => `/measurements-by-location/1?start=${year}&end=${day}&page=1&per_page=50`,
    ({ ever, day }) => `/measurements-by-location/1?start=${ever}&end=${day}&page=100&per_page=50`,
  ]),
  '/measurements-calendar-counts/{locationId}': all([
    ({ month }) => `/measurements-calendar-counts/1?month=${month.slice(0, 7)}`,
  ]),
  '/chart/data/measurements': all([
    ({ year, day }) => `/chart/data/measurements?start=${year}&end=${day}&paramNames[]=Температура`,
    ({ ever, day }) => `/chart/data/measurements?start=${ever}&end=${day}&paramNames[]=Температура&locationId=1`,
  ]),
  '/measurements-template': plain('/measurements-template?location_id=1'),
  '/goods-value': all([({ day }) => `/goods-value?date=${day}`, ({ day }) => `/goods-value?date=${day}&method=avg`]),
  '/goods-value/{id}': all([({ day }) => `/goods-value/${BUSY.good}?date=${day}`]),
  '/goods-balance/{id}': all(period(`/goods-balance/${BUSY.good}`)),
  '/workshop-goods-value': all([({ day }) => `/workshop-goods-value?date=${day}`]),
  '/workshop-goods-value/{id}': all([({ day, product }) => `/workshop-goods-value/${product}?date=${day}`]),
  '/workshop-goods-balance/{id}': all([
    ({ year, day, product }) => `/workshop-goods-balance/${product}?start=${year}&end=${day}`,
  ]),
  '/batches': all([({ ever, day }) => `/batches?start=${ever}&end=${day}&page=1`]),
  '/goods-transforms': all([({ ever, day }) => `/goods-transforms?start=${ever}&end=${day}&page=1`]),
  '/workshop-goods/shipping/journal': all([
    ({ year, day }) => `/workshop-goods/shipping/journal?start=${year}&end=${day}&page=1`,
  ]),
  '/spending/totals': all(period('/spending/totals')),
  '/papers/receipt/{id}': all([({ receipt }) => `/papers/receipt/${receipt}`]),
  '/papers/workshop-receipt/{id}': () => [],
  '/papers/shipment/{id}': all([({ shipment }) => `/papers/shipment/${shipment}`]),
  // external applications and operators: not for a farm's own people
  '/external-token/{id}': () => [],
  '/external/output/xml': () => [],
  '/companies': () => [],
  '/installation/jobs': () => [],
  '/installation/clock': () => [],
  '/installation/backups': () => [],
  '/users-for-company/{id}': () => [],
  '/annual-report': all([({ day }) => `/annual-report?year=${day.slice(0, 4)}`]),
  '/annual-report/goods': all([({ day }) => `/annual-report/goods?year=${day.slice(0, 4)}`]),
  '/annual-report/fish': all([({ day }) => `/annual-report/fish?year=${day.slice(0, 4)}`]),
  '/annual-report/closing': all([({ day }) => `/annual-report/closing?year=${day.slice(0, 4)}`]),
  '/annual-report/download': () => [],
  // a file without bounds has a bench of its own
  '/export-data-xml': () => [],
  '/moving-in-own/book': () => [],
  '/moving-in-own/sample': () => [],
  '/good-turnover-balance': all(period('/good-turnover-balance', '&page=1')),
  '/workshop-good-turnover-balance': all(period('/workshop-good-turnover-balance', '&page=1')),
  '/chart/data/goods-by-items': all(period('/chart/data/goods-by-items')),
  '/chart/data/goods-by-dates': all(period('/chart/data/goods-by-dates')),
  '/chart/data/workshop-goods-transactions': all(period('/chart/data/workshop-goods-transactions')),
  '/trace/shipment/{id}': all([({ shipment }) => `/trace/shipment/${shipment}`]),
  // its batches hold no fish
  '/trace/batch/{id}': () => [],
  '/batches/{id}/periods': () => [],
  '/trace/generation/{id}': all([() => '/trace/generation/1', () => '/trace/generation/5']),
  '/feeding-rates/1/{feedTypeId}': plain('/feeding-rates/1/1'),
  '/get-plan-of-day/{date}': all([({ day }) => `/get-plan-of-day/${day}`]),
  '/get-plan-of-cage/{cageId}': all([({ cage }) => `/get-plan-of-cage/${cage}`]),
  '/get-feed-calc-cages': all([({ day }) => `/get-feed-calc-cages?date=${day}`]),
  '/feeding-plan-fact': all([({ day }) => `/feeding-plan-fact?date=${day}`]),
  '/download-plan-of-day': all([({ day }) => `/download-plan-of-day?date=${day}`]),
  '/download-plan-of-cage': all([({ cage }) => `/download-plan-of-cage?cage_id=${cage}`]),
  // the farm has neither calculations nor brands nor norms
  '/recalc-cage': () => [],
  '/download-feeding-rates/{feedTypeId}': () => [],
  '/crud/feed_calc/coef/{id}': () => [],
  '/feeding-rates/0/{brandId}': () => [],
  '/feeding-norms/{owner}/{owner_id}': () => [],
  '/download-brand-feeding-rates/{brandId}': () => [],
  '/audit': all([
    ({ ever, day }) => `/audit?start=${ever}&end=${day}&page=1&per_page=50`,
    ({ ever, day }) => `/audit?start=${ever}&end=${day}&page=400&per_page=50`,
    ({ year, day }) => `/audit?start=${year}&end=${day}&entity=retreat&page=1&per_page=50`,
  ]),
  '/history/{entity}/{id}': all([({ receipt }) => `/history/receipt/${receipt}`]),
  '/reports/exports': plain('/reports/exports?report=feedings'),
  '/reports/exports/changes': all(period('/reports/exports/changes', '&report=feedings')),
  '/harvest/outlook': all([({ cage, day }) => `/harvest/outlook?cage_id=${cage}&date=${addDays(day, 30)}&count=100`]),
  '/forecast/target': all([({ cage }) => `/forecast/target?cage_ids[]=${cage}&weight=1.5`]),
  '/mortality-control/days': all([
    ({ cage, year, day }) => `/mortality-control/days?cage_id=${cage}&start=${year}&end=${day}`,
  ]),
  '/reports/official/cards/days': all([
    ({ cage, month, day }) => `/reports/official/cards/days?cage_id=${cage}&start=${month}&end=${day}`,
  ]),
  '/reports/dashboard': all(period('/reports/dashboard')),
  '/farm-plan': all([({ day }) => `/farm-plan?year=${day.slice(0, 4)}`]),
  '/farm-plan/facts': all([({ day }) => `/farm-plan/facts?year=${day.slice(0, 4)}`]),
  '/farm-plan/forecast': all([({ day }) => `/farm-plan/forecast?year=${day.slice(0, 4)}`]),
  // nobody has saved a view there
  '/report-views/{id}/file': () => [],
  '/report-views/{id}/links': () => [],
  '/report-links': plain('/report-links'),
  '/report-views/{id}/tables': () => [],
  '/alarms': all([({ year, day }) => `/alarms?start=${year}&end=${day}&page=1&per_page=50`]),
  '/task-rules/preview': all([({ day }) => `/task-rules/preview?kind=every&days=14&starts_on=${day}`]),
  // no assistant has proposed anything there
  '/proposals/{id}/preview': () => [],
  // nobody has brought a book there
  '/moving-in/{id}': () => [],
  '/moving-in/{id}/rows': () => [],
  '/moving-in/{id}/wrong-rows': () => [],
  '/reports/fish-cost/months': all([({ year, day }) => `/reports/fish-cost/months?start=${year}&date=${day}`]),
  '/reports/fish-cost/sales': all([({ month, day }) => `/reports/fish-cost/sales?start=${month}&date=${day}`]),
  '/product-periods': plain('/product-periods?stock_id=1'),
  '/security-events': all([({ year, day }) => `/security-events?start=${year}&end=${day}&page=1&per_page=50`]),
}

/** What its input cannot do without; the parameters of its path. */
const neededBy = ({ path, input }: { path: string; input?: object | undefined }): string[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  ...Object.entries((input as Pick<z.ZodObject, 'shape'> | undefined)?.shape ?? {})
    .filter(([, field]) => !z.safeParse(field, undefined).success)
    .map(([name]) => name),
]

const readings = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, ability, path }) => method === 'GET' && ability !== 'public' && !path.startsWith('/external'))

/** Readings that need what nothing here gives them: the sweep would not ask them. */
export const unasked = (): string[] =>
  readings
    .filter(({ path }) => !CALLS[path] && !journals.has(path))
    .flatMap((one) => (neededBy(one).length > 0 ? `${one.path}: ${neededBy(one).join(', ')}` : []))

/** All that somebody signed in can ask. */
export const sweepPaths = (world: World): string[] =>
  readings.flatMap(({ path }) => CALLS[path]?.(world) ?? (journals.has(path) ? ofJournal(path, world) : [path]))
