/** The plan of a cage: its days one below another, each on the fish that the day before leaves. */
import { useMemo, useRef, useState, type RefObject } from 'react'
import { Button, Switch } from '@mantine/core'
import { addDays, dayOf, parseDay, showDay } from '../../../shared/dates'
import type { AnswerOf } from '../../../shared/contract'
import { MILLIONTHS } from '../../../shared/numbers'
import { call } from '../../../web/api'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { callQuery, queryClient, useCall } from '../../../web/query-client'
import { useNow, useWriteGate } from '../../../web/session'
import { Chart } from '../../../web/ui/chart/chart'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import type { EditColumn } from '../../../web/ui/grid-edit/edit-grid'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { planCalls } from '../../../core/feeding/plan/plan.contract'
import { Differing } from './differing-window.web'
import { Marks, PlanFrame, SavingButtons } from './plan-frame.web'
import { type GridRow, type Headings, PlanGrid } from './plan-grid.web'
import { fishAfter, freshLine, type Line, sentOf } from './plan-model.web'
import { PlanTotals } from './plan-totals.web'
import { useBook, useCageNames, useFeeds } from './use-book.web'
import { useLeave, useLines, useSaving } from './use-plan.web'
import classes from './plan.module.css'

type Leave = (go: () => void) => void | Promise<void>
type Frame = Omit<Parameters<typeof PlanFrame>[0], 'children'>

interface CageWindowProps {
  cage: number
  onClose: () => void
}

export function CageWindow({ cage, onClose }: CageWindowProps) {
  const { t } = useTranslation()
  const [startFromToday, from] = useState(true)
  const answer = useCall(planCalls.cage, { cageId: cage, startFromToday })
  const { numberOf, moduleOf } = useCageNames()
  const guard = useRef<Leave>((go) => go())
  const leave = (go: () => void) => void guard.current(go)
  const frame: Frame = {
    opened: true,
    onClose: () => leave(onClose),
    title: t('План садка {{n}}', { n: answer.data?.cage.cage_number ?? numberOf(cage) }),
    subtitle: moduleOf(cage),
    marks: (
      <Switch
        className={classes.switch}
        checked={startFromToday}
        label={t('Показывать от сегодняшнего дня')}
        onChange={(event) => {
          const { checked } = event.currentTarget
          leave(() => from(checked))
        }}
      />
    ),
  }
  if (answer.data)
    return <CagePlan key={String(startFromToday)} {...{ cage, startFromToday, guard, frame }} answer={answer.data} />
  return (
    <PlanFrame {...frame}>
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <RowSkeletons rows={8} head />
      )}
    </PlanFrame>
  )
}

interface CagePlanProps {
  cage: number
  startFromToday: boolean
  answer: AnswerOf<typeof planCalls.cage>
  guard: RefObject<Leave>
  frame: Frame
}

const isoOf = ({ date }: Line) => parseDay(date)!

/** The next day of a plan that ends with these rows: today at the earliest. */
function nextDay(lines: readonly Line[], today: string): string {
  const last = lines.at(-1)
  const next = last ? addDays(isoOf(last), 1) : today
  return next < today ? today : next
}

const HEADINGS: Headings = {
  avg_weight: ['Навеска кг'],
  count: ['Кол-во шт'],
  weight: ['Биомасса кг'],
  temperature: ['Темп. ℃'],
  rate: ['Корм кг'],
  growth: ['Прирост кг'],
}

const SUMMED = ['rate', 'growth'] as const

const readCage = (cageId: number, startFromToday: boolean) =>
  queryClient.fetchQuery({ ...callQuery(planCalls.cage, { cageId, startFromToday }), staleTime: 0 })

/** Rows by day, what they are computed by, and the day that comes after them. */
function useDays(cage: number, answer: CagePlanProps['answer']) {
  const plan = useLines(answer)
  const today = dayOf(useNow())
  const known = useMemo(() => new Map(answer.days.map((day) => [day.date, day])), [answer.days])
  const situationOf = useMemo(
    () =>
      ({ date }: Line) =>
        known.get(date) ?? null,
    [known],
  )
  const book = useBook(answer.norms, situationOf)
  const coming = plan.lines.filter((line) => isoOf(line) >= today)
  const next = nextDay(plan.lines, today)
  const situation = known.get(showDay(next)) ?? null
  const add = () => {
    const last = coming.at(-1)
    const fish = last ? fishAfter(last) : answer.cage
    const line = freshLine(`new ${next}`, showDay(next), fish, situation, book)
    plan.setLines((was) => [...was, { ...line, cage_id: cage }])
  }
  return { plan, today, situationOf, book, coming, add: situation ? add : null }
}

function CagePlan({ cage, startFromToday, answer, guard, frame }: CagePlanProps) {
  const { t } = useTranslation()
  const gate = useWriteGate('update feed calcs')
  const { plan, today, situationOf, book, coming, add } = useDays(cage, answer)
  const { goods, feeds } = useFeeds(plan.lines)
  guard.current = useLeave(plan)
  const saving = useSaving(plan, async (_, version, idempotencyKey) => {
    const input = { plan: coming.map(sentOf), startFromToday, cage_id: cage, version }
    await call(planCalls.saveCage, input, { idempotencyKey, quiet: true })
    return readCage(cage, startFromToday)
  })
  const first = useMemo((): EditColumn<GridRow> => {
    return { key: 'date', title: t('Дата'), width: 110, card: 'head', cell: ({ line }) => line.date }
  }, [t])
  const last = plan.lines.at(-1)
  const ofRow = (line: Line) => ({
    readOnly: gate !== null || isoOf(line) < today,
    removable: gate === null && line === last && isoOf(line) >= today,
    of: line.date,
    color: null,
  })
  const named = `${t('План садка')} ${answer.cage.cage_number}`
  return (
    <PlanFrame
      {...frame}
      marks={
        <>
          {frame.marks}
          <Marks lines={coming} dirty={plan.dirty} book={book} />
        </>
      }
      tools={
        <>
          {gate === null && <AddDay onAdd={add} />}
          <DownloadButton endpoint={planCalls.downloadCage} input={{ cage_id: cage, startFromToday }} named={named}>
            {t('Excel')}
          </DownloadButton>
        </>
      }
      foot={
        <>
          <PlanTotals lines={coming} goods={goods} />
          <SavingButtons saving={saving} closed={gate} dirty={plan.dirty} onClose={frame.onClose} />
        </>
      }
    >
      {plan.lines.length > 0 ? (
        <PlanGrid
          label={t('План садка')}
          headings={HEADINGS}
          summed={SUMMED}
          {...{ plan, book, feeds, first, situationOf, ofRow }}
          onSave={saving.save}
        />
      ) : (
        <EmptyState
          icon="cal"
          text={t('Для этого садка ничего не запланировано.')}
          action={gate === null && <AddDay onAdd={add} />}
        />
      )}
      {plan.lines.length > 1 && <WeightChart lines={plan.lines} />}
      <Differing {...{ plan, saving }} read={() => readCage(cage, startFromToday)} />
    </PlanFrame>
  )
}

/** Plans end at a bound. */
function AddDay({ onAdd }: { onAdd: (() => void) | null }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<Icon name="plus" size={16} />}
      disabled={!onAdd}
      title={onAdd ? undefined : t('План составляют не дальше чем на 60 дней вперёд')}
      onClick={() => onAdd?.()}
    >
      {t('Добавить день')}
    </Button>
  )
}

const show = (value: number) => showNumber(value, 4)

/** How the average weight grows by the plan. */
function WeightChart({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation()
  const points = lines.flatMap((line) => {
    const value = line.cells.avg_weight.value
    return value === null ? [] : [{ at: `${isoOf(line)}T00:00`, value: value / MILLIONTHS }]
  })
  const [from, to] = [isoOf(lines[0]!), isoOf(lines.at(-1)!)]
  const axis = useMemo(() => ({ from: `${from}T00:00`, to: `${to}T00:00` }), [from, to])
  return (
    <section className={classes.chart}>
      <h2>{t('Навеска по плану')}</h2>
      <Chart
        title={t('Навеска по плану, кг')}
        height={200}
        axis={axis}
        series={[{ key: 'average', name: t('Навеска'), unit: t('кг'), shade: 0, daily: true, points, show }]}
      />
    </section>
  )
}
