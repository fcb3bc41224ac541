import { Group, SegmentedControl, Stack } from '@mantine/core'
import * as z from 'zod'
import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../../web/i18n'
import { Link } from '../../web/router/router'
import { useCan, useWriteGate } from '../../web/session'
import { GateButton } from '../../web/ui/gate-button'
import { Panel } from '../../web/ui/overlay/window'
import { useUrlFilters } from '../../web/router/url-filters'
import type { Stocks } from '../../core/goods/arrival.web'
import type { GoodRow } from '../../core/goods/good.contract'
import { GoodChartTab } from './good-chart-tab.web'
import { GoodStockTab } from './good-stock-tab.web'
import { MovementsTable } from './movements-table.web'
import classes from './goods.module.css'

const WRITING = { good: 'write stocks', workshop_good: 'access workshop' } as const

/** in the address: the good with open details, the tab, and its warehouse */
export const DETAILS = 'good'
export const TAB = 'tab'
export const PLACE = 'place'

const TABS = { stock: 'Остатки', movements: 'Движение', chart: 'График' } as const
type Tab = keyof typeof TABS
const tabSchema = z.object({ tab: z.enum(['stock', 'movements', 'chart']), place: z.coerce.string() })
const FIRST_TAB: { tab: Tab; place: string } = { tab: 'stock', place: '' }

interface GoodDetailsProps {
  opened: boolean
  onClose: () => void
  good: GoodRow
  stocks: Stocks
  /** the warehouse that the page shows, or ALL */
  stock: string
  /** the shown day, 'DD.MM.YYYY'; now without one */
  date: string | undefined
  onAdd: () => void
}

/** «Подробнее»: amounts and value, all movements in a period, and the balance over time. */
export function GoodDetails({ opened, onClose, good, stocks, stock, date, onAdd }: GoodDetailsProps) {
  const { t } = useTranslation()
  const [{ tab, place }, setTab] = useUrlFilters(tabSchema, FIRST_TAB)
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      addressed
      side="right"
      size={960}
      title={good.name}
      subtitle={date && t('Остатки на {{date}}', { date })}
      icon="box"
    >
      <Stack gap="lg">
        <Group justify="space-between">
          <SegmentedControl
            className={classes.tabs}
            aria-label={t('Подробнее')}
            value={tab}
            onChange={(next) => setTab({ tab: next as Tab, place: '' }, { replace: true })}
            data={Object.entries(TABS).map(([value, label]) => ({ value, label: t(label) }))}
          />
          <NormsLink good={good} />
        </Group>
        {tab === 'stock' && (
          <GoodStockTab
            good={good}
            stocks={stocks}
            date={date}
            onStock={(asked) => setTab({ tab: 'movements', place: String(asked) }, { replace: true })}
          />
        )}
        {tab === 'movements' && <Movements good={good} stock={place || stock} stocks={stocks} onAdd={onAdd} />}
        {tab === 'chart' && <GoodChartTab good={good} stocks={stocks} stock={stock} />}
      </Stack>
    </Panel>
  )
}

/** From a feed to its norms, for users who may see these. */
function NormsLink({ good: { id, type } }: Pick<GoodDetailsProps, 'good'>) {
  const { t } = useTranslation()
  const may = useCan()('access library')
  return may && type === 'feed' ? <Link to={hrefOf('norms', { feed: id })}>{t('Нормы кормления')}</Link> : null
}

type MovementsProps = Pick<GoodDetailsProps, 'good' | 'stock' | 'stocks' | 'onAdd'>

function Movements({ good, stock, stocks, onAdd }: MovementsProps) {
  const { t } = useTranslation()
  const place = stocks?.find(({ id }) => String(id) === stock)
  const writing = WRITING[good.kind]
  const gate = useWriteGate(writing)
  const may = useCan()(writing)
  return (
    <MovementsTable
      of={{ type: good.kind, id: good.id, name: good.name }}
      unit={good.measure_name}
      title={place ? `${t('Транзакции')}: ${place.name}` : t('Транзакции')}
      place={place}
      actions={
        may && (
          <GateButton reason={gate} onClick={onAdd}>
            {t('Приход')}
          </GateButton>
        )
      }
    />
  )
}
