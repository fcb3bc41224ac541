import { useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { addDays, dayOf, parseDay, showDay } from '../../../shared/dates'
import { call, errorText, isUnreachable } from '../../../web/api'
import { showAmount } from '../../../web/format'
import { type TFunction, useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifyInfo } from '../../../web/notify'
import { useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { CellDecimal, CellSelect } from '../../../web/ui/grid-edit/cells'
import { toMg } from '../../../shared/numbers'
import { kgText } from '../fields/fish-math.web'
import type { CageRow } from '../../cages/cage.contract'
import type { GoodRow } from '../../goods/good.contract'
import { mostOf, othersOf } from '../recent/fed-feeds.contract'
import { recentCall } from '../recent/recent.contract'
import { leftOfPlan, plannedOn, type PlanOfFeed } from '../recent/planned.contract'
import { lastFed } from '../recent/recent.web'
import { feedingBatch } from './batch.contract'
import { withRate, withVolume } from '../fields/feed-rate.web'
import type { BodyProps } from './batch-model.web'
import styles from './batch.module.css'
import { goodById, stockChoices, withFeed } from './feed-choices.web'

interface Props extends BodyProps {
  goods: readonly GoodRow[]
  stocks: Map<string, string>
}

/** «садок 7 Корм 8 мм 12» */
const inCage = ({ number }: CageRow, { feed_type, volume }: PlanOfFeed, t: TFunction) =>
  `${t('садок {{number}}', { number })} ${feed_type} ${showAmount(volume)}`

const NOT_HERE = 'Вчерашние кормления не загружены на это устройство, а связи нет.'
const SEVERAL = 'Вчера было несколько кормов, в строках тот, которого больше. Ещё давали, кг: {{others}}.'
const LEFT_OUT = 'Сегодня уже кормили садков: {{fed}}. Их строки не заполнены.'

/**
 * «Шаблон со вчера»: fills the rows with yesterday's feedings, except rows changed in the meantime and cages fed on
 * that day.
 */
function useTemplate({ form, cages, change, goods }: Props) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const { data: recent, refetch } = useCall(recentCall, {})
  // today's feedings are known on this device; those of another day are fetched
  const fedYesterday = async () => {
    const known = recent ?? (await refetch({ throwOnError: true })).data
    return known?.feedings.filter((row) => row.day === addDays(today, -1)) ?? []
  }
  const fedBefore = (day: string) =>
    call(feedingBatch.template, { date: showDay(day), cage_ids: cages.map(({ id }) => id) }, { quiet: true })
  const [loading, setLoading] = useState(false)
  /** cage id → the amount that a template put there */
  const put = useRef(new Map<number, string>())
  const fill = async () => {
    const day = parseDay(form.getValues().date)
    if (!day || loading) return
    setLoading(true)
    try {
      const rows = day === today ? await fedYesterday() : await fedBefore(day)
      if (rows.length === 0) return notifyInfo(t('Кормлений за вчера не найдено'))
      let fed = 0
      const left: string[] = []
      for (const row of rows) {
        const { cage_id } = row
        const { feed_type_id, stock_id, volume } = mostOf(row)
        const cage = cages.find(({ id }) => id === cage_id)
        if (cage && day === today && (cage.fed_today ?? 0) > 0) {
          fed += 1
          continue
        }
        const typed = form.getValues().batch[cage_id]?.volume ?? ''
        if (!cage || (typed !== '' && typed !== put.current.get(cage_id))) continue
        const amount = kgText(toMg(volume))
        put.current.set(cage_id, amount)
        change(cage_id, {
          ...withFeed(goodById(goods, String(feed_type_id)), String(stock_id)),
          ...withVolume(amount, cage.weight),
        })
        left.push(...othersOf(row).map((one) => inCage(cage, one, t)))
      }
      if (fed > 0) notifyInfo(t(LEFT_OUT, { fed }))
      if (left.length > 0) notifyInfo(t(SEVERAL, { others: left.join(', ') }))
    } catch (error) {
      notifyError(isUnreachable(error) ? t(NOT_HERE) : errorText(error))
    } finally {
      setLoading(false)
    }
  }
  return { fill, loading }
}

const NO_PLAN = 'Плана кормления на этот день на устройстве нет.'
const MORE_PLANNED = 'По плану несколько кормов, в строках тот, которого больше. Ещё по плану, кг: {{others}}.'
const ALL_GIVEN = 'По плану всё уже дано.'

/**
 * «По плану»: fills the rows with what the plan of the day leaves to be given, except rows changed in the meantime. The
 * plan of yesterday, today and tomorrow is known on this device.
 */
function useByPlan({ form, cages, change, goods }: Props) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const { data: recent } = useCall(recentCall, {})
  const put = useRef(new Map<number, string>())
  return () => {
    const day = parseDay(form.getValues().date)
    const planned = plannedOn(recent?.planned ?? [], day ?? '')
    if (planned.size === 0) return notifyInfo(t(NO_PLAN))
    let filled = 0
    const more: string[] = []
    for (const cage of cages) {
      const plan = planned.get(cage.id)
      const typed = form.getValues().batch[cage.id]?.volume ?? ''
      if (!plan || (typed !== '' && typed !== put.current.get(cage.id))) continue
      const [feed, ...others] = leftOfPlan(plan, day === today ? (cage.fed_today ?? 0) : 0)
      if (!feed) continue
      filled += 1
      const amount = kgText(toMg(feed.volume))
      put.current.set(cage.id, amount)
      const { stock } = lastFed(cage.id)
      change(cage.id, {
        ...withFeed(goodById(goods, String(feed.feed_type_id)), stock),
        ...withVolume(amount, cage.weight),
      })
      more.push(...others.map((one) => inCage(cage, one, t)))
    }
    if (more.length > 0) notifyInfo(t(MORE_PLANNED, { others: more.join(', ') }))
    if (filled === 0) notifyInfo(t(ALL_GIVEN))
  }
}

/** The moment, the plan, the template of the day before, and values for all rows at once. */
export function FeedTools(props: Props) {
  const { cages, change, goods, stocks, moment } = props
  const { t } = useTranslation()
  const template = useTemplate(props)
  const byPlan = useByPlan(props)
  const [all, setAll] = useState({ feed: '', stock: '', rate: '' })
  const good = goodById(goods, all.feed)
  const toAll = (feed: string, stock: string) => {
    const patch = withFeed(goodById(goods, feed), stock)
    setAll({ ...all, feed, stock: patch.stock_id ?? '' })
    for (const { id } of cages) change(id, patch)
  }
  const rateToAll = (rate: string) => {
    setAll({ ...all, rate })
    for (const cage of cages) change(cage.id, withRate(rate, cage.weight))
  }
  return (
    <div className={styles.tools}>
      {moment}
      <Button variant="default" leftSection={<Icon name="cal" size={16} />} onClick={byPlan}>
        {t('По плану')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="hist" size={16} />}
        loading={template.loading}
        onClick={() => void template.fill()}
      >
        {t('Шаблон со вчера')}
      </Button>
      <div className={styles.all} role="group" aria-label={t('Для всех садков')}>
        <span className={styles.caption}>{t('Всем')}</span>
        <CellSelect
          label={t('Корм всем садкам')}
          path="all-feed"
          value={all.feed}
          options={goods.map(({ id, name }) => ({ value: String(id), label: name }))}
          empty={t('Корм')}
          onChange={(feed) => toAll(feed, all.stock)}
        />
        <CellSelect
          label={t('Склад всем садкам')}
          path="all-stock"
          value={all.stock}
          options={stockChoices(good, stocks, t(good?.measure_name ?? 'кг'))}
          empty={t('Склад')}
          disabled={!good}
          onChange={(stock) => toAll(all.feed, stock)}
        />
        <CellDecimal
          label={t('Норма всем садкам, % биомассы')}
          path="all-rate"
          value={all.rate}
          placeholder={t('% биомассы')}
          className={styles.allRate}
          onChange={rateToAll}
        />
      </div>
    </div>
  )
}
