import { useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { parseDay, showDay } from '../../../shared/dates'
import { call } from '../../../web/api'
import { Icon } from '../../../web/icons'
import { notifyInfo } from '../../../web/notify'
import { CellDecimal, CellSelect } from '../../../web/ui/fields/cells'
import { kgText, mgOf } from '../fish-math.web'
import type { GoodRow } from '../../warehouse/goods/good.contract'
import { feedingBatch } from './batch.contract'
import { withRate, withVolume, type BodyProps } from './batch-model.web'
import styles from './batch.module.css'
import { goodById, stockChoices, withFeed } from './feed-choices.web'

interface Props extends BodyProps {
  goods: readonly GoodRow[]
  stocks: Map<string, string>
}

/** «Шаблон со вчера»: fills every row in which nothing else was typed meanwhile. */
function useTemplate({ form, cages, change, goods }: Props) {
  const { t } = useTranslation()
  const [loading, setLoading] = useState(false)
  /** cage id → the amount that a template put there */
  const put = useRef(new Map<number, string>())
  const fill = async () => {
    const day = parseDay(form.getValues().date)
    if (!day || loading) return
    setLoading(true)
    try {
      const ids = cages.map(({ id }) => id)
      const rows = await call(feedingBatch.template, { date: showDay(day), cage_ids: ids })
      if (rows.length === 0) return notifyInfo(t('Кормлений за вчера не найдено'))
      for (const { cage_id, feed_type_id, stock_id, volume, appetite } of rows) {
        const cage = cages.find(({ id }) => id === cage_id)
        const typed = form.getValues().batch[cage_id]?.volume ?? ''
        if (!cage || (typed !== '' && typed !== put.current.get(cage_id))) continue
        const amount = kgText(mgOf(volume))
        put.current.set(cage_id, amount)
        change(cage_id, {
          ...withFeed(goodById(goods, String(feed_type_id)), String(stock_id)),
          ...withVolume(amount, cage.weight),
          appetite: String(appetite),
        })
      }
    } catch {
      // the shared handler has said why
    } finally {
      setLoading(false)
    }
  }
  return { fill, loading }
}

/** The moment, the template of the day before, and what is set in all rows at once. */
export function FeedTools(props: Props) {
  const { cages, change, goods, stocks, moment } = props
  const { t } = useTranslation()
  const template = useTemplate(props)
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
          column="all-feed"
          path="all-feed"
          value={all.feed}
          options={goods.map(({ id, name }) => ({ value: String(id), label: name }))}
          empty={t('Корм')}
          onChange={(feed) => toAll(feed, all.stock)}
        />
        <CellSelect
          label={t('Склад всем садкам')}
          column="all-stock"
          path="all-stock"
          value={all.stock}
          options={stockChoices(good, stocks, t(good?.measure_name ?? 'кг'))}
          empty={t('Склад')}
          disabled={!good}
          onChange={(stock) => toAll(all.feed, stock)}
        />
        <CellDecimal
          label={t('Норма всем садкам, % биомассы')}
          column="all-rate"
          path="all-rate"
          value={all.rate}
          placeholder={t('Норма, %')}
          className={styles.allRate}
          onChange={rateToAll}
        />
      </div>
    </div>
  )
}
