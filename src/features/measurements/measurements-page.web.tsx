import { useMemo, useRef, useState, type ReactNode } from 'react'
import { ActionIcon, Button, Stack } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { Link } from '../../web/router/router'
import { useOfferedActions, type Action } from '../../web/actions'
import { useTranslation } from '../../web/i18n'
import { WaitingRows } from '../../web/offline/list/waiting-rows'
import { call } from '../../web/api'
import { Icon } from '../../web/icons'
import { useCan, useWriteGate } from '../../web/session'
import { EmptyState } from '../../web/ui/empty-state'
import { ErrorState } from '../../web/ui/error-state'
import { GateButton } from '../../web/ui/gate-button'
import { RowSkeletons } from '../../web/ui/skeletons'
import { usePhone } from '../../web/ui/use-phone'
import { useRemove } from '../../web/ui/form/use-remove'
import { useLocationsQuery } from '../../core/cages/cage-cache.web'
import { useCurrentModule } from '../../core/cages/current-module.web'
import { ModuleTabs } from '../../core/cages/modules.web'
import { ChartCard } from './chart/chart-card.web'
import { DayCard, type DayCardProps } from './day/day-card.web'
import { ReadingsImport } from './import/import-window.web'
import { MeasurementForm } from './measurement-form.web'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'
import { TemplateButton } from './import/template-button.web'
import {
  type MeasuredModule,
  refreshMeasurements,
  useDayAndMode,
  useModuleCages,
  useParameters,
  usePlaces,
} from './readings/use-measurements.web'
import classes from './measurements-page.module.css'

/** Water: the readings of a day, and charts over time. */
export function MeasurementsPage() {
  const { t } = useTranslation()
  const query = useLocationsQuery()
  const locations = usePlaces(query.data) ?? []
  const [remembered, choose] = useCurrentModule(locations)
  const current = locations.find(({ id }) => id === remembered) ?? locations[0]
  return (
    <Stack gap="md" miw={0}>
      <WaitingRows kinds={['measurement']} />
      {current ? (
        <ModuleReadings key={current.id} location={current}>
          <ModuleTabs locations={locations} current={current.id} onChoose={choose} wholeFarm={false} />
        </ModuleReadings>
      ) : (
        <>
          <header className={classes.head}>
            <h1 data-in-bar>{t('Замеры')}</h1>
          </header>
          <div className={classes.card}>
            {query.error ? (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            ) : query.data ? (
              <NoModules />
            ) : (
              <RowSkeletons rows={8} />
            )}
          </div>
        </>
      )}
    </Stack>
  )
}

function NoModules() {
  const { t } = useTranslation()
  const may = useCan()('access library')
  const gate = useWriteGate('access library')
  return (
    <EmptyState
      icon="temp"
      text={t('Данные о модулях не найдены.')}
      action={
        may && (
          <GateButton reason={gate} onClick={() => navigate(hrefOf('library', { route: 'locations' }))}>
            {t('Создать модуль')}
          </GateButton>
        )
      }
    />
  )
}

/** The open window and its reading, which stays while the window closes. */
interface OpenWindow {
  kind: 'form' | 'import' | null
  row?: MeasurementRow
  /** each opening is a new window: one that is closing would keep its content */
  turn: number
}

function ModuleReadings({ location, children }: { location: MeasuredModule; children: ReactNode }) {
  const { t } = useTranslation()
  const view = useDayAndMode()
  const { parameters, error, retry } = useParameters(location.id)
  const cages = useModuleCages(location.id)
  const [opened, setOpened] = useState<OpenWindow>({ kind: null, turn: 0 })
  const openWindow = (kind: 'form' | 'import', row?: MeasurementRow) =>
    setOpened(({ turn }) => ({ kind, row, turn: turn + 1 }))
  const remove = useRemove()
  const removeRow = (row: MeasurementRow) =>
    remove({
      question: t('Вы уверены, что хотите удалить данный замер?'),
      remove: () => call(measurementCalls.remove, { id: row.id }).then(refreshMeasurements),
    })
  const place = { location, view, parameters, cages }
  return (
    <>
      <Head
        tabs={children}
        locationId={location.id}
        writable={!location.archived && (parameters?.length ?? 0) > 0}
        onCreate={() => openWindow('form')}
        onImport={() => openWindow('import')}
      />
      {error ? (
        <div className={classes.card}>
          <ErrorState error={error} onRetry={retry} />
        </div>
      ) : parameters?.length === 0 ? (
        <div className={classes.card}>
          <NoParameters name={location.name} />
        </div>
      ) : (
        <Readings
          {...place}
          onCreate={() => openWindow('form')}
          onEdit={(row) => openWindow('form', row)}
          onRemove={(row) => void removeRow(row)}
        />
      )}
      <Windows {...place} opened={opened} onClose={() => setOpened((was) => ({ ...was, kind: null }))} />
    </>
  )
}

/** The day and, under it, the chart. */
function Readings(props: DayCardProps) {
  const { location, view, parameters, cages } = props
  const showDay = (day: string) => {
    view.setDay(day)
    window.scrollTo({ top: 0, behavior: 'smooth' })
  }
  return (
    <>
      <DayCard {...props} />
      {parameters && (
        <ChartCard
          locationId={location.id}
          locationName={location.name}
          parameters={parameters}
          cages={cages}
          onDay={showDay}
        />
      )}
    </>
  )
}

interface WindowsProps extends Pick<DayCardProps, 'location' | 'view' | 'parameters' | 'cages'> {
  opened: OpenWindow
  onClose: () => void
}

function Windows({ location, view, parameters = [], cages, opened, onClose }: WindowsProps) {
  return (
    <>
      <MeasurementForm
        key={`form ${opened.turn}`}
        opened={opened.kind === 'form'}
        onClose={onClose}
        row={opened.row}
        locationId={location.id}
        locationName={location.name}
        day={view.day}
        today={view.today}
        parameters={parameters}
        cages={cages}
        onSaved={view.setDay}
      />
      <ReadingsImport
        key={`import ${opened.turn}`}
        opened={opened.kind === 'import'}
        onClose={onClose}
        locationId={location.id}
        onLoaded={(day) => day && view.setDay(day)}
      />
    </>
  )
}

interface HeadProps {
  tabs: ReactNode
  locationId: number
  /** there is something to measure */
  writable: boolean
  onCreate: () => void
  onImport: () => void
}

/** What the buttons do is found by the search too. */
function useHeadActions(
  { writable, onCreate, onImport }: Omit<HeadProps, 'tabs' | 'locationId'>,
  gate: string | null,
): void {
  const { t } = useTranslation()
  const run = useRef({ onCreate, onImport })
  run.current = { onCreate, onImport }
  const actions = useMemo((): Action[] => {
    if (!writable) return []
    const common = { ability: 'create measurements' as const, disabledReason: gate ?? undefined }
    return [
      { ...common, id: 'new-measurement', title: t('Новый замер'), icon: 'temp', run: () => run.current.onCreate() },
      {
        ...common,
        id: 'import-measurements',
        title: t('Загрузка замеров из Excel'),
        icon: 'xls',
        run: () => run.current.onImport(),
      },
    ]
  }, [t, writable, gate])
  useOfferedActions('measurements', actions)
}

function Head(props: HeadProps) {
  const { t } = useTranslation()
  const may = useCan()('create measurements')
  const gate = useWriteGate('create measurements')
  useHeadActions(props, gate)
  return (
    <header className={classes.head}>
      <h1 data-in-bar>{t('Замеры')}</h1>
      {props.tabs}
      {props.writable && (
        <span className={classes.tools}>
          <TemplateButton locationId={props.locationId} small />
          {may && (
            <>
              <ImportButton gate={gate} onClick={props.onImport} />
              <GateButton reason={gate} onClick={props.onCreate}>
                {t('Новый замер')}
              </GateButton>
            </>
          )}
        </span>
      )}
    </header>
  )
}

function ImportButton({ gate, onClick }: { gate: string | null; onClick: () => void }) {
  const { t } = useTranslation()
  const label = t('Загрузить из Excel')
  const common = { variant: 'default', disabled: gate !== null, title: gate ?? undefined, onClick }
  return usePhone() ? (
    <ActionIcon {...common} size={48} aria-label={label}>
      <Icon name="xls" />
    </ActionIcon>
  ) : (
    <Button {...common} size="xs" fz="sm" leftSection={<Icon name="xls" size={16} />}>
      {label}
    </Button>
  )
}

/** There are no parameters yet: links to their library as the next step. */
function NoParameters({ name }: { name: string }) {
  const { t } = useTranslation()
  const may = useCan()('access library')
  return (
    <EmptyState
      icon="temp"
      text={
        <>
          <strong>{t('В модуле «{{name}}» нет параметров замеров.', { name })}</strong>
          <span>{t('Создайте их в справочнике: температуру, кислород и другие, с глубинами.')}</span>
        </>
      }
      action={
        may && (
          <Button
            component={Link}
            to={hrefOf('library', { route: 'measure-parameters' })}
            leftSection={<Icon name="plus" size={16} />}
          >
            {t('Параметры замеров')}
          </Button>
        )
      }
    />
  )
}
