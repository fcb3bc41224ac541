/** Figures of the dashboard: what each says, beside a year before and its plan, and what it opens. */
import type { ReactNode } from 'react'
import type { Ability } from '../../../shared/abilities'
import { hrefOf } from '../../../shared/pages'
import { NBSP, NOTHING, showCount, showKg, showNumber, showPercent } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon, type IconName } from '../../../web/icons'
import { Link } from '../../../web/router/router'
import type { Figures } from './dashboard.contract'
import type { Stretch } from './dashboard-charts.web'
import classes from './dashboard.module.css'

/** Whether more of it is good. */
type Judged = 'more' | 'less' | 'neither'

export interface Tile {
  key: string
  icon: IconName
  title: string
  value: string
  unit?: string
  /** a line below, translated */
  note?: string | null
  /** 0 to 100 and more, drawn as a bar */
  share?: number | null
  now?: number | null
  /** a year before */
  then?: number | null
  /** of the farm's own plan */
  plan?: number | null | undefined
  /** what is compared with the plan, where that is not `now` */
  done?: number | null
  /** a year before and a plan as text */
  show?: (value: number) => string
  showPlan?: (value: number) => string
  judged?: Judged
  to: string
}

const TON = 1000

/** Kilograms up to ten tons, then tons with one decimal. */
const heavy = (kg: number, t: TFunction): { value: string; unit: string } =>
  Math.abs(kg) < 10 * TON ? { value: showKg(kg, 0), unit: t('кг') } : { value: showKg(kg / TON, 1), unit: t('т') }

const MILLION = 1_000_000

/** Roubles up to a million, then millions with one decimal, and the roubles below. */
const roubles = (value: number, t: TFunction): { value: string; unit: string; note: string | null } =>
  Math.abs(value) < MILLION
    ? { value: showCount(Math.round(value)), unit: '₽', note: null }
    : {
        value: showNumber(value / MILLION, 1),
        unit: `${t('млн')}${NBSP}₽`,
        note: `${showCount(Math.round(value))}${NBSP}₽`,
      }

const words = ({ value, unit }: { value: string; unit: string }) => `${value}${NBSP}${unit}`

function fishTiles(now: Figures, then: Figures | undefined, stretch: Stretch, t: TFunction): Tile[] {
  const showPieces = (count: number) => `${showCount(count)}${NBSP}${t('шт')}`
  const show = (kg: number) => words(heavy(kg, t))
  const { target } = now
  return [
    {
      ...{ key: 'biomass', icon: 'cages', title: 'Биомасса', ...heavy(now.biomass, t) },
      ...{ note: showPieces(now.fish_count), show, plan: target?.biomass },
      ...{ now: now.biomass, then: then?.biomass, judged: 'neither', to: hrefOf('weightReports', stretch) },
    },
    {
      ...{ key: 'growth', icon: 'chart', title: 'Прирост', ...heavy(now.growth, t), show },
      plan: target?.growth,
      ...{ now: now.growth, then: then?.growth, judged: 'more', to: hrefOf('consolidatedForPeriod', stretch) },
    },
    {
      ...{ key: 'lost', icon: 'bone', title: 'Отход', judged: 'less', to: hrefOf('retreatReports', stretch) },
      value: now.lost_percent === null ? NOTHING : showPercent(now.lost_percent),
      ...{ note: showPieces(now.lost_count), show: showPercent },
      ...{ plan: target?.lost_count, done: now.lost_count, showPlan: showPieces },
      ...{ now: now.lost_percent, then: then?.lost_percent },
    },
    {
      ...{ key: 'caught', icon: 'lift', title: 'Подъём рыбы', ...heavy(now.caught_weight, t), show },
      plan: target?.caught_weight,
      note: now.harvest && t('План вылова: выполнено {{done}} из {{rows}}', now.harvest),
      share: now.harvest && (now.harvest.done / now.harvest.rows) * 100,
      ...{ now: now.caught_weight, then: then?.caught_weight, judged: 'neither' },
      to: hrefOf('withdrawalReports', stretch),
    },
  ]
}

/** Feed in the warehouses of modules, and the one that runs out first. */
export interface FeedLeft {
  weight: number
  first: { name: string; days: number } | null
}

function feedTiles(now: Figures, then: Figures | undefined, stretch: Stretch, t: TFunction): Tile[] {
  const tiles: Tile[] = [
    {
      ...{ key: 'fed', icon: 'feed', title: 'Корм', ...heavy(now.fed, t), now: now.fed, then: then?.fed },
      ...{ judged: 'neither', to: hrefOf('feedingReports', stretch), show: (kg) => words(heavy(kg, t)) },
      plan: now.target?.fed,
    },
    {
      ...{ key: 'fcr', icon: 'scale', title: 'Корм на кг прироста', judged: 'less', unit: t('кг') },
      value: now.feed_coefficient === null ? NOTHING : showNumber(now.feed_coefficient, 2),
      ...{ note: t('кормовой коэффициент'), plan: now.target?.feed_coefficient },
      show: (ratio) => showNumber(ratio, 2),
      ...{ now: now.feed_coefficient, then: then?.feed_coefficient, to: hrefOf('consolidatedForPeriod', stretch) },
    },
  ]
  const { plan } = now
  if (!plan) return tiles
  const [fed, planned] = [words(heavy(plan.fed, t)), words(heavy(plan.planned, t))]
  const planTile: Tile = {
    ...{ key: 'plan', icon: 'check', title: 'План кормления' },
    value: plan.percent === null ? NOTHING : showPercent(plan.percent, 0),
    note: t('{{fed}} из {{planned}}', { fed, planned }),
    ...{ share: plan.percent, to: hrefOf('feedingReports', stretch) },
  }
  return [...tiles, planTile]
}

function moneyTiles(now: Figures, then: Figures | undefined, stretch: Stretch, t: TFunction): Tile[] {
  const money = (key: 'revenue' | 'spending', title: string, value: number, to: string): Tile => ({
    ...{ key, icon: 'coin', title, ...roubles(value, t), show: (sum) => words(roubles(sum, t)) },
    ...{ now: value, then: then?.[key], plan: now.target?.[key], judged: key === 'revenue' ? 'more' : 'neither', to },
  })
  const sales = hrefOf('journal', { path: 'withdrawal', ...stretch, reason: 'sale' })
  return [
    ...(now.revenue === null ? [] : [money('revenue', 'Выручка', now.revenue, sales)]),
    ...(now.spending === null ? [] : [money('spending', 'Затраты', now.spending, hrefOf('spending', stretch))]),
  ]
}

const leftTile = ({ weight, first }: FeedLeft, t: TFunction): Tile => ({
  ...{ key: 'left', icon: 'box', title: 'Корм на складах', ...heavy(weight, t), to: hrefOf('feedSupply') },
  note: first && t('Раньше всех кончится: {{name}}, {{days}} дн', first),
})

/** What the fish have cost, and what sales of the period left; null where that is not told. */
export interface Costs {
  per_kg: number | null
  margin: number | null
  margin_percent: number | null
}

function costTiles({ per_kg, margin, margin_percent }: Costs, { start, end }: Stretch, t: TFunction): Tile[] {
  const to = hrefOf('fishCost', { start, end })
  const common = { icon: 'coin', to } as const
  return [
    ...(per_kg === null
      ? []
      : [{ ...common, key: 'cost', title: 'Себестоимость', value: showNumber(per_kg, 2), unit: `₽/${t('кг')}` }]),
    ...(margin === null
      ? []
      : [
          {
            ...{ ...common, key: 'margin', title: 'Маржа продаж', ...roubles(margin, t) },
            ...(margin_percent !== null && {
              note: t('{{percent}} от выручки', { percent: showPercent(margin_percent, 0) }),
            }),
          },
        ]),
  ]
}

interface Known {
  costs: Costs | null
  now: Figures
  then: Figures | undefined
  left: FeedLeft | null
  may: (ability: Ability) => boolean
}

/** In the order of the screen; what a person has no right to is not among them. */
export function tilesOf({ now, then, left, costs, may }: Known, stretch: Stretch, t: TFunction): Tile[] {
  return [
    ...fishTiles(now, then, stretch, t),
    ...feedTiles(now, then, stretch, t),
    ...(left && may('view feed calcs') ? [leftTile(left, t)] : []),
    ...moneyTiles(now, then, stretch, t),
    ...(costs ? costTiles(costs, stretch, t) : []),
  ]
}

export function TileCard({ tile }: { tile: Tile }) {
  const { t } = useTranslation()
  const { icon, title, value, unit, note, share, to } = tile
  return (
    <Link className={classes.tile} to={to}>
      <span className={classes.caption}>
        <Icon name={icon} size={16} />
        {t(title)}
      </span>
      <span className={classes.value}>
        {value}
        {unit && <small>{unit}</small>}
      </span>
      <span className={classes.lines}>
        {note && <span>{note}</span>}
        {typeof share === 'number' && (
          <span className={classes.meter} aria-hidden="true">
            <i style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
          </span>
        )}
        <Plan tile={tile} />
        <YearBefore tile={tile} />
      </span>
    </Link>
  )
}

/** Whether more or less than it was compared with is good news. */
function toneOf(judged: Judged, change: number): 'good' | 'bad' | undefined {
  if (judged === 'neither' || Math.abs(change) < 0.5) return undefined
  return (judged === 'more') === change > 0 ? 'good' : 'bad'
}

/** The plan for the same days, and how much of it that is. */
function Plan({ tile: { now, done = now, plan, show, showPlan = show, judged = 'neither' } }: { tile: Tile }) {
  const { t } = useTranslation()
  if (typeof plan !== 'number' || typeof done !== 'number' || !showPlan) return null
  if (plan <= 0) return <span>{t('план {{plan}}', { plan: showPlan(plan) })}</span>
  const percent = (done / plan) * 100
  return (
    <span className={classes.change} data-tone={toneOf(judged, percent - 100)}>
      {t('план {{plan}}: {{percent}}', { plan: showPlan(plan), percent: showPercent(percent, 0) })}
    </span>
  )
}

/** Of more than so many per cent nobody can tell how much it is. */
const MOST_CHANGE = 1000

/** The same days a year before, and how much more or less it is now. */
function YearBefore({ tile: { now, then, show, judged = 'neither' } }: { tile: Tile }): ReactNode {
  const { t } = useTranslation()
  if (typeof now !== 'number' || typeof then !== 'number' || then <= 0 || !show) return null
  const change = ((now - then) / then) * 100
  const size = showPercent(Math.abs(change), 0)
  if (/^0/.test(size)) return <span>{t('год назад столько же')}</span>
  if (change >= MOST_CHANGE) return <span>{t('год назад почти ничего: {{value}}', { value: show(then) })}</span>
  return (
    <span className={classes.change} data-tone={toneOf(judged, change)}>
      {t('год назад {{value}}: {{change}}', { value: show(then), change: `${change > 0 ? '+' : '\u2212'}${size}` })}
    </span>
  )
}
