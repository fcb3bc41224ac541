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
import { HistoryButton } from './controls/history.web'
import type { OfModule } from './phone/phone-page.web'
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
/** A wide screen has it, and the table, before the page is rendered. */
export const WidePage = lazyPart(
  () => import('./wide-page.web').then((module) => module.WidePage),
  () => <RowSkeletons height={96} />,
)
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
        <WidePage page={page} table={<Table page={page} />} />
      )}
      {page.windows.element}
    </Stack>
  )
}
