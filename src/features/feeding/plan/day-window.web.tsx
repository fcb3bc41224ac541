/** The plan of a day: all its cages in one table. */
import { useMemo, useRef, useState, type RefObject } from 'react'
import { Button } from '@mantine/core'
import { addDays, dayOf, parseDay, showDay } from '../../../shared/dates'
import type { AnswerOf } from '../../../shared/contract'
import { call, isShownByHandler } from '../../../web/api'
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifyInfo } from '../../../web/notify'
import { callQuery, queryClient, useCall } from '../../../web/query-client'
import { Link } from '../../../web/router/router'
import { useNow, useWriteGate } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { DownloadButton } from '../../../web/ui/file-load/download-button'
import { RowSkeletons } from '../../../web/ui/skeletons'
import type { Option } from '../../../web/ui/fields/select-field'
import { StepButton } from '../../../web/ui/step-button'
import { planCalls } from '../../../core/feeding/plan/plan.contract'
import { DAYS_AHEAD } from '../../../core/feeding/plan/plan-shapes.contract'
import { BargeSheet } from './barge-sheet.web'
import { cageColumn } from './cage-column.web'
import { useKnownWeights } from './known-weights.web'
import { ChangedFish, Differing } from './differing-window.web'
import { Marks, PlanFrame, SavingButtons } from './plan-frame.web'
import { type Headings, PlanGrid } from './plan-grid.web'
import { freshLine, type Line, lineOf, sentOf } from './plan-model.web'
import { PlanTotals } from './plan-totals.web'
import { useBook, useCageNames, useFeeds } from './use-book.web'
import { useLeave, useLines, useSaving } from './use-plan.web'

type Leave = (go: () => void) => void | Promise<void>

interface DayWindowProps {
  /** DD.MM.YYYY */
  date: string
  onDay: (date: string) => void
  onClose: () => void
}

const near = (date: string, days: number) => showDay(addDays(parseDay(date)!, days))

export function DayWindow({ date, onDay, onClose }: DayWindowProps) {
  const { t } = useTranslation()
  const answer = useCall(planCalls.day, { date })
  // whoever has unsaved rows is asked first
  const guard = useRef<Leave>((go) => go())
  const leave = (go: () => void) => void guard.current(go)
  const frame = {
    opened: true,
    onClose: () => leave(onClose),
    title: t('План дня, {{date}}', { date }),
    before: <StepButton icon="left" label={t('День раньше')} onClick={() => leave(() => onDay(near(date, -1)))} />,
    after: <StepButton icon="right" label={t('День позже')} onClick={() => leave(() => onDay(near(date, 1)))} />,
  }
  if (answer.data) return <DayPlan key={date} date={date} answer={answer.data} guard={guard} frame={frame} />
  return (
    <PlanFrame {...frame}>
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <RowSkeletons rows={10} head />
      )}
    </PlanFrame>
  )
}

type Frame = Omit<Parameters<typeof PlanFrame>[0], 'children'>

interface DayPlanProps {
  date: string
  answer: AnswerOf<typeof planCalls.day>
  guard: RefObject<Leave>
  frame: Frame
}

const HEADINGS: Headings = {
  avg_weight: ['Навеска', 'кг'],
  count: ['Кол-во', 'шт'],
  weight: ['Биомасса', 'кг'],
  temperature: ['Темп.', '°C'],
  rate: ['Корм', 'кг'],
  growth: ['Прирост', 'кг'],
}

const SUMMED = ['count', 'weight', 'rate', 'growth'] as const

function useReadOnly(date: string) {
  const { t } = useTranslation()
  const gate = useWriteGate('update feed calcs')
  const [today, day] = [dayOf(useNow()), parseDay(date)!]
  if (day < today) return t('План прошедшего дня не меняют')
  if (day > addDays(today, DAYS_AHEAD)) return t('План составляют не дальше чем на 60 дней вперёд')
  return gate
}

/** Rows and what they are computed by, with what adds to them. */
function useDay(date: string, answer: DayPlanProps['answer']) {
  const { t } = useTranslation()
  const plan = useLines(answer)
  const { cages } = answer
  const names = useCageNames()
  const known = useMemo(() => new Map(cages.map((cage) => [cage.cage_id, cage])), [cages])
  const weightOf = useKnownWeights(names.cages)
  const situationOf = useMemo(
    () =>
      ({ cage_id }: Line) =>
        known.get(cage_id ?? 0) ?? null,
    [known],
  )
  const book = useBook(answer.norms, situationOf)
  const fresh = useRef(0)
  const latest = useRef({ known, book, plan })
  latest.current = { known, book, plan }
  const lineOfCage = (cage: number | null) => {
    const fish = cage === null ? null : (latest.current.known.get(cage) ?? null)
    return freshLine(`new ${++fresh.current}`, date, fish, fish, latest.current.book)
  }
  const first = useMemo(() => {
    const choose = (key: string, cage: number) =>
      latest.current.plan.change(key, () => ({ ...lineOfCage(cage), cage_id: cage, key }))
    const moduleOf = names.locations.length > 1 ? names.moduleOf : null
    return cageColumn({ t, cages: names.cages, moduleOf, choose, weightOf })
  }, [t, names, weightOf])
  const add = () => plan.setLines((was) => [...was, lineOfCage(null)])
  return { plan, names, situationOf, book, first, add }
}

type Day = ReturnType<typeof useDay>

/** Adds the cages with an assigned feed that the plan does not have yet. */
function useProposals(date: string, { plan }: Day) {
  const { t } = useTranslation()
  const [asking, ask] = useState(false)
  const [none, find] = useState(false)
  const propose = async () => {
    ask(true)
    try {
      const told = await queryClient.fetchQuery({ ...callQuery(planCalls.proposals, { date }), staleTime: 0 })
      find(told.length === 0)
      const has = new Set(plan.lines.map(({ cage_id }) => cage_id))
      const missing = told.map(lineOf).filter(({ cage_id }) => !has.has(cage_id))
      if (told.length === 0) notifyInfo(t('Не найдено садков для которых назначен корм'))
      else if (missing.length === 0) notifyInfo(t('Все садки с назначенным кормом уже в плане'))
      plan.setLines((was) => [...was, ...missing])
    } catch (error) {
      if (!isShownByHandler(error)) notifyError(t('Ошибка получения данных'))
    } finally {
      ask(false)
    }
  }
  /** `none`: no cage has an assigned feed */
  return { asking, none, propose: () => void propose() }
}

type Proposing = ReturnType<typeof useProposals>

interface DayToolsProps {
  date: string
  day: Day
  feeds: Option[]
  closed: boolean
  proposing: Proposing
}

function DayTools({ date, day, feeds, closed, proposing }: DayToolsProps) {
  const { t } = useTranslation()
  const { plan, names } = day
  return (
    <>
      {!closed && (
        <>
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={day.add}>
            {t('Добавить садок')}
          </Button>
          <Button
            variant="default"
            loading={proposing.asking}
            leftSection={<Icon name="cages" size={16} />}
            onClick={proposing.propose}
          >
            {t('Садки из расчёта')}
          </Button>
        </>
      )}
      <DownloadButton endpoint={planCalls.downloadDay} input={{ date }} named={`${t('План дня')} ${date}`}>
        {t('Excel')}
      </DownloadButton>
      <BargeSheet
        date={date}
        rows={plan.lines.map((line) => ({
          id: line.key,
          module: names.moduleOf(line.cage_id),
          cage: names.numberOf(line.cage_id),
          feed: feeds.find(({ value }) => String(value) === line.feed)?.label ?? '',
          rate: line.cells.rate.value,
        }))}
      />
    </>
  )
}

function useSubtitle(date: string, lines: readonly Line[]) {
  const { t, language } = useTranslation()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const count = new Set(lines.map(({ cage_id }) => cage_id)).size
  return `${weekday.format(new Date(`${parseDay(date)!}T00:00:00Z`))} · ${t('{{count}} садков', { count })}`
}

function DayPlan({ date, answer, guard, frame }: DayPlanProps) {
  const { t } = useTranslation()
  const day = useDay(date, answer)
  const { plan, names, book, situationOf, first } = day
  const { goods, feeds } = useFeeds(plan.lines)
  const closed = useReadOnly(date)
  const proposing = useProposals(date, day)
  const subtitle = useSubtitle(date, plan.lines)
  guard.current = useLeave(plan)
  const saving = useSaving(plan, (lines, version, idempotencyKey) =>
    call(planCalls.saveDay, { date, plan: lines.map(sentOf), version }, { idempotencyKey, quiet: true }),
  )
  const ofRow = (line: Line) => ({
    readOnly: closed !== null,
    removable: closed === null,
    of: line.cage_id === null ? t('новая строка') : t('садок {{n}}', { n: names.numberOf(line.cage_id) }),
    color: names.colorOf(line.cage_id),
  })
  const several = names.locations.length > 1 && { moduleOf: (line: Line) => names.moduleOf(line.cage_id) }
  return (
    <PlanFrame
      {...frame}
      subtitle={subtitle}
      marks={<Marks lines={plan.lines} dirty={plan.dirty} book={book} />}
      tools={<DayTools {...{ date, day, feeds, proposing }} closed={closed !== null} />}
      foot={
        <>
          <PlanTotals lines={plan.lines} goods={goods} {...several} />
          <SavingButtons {...{ saving, closed }} dirty={plan.dirty} onClose={frame.onClose} />
        </>
      }
    >
      {closed === null && <ChangedFish {...{ plan, book }} fishOf={situationOf} numberOf={names.numberOf} />}
      {plan.lines.length > 0 && (
        <PlanGrid
          label={t('План дня')}
          headings={HEADINGS}
          summed={SUMMED}
          {...{ plan, book, feeds, first, situationOf, ofRow }}
          onSave={saving.save}
        />
      )}
      {plan.lines.length === 0 && (
        <EmptyState
          icon="feed"
          text={t('В плане этого дня нет садков.')}
          action={
            !closed &&
            (proposing.none ? (
              <Link to={hrefOf('feedingCalcs')}>{t('Назначить корм')}</Link>
            ) : (
              <Button loading={proposing.asking} onClick={proposing.propose}>
                {t('Садки из расчёта')}
              </Button>
            ))
          }
        />
      )}
      <Differing {...{ plan, saving }} read={() => readDay(date)} />
    </PlanFrame>
  )
}

const readDay = (date: string) => queryClient.fetchQuery({ ...callQuery(planCalls.day, { date }), staleTime: 0 })
