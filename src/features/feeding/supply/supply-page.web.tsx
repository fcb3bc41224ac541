import { useMemo, useState } from 'react'
import * as z from 'zod'
import { keepPreviousData } from '@tanstack/react-query'
import type { Column } from '../../../shared/columns'
import type { AnswerOf } from '../../../shared/contract'
import { parseDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { Link } from '../../../web/router/router'
import { useUrlFilters } from '../../../web/router/url-filters'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteBox } from '../../../web/ui/note-box'
import { Panel } from '../../../web/ui/overlay/window'
import { SearchedTable } from '../../../web/ui/table/searched-table'
import { useDraft } from './draft.web'
import { SupplyDetails } from './supply-details.web'
import { MOST_DAYS, supplyCall, supplyColumns, type SupplyRow, USUAL_DAYS } from './supply.contract'
import classes from './supply.module.css'

const PERIODS = [7, 14, USUAL_DAYS, 60, MOST_DAYS]
const schema = z.object({ days: z.coerce.number().refine((days) => PERIODS.includes(days)) })
const DEFAULTS = { days: USUAL_DAYS }

/** With its warehouses in words, and days as the table sorts them. */
function useShown(answer: AnswerOf<typeof supplyCall> | undefined) {
  const { t } = useTranslation()
  return useMemo(() => {
    const names = new Map(answer?.stocks.map(({ id, name }) => [id, name]))
    const day = (told: string | undefined) => (told === undefined ? null : parseDay(told))
    return answer?.rows.map((row) => ({
      ...row,
      pellet_size: row.pellet_size ?? null,
      supplier: row.supplier ?? null,
      place: row.stock_ids.map((id) => names.get(id)).join(', ') || row.place || t('нет на складах'),
      unit: 'кг',
      runs_out: day(row.runs_out),
      order_by: day(row.order_by),
      arrives: day(row.arrives),
    }))
  }, [answer, t])
}

/** How long the feed lasts, and what to order when. */
export function SupplyPage() {
  const { t } = useTranslation()
  const [{ days }, set] = useUrlFilters<{ days: number }>(schema as z.ZodType<{ days: number }>, DEFAULTS)
  const query = useCall(supplyCall, { days }, { placeholderData: keepPreviousData })
  const rows = useShown(query.data)
  const draft = useDraft(query.data?.rows ?? [])
  const [chosen, choose] = useState<string>()
  const [opened, open] = useState(false)
  const shown = query.data?.rows.find(({ id }) => id === chosen)
  const show = ({ id }: { id: string }) => {
    choose(id)
    open(true)
  }
  return (
    <>
      <SearchedTable
        name="feed-supply"
        title={t('Корм: на сколько хватит')}
        columns={supplyColumns}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="order_by"
        renderCell={renderOrder}
        rowActions={(row) => [
          { icon: 'info', title: t('Почему'), often: true, onClick: () => show(row) },
          ...draft(row),
        ]}
        onRowClick={show}
        toolbar={
          <SelectField
            size="xs"
            prefix={t('На срок')}
            data={PERIODS.map((value) => ({ value, label: t('{{count}} дней', { count: value }) }))}
            value={String(days)}
            onChange={(value) => set({ days: Number(value) || USUAL_DAYS })}
          />
        }
        above={<Unknown numbers={query.data?.unknown ?? []} />}
        exportWhen={query.data && t('до {{day}}', { day: query.data.until })}
        emptyText={t('Нет ни корма на складах, ни расчётов и планов, по которым его расходуют.')}
        emptyAction={<Link to={hrefOf('feedingCalcs')}>{t('Назначить корм')}</Link>}
      />
      <Panel
        opened={opened}
        onClose={() => open(false)}
        side="right"
        size={720}
        title={shown?.good ?? ''}
        subtitle={rows?.find(({ id }) => id === chosen)?.place}
        icon="feed"
      >
        {shown && <SupplyDetails row={shown} days={days} actions={draft(shown)} />}
      </Panel>
    </>
  )
}

const NAMED = 8

/** Fish whose feed nobody knows: the need is larger than it says. */
function Unknown({ numbers }: { numbers: readonly string[] }) {
  const { t } = useTranslation()
  if (numbers.length === 0) return null
  const rest = numbers.length - NAMED
  const named = numbers.slice(0, NAMED).join(', ')
  return (
    <NoteBox kind="warn">
      {rest > 0
        ? t('Не на все дни известно, чем кормить садки {{cages}} и ещё {{rest}}.', { cages: named, rest })
        : t('Не на все дни известно, чем кормить садки {{cages}}.', { cages: named })}{' '}
      <Link to={hrefOf('feedingTest')}>{t('Проверка расчётов')}</Link>
    </NoteBox>
  )
}

type Shown = Pick<SupplyRow, 'late' | 'need'> & Record<'order_by' | 'runs_out', string | null>

/** What was missed is red and has its sign; what lasts says so. */
const renderOrder = (row: Shown, { key }: Column) => {
  if (key === 'order_by' && row.late) return <Late day={row.order_by!} />
  return key === 'runs_out' && row.runs_out === null ? <Lasts need={row.need} /> : undefined
}

function Late({ day }: { day: string }) {
  const { t } = useTranslation()
  return (
    <span className={classes.late} title={t('Этот день прошёл: закажите сегодня')}>
      <Icon name="alert" size={16} />
      {day.split('-').reverse().join('.')}
    </span>
  )
}

function Lasts({ need }: { need: number }) {
  const { t } = useTranslation()
  return <span className={classes.lasts}>{need > 0 ? t('хватит') : t('не расходуется')}</span>
}
