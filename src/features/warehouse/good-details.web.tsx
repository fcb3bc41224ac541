import { showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { useCan, useWriteGate } from '../../web/session'
import { GateButton } from '../../web/ui/gate-button'
import { Panel } from '../../web/ui/overlay/window'
import type { Stocks } from '../../core/goods/arrival.web'
import type { GoodRow } from '../../core/goods/good.contract'
import { MovementsTable } from './movements-table.web'
import classes from './goods.module.css'

const WRITING = { good: 'write stocks', workshop_good: 'access workshop' } as const

interface GoodDetailsProps {
  opened: boolean
  onClose: () => void
  good: GoodRow
  stocks: Stocks
  onAdd: () => void
}

/** «Подробнее»: what lies where now, and every movement of the good in a period. */
export function GoodDetails({ opened, onClose, good, stocks, onAdd }: GoodDetailsProps) {
  return (
    <Panel opened={opened} onClose={onClose} side="right" size={880} title={good.name} icon="box">
      <div className={classes.details}>
        <Amounts good={good} stocks={stocks} />
        <Movements good={good} onAdd={onAdd} />
      </div>
    </Panel>
  )
}

function Amounts({ good, stocks }: { good: GoodRow; stocks: Stocks }) {
  const { t } = useTranslation()
  const held = (stocks ?? []).filter(({ id }) => (good.stocks_count[id] ?? 0) > 0)
  const cells = [
    { id: 0, name: t('Всего'), amount: good.total },
    ...held.map((stock) => ({ ...stock, amount: good.stocks_count[stock.id] })),
  ]
  return (
    <dl className={classes.amounts}>
      {cells.map(({ id, name, amount }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            {showAmount(amount)} <span className={classes.unit}>{t(good.measure_name)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Movements({ good, onAdd }: { good: GoodRow; onAdd: () => void }) {
  const { t } = useTranslation()
  const writing = WRITING[good.kind]
  const gate = useWriteGate(writing)
  const may = useCan()(writing)
  return (
    <MovementsTable
      of={{ type: good.kind, id: good.id, name: good.name }}
      unit={good.measure_name}
      title={t('Транзакции')}
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
