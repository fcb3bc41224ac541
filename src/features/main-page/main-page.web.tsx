import { usePlanShare } from '../../core/documents/recent/recent.web'
import { useMemo } from 'react'
import { Stack } from '@mantine/core'
import { useTranslation } from '../../web/i18n'
import { useCan, useNow, useWriteGate } from '../../web/session'
import { GateButton } from '../../web/ui/gate-button'
import { EmptyState } from '../../web/ui/empty-state'
import { RowSkeletons } from '../../web/ui/skeletons'
import { usePhone } from '../../web/ui/use-phone'
import { DownloadButton } from './controls/download-button.web'
import { openCreate } from '../../core/lists/create.web'
import { FirstSteps } from './first-steps.web'
import { HistoryBar, HistoryButton } from './controls/history.web'
import { MapCard } from './map-card.web'
import { MapCover } from './map/map-cover.web'
import type { LocationRow } from '../../core/cages/cage.contract'
import { WHOLE_FARM } from '../../core/cages/current-module.web'
import { ModuleCards, ModuleCardsError, ModuleCardsSkeleton } from '../../core/cages/modules.web'
import { NowStrip, NowStripSkeleton } from './now-strip.web'
import type { OfModule } from './phone/phone-page.web'
import { TransferBar } from './controls/transfer-mode.web'
import { WeighFirst } from './weigh-first.web'
import { useMainPage, type MainPageModel } from './controls/use-main-page.web'
import { lazyPart } from '../../web/lazy'
import styles from './main-page.module.css'
import shared from '../../web/styles/shared.module.css'

/** A phone has it before the page is rendered. */
export const PhonePage = lazyPart(
  () => import('./phone/phone-page.web').then((module) => module.PhonePage),
  () => <RowSkeletons height={96} />,
)
const LayoutBar = lazyPart(
  () => import('./map/layout-bar.web').then((module) => module.LayoutBar),
  () => <NowStripSkeleton />,
)
/** A wide screen has it before the page is rendered. */
export const CageTable = lazyPart(
  () => import('./cage-table.web').then((module) => module.CageTable),
  () => <RowSkeletons />,
)

/** «Пятница, 20 ноября 2026, 14:32»; in history the end of the day. */
function MomentLine({ day }: { day: string | null }) {
  const { t, language } = useTranslation()
  const now = useNow()
  const instant = day ? `${day}T23:59` : now
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ru', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(new Date(`${instant}Z`))
    .replace(/\s*г\.$/, '')
  return (
    <span className={shared.small}>
      {text.charAt(0).toUpperCase() + text.slice(1)}, {instant.slice(11, 16)}
      {day && ` · ${t('история')}`}
    </span>
  )
}

function NoModules() {
  const { t } = useTranslation()
  const may = useCan()('access library')
  const gate = useWriteGate('access library')
  return (
    <div className={styles.empty}>
      <EmptyState
        icon="cages"
        text={
          <>
            <strong>{t('Данные о модулях не найдены.')}</strong>
            <span>{t('Модуль объединяет садки одного понтона. Создайте первый, затем расставьте садки.')}</span>
          </>
        }
        action={
          may && (
            <GateButton reason={gate} onClick={() => openCreate({ name: 'location' })}>
              {t('Создать модуль')}
            </GateButton>
          )
        }
      />
    </div>
  )
}

/** Of the shown module; for the whole farm the latest readings. */
function waterOf(locations: readonly LocationRow[], current: MainPageModel['current']): LocationRow['water'] {
  const measured = locations.filter(({ id, water }) => water && (current === WHOLE_FARM || id === current))
  return measured.sort((one, other) => other.water!.datetime.localeCompare(one.water!.datetime))[0]?.water ?? null
}

/** The bar between tabs and water: the past, a transfer in progress, or now. Its height is constant. */
function MomentBar({ page }: { page: MainPageModel }) {
  const { transfer, layout, history, farm, filter } = page
  const plan = usePlanShare(page.cages)
  if (layout.on) return <LayoutBar layout={layout} cages={page.cages} />
  if (transfer.from) return <TransferBar from={transfer.from} onCancel={transfer.cancel} />
  if (history.day) return <HistoryBar history={history} />
  if (farm.loading || farm.error) return <NowStripSkeleton />
  return (
    <NowStrip
      strip={page.strip}
      totals={page.totals}
      plan={plan}
      water={waterOf(farm.locations, page.current)}
      weighingAge={page.moment.weighingAge}
      picked={filter.picked}
      onPick={filter.pick}
    />
  )
}

function Table({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const { cages, farm, filter, windows, moment } = page
  const rows = useMemo(
    () => (filter.shown ? cages.filter(({ id }) => filter.shown!.has(id)) : cages),
    [cages, filter.shown],
  )
  return (
    <CageTable
      cages={rows}
      moduleName={farm.locations.find(({ id }) => id === page.current)?.name ?? null}
      filterNote={filter.shown ? t('Выбранные садки') : undefined}
      unit={page.settings.unit}
      history={moment.today === null}
      loading={farm.loading}
      error={farm.error}
      onRetry={farm.retry}
      selectedId={page.selectedId}
      onOpen={page.open}
      onCreate={windows.create}
      onEdit={windows.edit}
      onDelete={windows.remove}
    />
  )
}

function WidePage({ page }: { page: MainPageModel }) {
  const { farm, history, current, setCurrent, windows } = page
  return (
    <>
      {farm.error ? (
        <ModuleCardsError onRetry={farm.retry} />
      ) : farm.loading ? (
        <ModuleCardsSkeleton />
      ) : (
        <ModuleCards
          cages={farm.cages}
          locations={farm.locations}
          current={current}
          history={history.day !== null}
          onChoose={setCurrent}
        />
      )}
      <MapCard
        cages={farm.cages}
        locations={farm.locations}
        barges={farm.barges}
        current={current}
        onModule={setCurrent}
        settings={page.settings}
        moment={page.moment}
        typed={page.filter.typed}
        onTyped={page.filter.type}
        shown={page.filter.shown}
        selectedId={page.selectedId}
        onSelect={page.setSelectedId}
        wanted={page.wanted}
        transfer={page.transfer}
        layout={page.layout}
        layoutReason={page.layoutReason}
        chosen={page.filter.chosen}
        onChosen={page.filter.choose}
        actions={page.actions}
        bar={<MomentBar page={page} />}
        cover={
          <MapCover
            loading={farm.loading}
            error={farm.error}
            onRetry={farm.retry}
            empty={page.cages.length === 0}
            onCreate={windows.create}
          />
        }
      />
      <Table page={page} />
    </>
  )
}

/** The farm at a glance: modules, due work, map and table. */
export function MainPage({ OfModule }: { OfModule: OfModule }) {
  const { t } = useTranslation()
  const page = useMainPage()
  const phone = usePhone()
  const { farm, history } = page
  const nothing = !farm.loading && !farm.error && farm.locations.length === 0
  const young = history.day === null && !farm.loading && !farm.error
  const empty = farm.cages.every(({ count }) => count === 0)
  return (
    <Stack gap="md" miw={0}>
      {phone ? (
        <h1 data-in-bar>{t('Садки')}</h1>
      ) : (
        <header className={styles.head}>
          <h1>{t('Садки')}</h1>
          <MomentLine day={history.day} />
          <span className={styles.end}>
            <HistoryButton history={history} />
            {!nothing && <DownloadButton day={history.day} />}
          </span>
        </header>
      )}
      {young && <WeighFirst />}
      {young && <FirstSteps farm={farm} empty={empty} onCage={page.windows.create} />}
      {nothing ? (
        <NoModules />
      ) : phone ? (
        <PhonePage page={page} table={<Table page={page} />} OfModule={OfModule} />
      ) : (
        <WidePage page={page} />
      )}
      {page.windows.element}
    </Stack>
  )
}
