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
  then?: number | null
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
  const pieces = `${showCount(now.fish_count)}${NBSP}${t('шт')}`
  return [
    {
      ...{ key: 'biomass', icon: 'cages', title: 'Биомасса', ...heavy(now.biomass, t), note: pieces },
      ...{ now: now.biomass, then: then?.biomass, judged: 'neither', to: hrefOf('weightReports', stretch) },
    },
    {
      ...{ key: 'growth', icon: 'chart', title: 'Прирост', ...heavy(now.growth, t) },
      ...{ now: now.growth, then: then?.growth, judged: 'more', to: hrefOf('consolidatedForPeriod', stretch) },
    },
    {
      ...{ key: 'lost', icon: 'bone', title: 'Отход', judged: 'less', to: hrefOf('retreatReports', stretch) },
      value: now.lost_percent === null ? NOTHING : showPercent(now.lost_percent),
      note: `${showCount(now.lost_count)}${NBSP}${t('шт')}`,
      ...{ now: now.lost_percent, then: then?.lost_percent },
    },
    {
      ...{ key: 'caught', icon: 'lift', title: 'Подъём рыбы', ...heavy(now.caught_weight, t) },
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
      ...{ judged: 'neither', to: hrefOf('feedingReports', stretch) },
    },
    {
      ...{ key: 'fcr', icon: 'scale', title: 'Корм на кг прироста', judged: 'less', unit: t('кг') },
      value: now.feed_coefficient === null ? NOTHING : showNumber(now.feed_coefficient, 2),
      note: t('кормовой коэффициент'),
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
  const money = (key: string, title: string, value: number, before: number | null | undefined, to: string): Tile => ({
    ...{ key, icon: 'coin', title, ...roubles(value, t) },
    ...{ now: value, then: before, judged: key === 'revenue' ? 'more' : 'neither', to },
  })
  const sales = hrefOf('journal', { path: 'withdrawal', ...stretch, reason: 'sale' })
  return [
    ...(now.revenue === null ? [] : [money('revenue', 'Выручка', now.revenue, then?.revenue, sales)]),
    ...(now.spending === null ? [] : [money('spending', 'Затраты', now.spending, then?.spending, hrefOf('spending'))]),
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
        <Change tile={tile} />
      </span>
    </Link>
  )
}

/** A year before: how much more or less it is now. */
function Change({ tile: { now, then, judged = 'neither' } }: { tile: Tile }): ReactNode {
  const { t } = useTranslation()
  if (typeof now !== 'number' || typeof then !== 'number' || then <= 0) return null
  const change = ((now - then) / then) * 100
  const size = showPercent(Math.abs(change), 0)
  if (/^0/.test(size)) return <span>{t('как год назад')}</span>
  const up = change > 0
  const tone = judged === 'neither' ? undefined : (judged === 'more') === up ? 'good' : 'bad'
  return (
    <span className={classes.change} data-tone={tone}>
      {t('{{change}} к прошлому году', { change: `${up ? '+' : '\u2212'}${size}` })}
    </span>
  )
}
