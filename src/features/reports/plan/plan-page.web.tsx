/** «План хозяйства»: what the farm means to reach in each month of a year. */
import { useMemo, useState } from 'react'
import { Button, SegmentedControl } from '@mantine/core'
import * as z from 'zod'
import report from '../../../core/reports/report.module.css'
import { dayOf } from '../../../shared/dates'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { useCall } from '../../../web/query-client'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useCan, useNow, useUser, useWriteGate } from '../../../web/session'
import { ErrorState } from '../../../web/ui/error-state'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { planCalls, type PlanCell } from './plan.contract'
import { PlanFacts } from './plan-facts.web'
import { PlanTable } from './plan-table.web'
import { textsOf } from './plan-texts.web'

const schema = z.object({ year: z.coerce.number().int().min(1990).max(2100) })

export function FarmPlan() {
  const { t } = useTranslation()
  const now = Number(dayOf(useNow()).slice(0, 4))
  const defaults = useMemo(() => ({ year: now }), [now])
  const [{ year }, set] = useUrlFilters(schema, defaults)
  const query = useCall(planCalls.get, { year })
  const company = useUser().company.name
  const years = [...new Set([year, now - 1, now, now + 1])].sort()
  return (
    <div className={report.page}>
      <h1 data-in-bar className="no-print">
        {t('План хозяйства')}
      </h1>
      <h2 className="print-only">{`${company}. ${t('План хозяйства')} ${year}`}</h2>
      <div className={`${report.bar} no-print`}>
        <SegmentedControl
          size="xs"
          aria-label={t('Год')}
          data={years.map(String)}
          value={String(year)}
          onChange={(chosen) => set({ year: Number(chosen) })}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="print" size={16} />}
          onClick={() => window.print()}
        >
          {t('Печать')}
        </Button>
        <p className={report.said}>
          {t('С планом сравнивает панель хозяйства: от начатого месяца берётся доля по дням.')}
        </p>
      </div>
      {query.data ? (
        <Year key={year} year={year} cells={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeletons rows={12} height={36} />
      )}
      <PlanFacts year={year} />
    </div>
  )
}

function Year({ year, cells }: { year: number; cells: PlanCell[] }) {
  const { t } = useTranslation()
  const stored = useMemo(() => textsOf(cells), [cells])
  const gate = useWriteGate('access settings')
  const [given, give] = useState<Record<string, string> | null>(null)
  return (
    <PlanTable
      year={year}
      stored={stored}
      gate={gate}
      given={given}
      tools={
        gate === null && (
          <FromForecast
            year={year}
            onTake={(texts) => {
              give(texts)
              notifySuccess(t('Подставлено: проверьте и сохраните.'))
            }}
          />
        )
      }
    />
  )
}

/** Biomass, growth and feed of the fish that are there, where the forecast reaches. */
function FromForecast({ year, onTake }: { year: number; onTake: (texts: Record<string, string>) => void }) {
  const { t } = useTranslation()
  const may = useCan()('view feed calcs')
  const whole = useUser().location_ids === null
  const today = dayOf(useNow())
  const [busy, wait] = useState(false)
  if (!may || !whole || year < Number(today.slice(0, 4))) return null
  const take = async () => {
    wait(true)
    try {
      onTake(Object.fromEntries(textsOf(await call(planCalls.foretold, { year }))))
    } finally {
      wait(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      title={t('Рыба, которая есть сегодня, без будущих зарыблений, подъёмов и отхода')}
      // a refusal is shown by the call itself
      onClick={() => void take().catch(() => undefined)}
    >
      {t('Взять из прогноза')}
    </Button>
  )
}
