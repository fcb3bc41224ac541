/** «Пересчитать прирост»: a period is chosen, what would change is seen, then it is done and can be taken back. */
import { ALL } from '../../../shared/sheets/filter-words'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Column } from '../../../shared/columns'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useCompanySettings, useNow, useWriteGate } from '../../../web/session'
import { cageCalls } from '../../../core/cages/cage.contract'
import { libraries } from '../../../core/lists/library.contract'
import { MultiSelectField } from '../../../web/ui/fields/multi-select-field'
import { PeriodPicker } from '../../../web/ui/fields/period-picker'
import { optionsOf, SelectField } from '../../../web/ui/fields/select-field'
import { SubmitButton, useSubmitState } from '../../../web/ui/form/submit-button'
import { NoteBox } from '../../../web/ui/note-box'
import { confirm } from '../../../web/ui/overlay/confirm'
import { DataTable, type RowAction } from '../../../web/ui/table/data-table'
import {
  changedCageColumns,
  growthCalls,
  type GrowthPreview,
  type Recalculation,
  recalculationColumns,
  STATES,
} from './growth.contract'
import classes from './growth.module.css'

/** A month is what is usually looked at again. */
const DAYS = 30

/** The period and the cages, and what a recalculation would change in them. */
function useChoice() {
  const today = dayOf(useNow())
  const [period, setPeriod] = useState({ start: addDays(today, -DAYS), end: today })
  const [module, setModule] = useState(ALL)
  const [cages, setCages] = useState<string[]>([ALL])
  // a year of a large farm takes seconds: it is looked at when it is asked for
  const [asked, setAsked] = useState('')
  const input = {
    start: showDay(period.start),
    end: showDay(period.end),
    location_id: module,
    cages_id: cages,
  }
  const query = useQuery({
    queryKey: [growthCalls.preview.path, input],
    queryFn: ({ signal }) => call(growthCalls.preview, input, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { reads: growthCalls.preview.reads },
    enabled: asked === JSON.stringify(input),
    retry: false,
  })
  const choose = (next: string) => {
    setModule(next)
    setCages([ALL])
  }
  const look = () => (asked === JSON.stringify(input) ? void query.refetch() : setAsked(JSON.stringify(input)))
  const seen = asked === JSON.stringify(input) && !query.isPlaceholderData ? query.data : undefined
  return { period, setPeriod, module, choose, cages, setCages, input, query, look, seen }
}

function ChoiceFields({ period, setPeriod, module, choose, cages, setCages }: ReturnType<typeof useChoice>) {
  const { t } = useTranslation()
  const modules = useCall(libraries.location.list, {}).data
  const all = useCall(cageCalls.list, {}).data
  const offered = (all ?? []).filter(({ location_id }) => module === ALL || String(location_id) === module)
  return (
    <div className={classes.fields}>
      <PeriodPicker {...period} onChange={setPeriod} />
      <SelectField
        size="xs"
        label={t('Модуль')}
        data={[{ value: ALL, label: t('[Все]') }, ...(optionsOf(modules) ?? [])]}
        value={module}
        onChange={(value) => choose(value || ALL)}
      />
      <MultiSelectField
        size="xs"
        label={t('Садки')}
        data={offered.map(({ id, number }) => ({ value: String(id), label: number }))}
        value={cages}
        onChange={setCages}
      />
    </div>
  )
}

/** How many feedings and cages change, or why nothing does. */
function Summary({ seen }: { seen: GrowthPreview }) {
  const { t } = useTranslation()
  const off = !useCompanySettings()['auto-growth']
  if (seen.feedings === 0) return <NoteBox>{t('Кормлений за этот период нет.')}</NoteBox>
  if (seen.changed === 0)
    return <NoteBox kind="good">{t('Прирост уже посчитан по сегодняшним нормам и замерам.')}</NoteBox>
  const counts = { changed: seen.changed, feedings: seen.feedings, cages: seen.cages.length }
  return (
    <NoteBox kind="warn">
      {t('Изменится кормлений: {{changed}} из {{feedings}}, садков: {{cages}}.', counts)}
      {off && ` ${t('Прирост по кормлениям в настройках выключен: пересчёт уберёт его за этот период.')}`}
    </NoteBox>
  )
}

const POLL_MS = 1000

/** The recalculations done, and the one under way; whoever comes back to the page finds it. */
function useHistory() {
  const { t } = useTranslation()
  const query = useCall(
    growthCalls.list,
    {},
    { refetchInterval: ({ state }) => (goingIn(state.data) ? POLL_MS : false) },
  )
  const rows = query.data
  const waited = useRef<number | null>(null)
  const undo = useTakeBack()
  useEffect(() => {
    const ended = rows?.find(({ id, state }) => id === waited.current && state !== 'waiting')
    waited.current = goingIn(rows)?.id ?? (ended ? null : waited.current)
    if (!ended) return
    void invalidateTags(['fish'])
    if (ended.state === 'done') notifySuccess(t('Прирост пересчитан'), { undo: () => void undo(ended.id) })
    else notifyError(ended.reason ?? t('Прирост не пересчитан'))
  }, [rows, undo, t])
  const wait = (id: number) => void (waited.current = id)
  return { query, going: goingIn(rows), wait }
}

const goingIn = (rows: readonly Recalculation[] | undefined) => rows?.find(({ state }) => state === 'waiting')

const useTakeBack = () =>
  useCallback(async (id: number) => {
    await call(growthCalls.undo, { id }).catch(() => undefined)
    await invalidateTags(['fish'])
  }, [])

function useRecalculate({ input }: ReturnType<typeof useChoice>, { wait, query }: ReturnType<typeof useHistory>) {
  const [state, show] = useSubmitState()
  const recalculate = async (digest: string) => {
    show('loading')
    try {
      wait((await call(growthCalls.recalculate, { ...input, digest })).id)
      show('done')
    } catch {
      // the call itself tells why
      show('failed')
    }
    await query.refetch()
  }
  return { state, recalculate }
}

/** How far it has come; one may leave meanwhile. */
function Progress({ of: { done, total } }: { of: Recalculation }) {
  const { t } = useTranslation()
  const words = total ? t('день {{done}} из {{total}}', { done: done ?? 0, total }) : t('готовится')
  return (
    <NoteBox>
      <span className={classes.progress} role="status">
        {t('Прирост пересчитывается: {{how}}. Страницу можно закрыть: результат появится внизу.', { how: words })}
        <progress value={total ? (done ?? 0) / total : undefined} aria-label={words} />
      </span>
    </NoteBox>
  )
}

function useUndo(takeBack: (id: number) => Promise<void>) {
  const { t } = useTranslation()
  const gate = useWriteGate('update feed calcs')
  return ({ id, undone, state }: Recalculation): RowAction[] =>
    undone || state !== 'done'
      ? []
      : [
          {
            icon: 'undo',
            title: t('Отменить'),
            worded: true,
            disabled: gate !== null,
            disabledReason: gate ?? undefined,
            onClick: () =>
              void confirm(t('Отменить пересчёт прироста?'), { yes: t('Отменить пересчёт') }).then((sure) =>
                sure ? takeBack(id) : undefined,
              ),
          },
        ]
}

/** Why one was refused stands under its state. */
const renderReason = ({ reason, state }: Recalculation, { key }: Column) =>
  key === 'state_name' && reason !== null ? <Refused state={state} reason={reason} /> : undefined

function Refused({ state, reason }: Pick<Recalculation, 'state'> & { reason: string }) {
  const { t } = useTranslation()
  return (
    <span className={classes.refused}>
      {t(STATES[state])}
      <small>{reason}</small>
    </span>
  )
}

export function GrowthPage() {
  const { t } = useTranslation()
  const choice = useChoice()
  const { look, seen } = choice
  const { error, isFetching, refetch } = choice.query
  const gate = useWriteGate('update feed calcs')
  const recent = useHistory()
  const { query: history, going } = recent
  const { state, recalculate } = useRecalculate(choice, recent)
  const undo = useUndo(useTakeBack())
  const nothing = going
    ? t('Прирост уже пересчитывается')
    : !seen
      ? t('Сначала посмотрите, что изменится')
      : seen.changed === 0
        ? t('За этот период пересчитывать нечего')
        : undefined
  return (
    <Stack gap="md">
      <DataTable
        name="growth"
        title={t('Прирост')}
        columns={changedCageColumns}
        rows={(seen?.cages ?? []).map((cage) => ({ ...cage, id: cage.cage_id }))}
        loading={isFetching}
        error={seen || isFetching ? undefined : error}
        onRetry={() => void refetch()}
        emptyText={seen ? t('Навески садков не изменятся.') : t('Здесь будут садки, навеска которых изменится.')}
        above={
          <Stack gap="sm" className={classes.above}>
            <ChoiceFields {...choice} />
            {going ? <Progress of={going} /> : seen && <Summary seen={seen} />}
            <Group gap="xs">
              <Button variant="default" size="xs" fz="sm" loading={isFetching} onClick={look}>
                {t('Посмотреть, что изменится')}
              </Button>
              <SubmitButton
                type="button"
                size="xs"
                state={state}
                disabledReason={gate ?? nothing}
                onClick={() => seen && void recalculate(seen.digest)}
              >
                {t('Пересчитать прирост')}
              </SubmitButton>
            </Group>
          </Stack>
        }
      />
      <DataTable<Recalculation>
        name="growth-recalculations"
        title={t('Последние пересчёты')}
        columns={recalculationColumns}
        rows={history.data?.map((row) => ({ ...row, state_name: STATES[row.state] }))}
        error={history.data ? undefined : history.error}
        onRetry={() => void history.refetch()}
        rowActions={undo}
        renderCell={renderReason}
        emptyText={t('Прирост ещё не пересчитывали.')}
      />
    </Stack>
  )
}
