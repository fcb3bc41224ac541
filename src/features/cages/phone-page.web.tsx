import { Button, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../web/icons'
import { useWriteGate } from '../../web/session'
import { ErrorState } from '../../web/ui/error-state'
import { BatchButtons } from './batch-buttons.web'
import type { CageRow } from './cage.contract'
import { kgText, piecesText, type Unit } from './cage-words.web'
import { HistoryBar } from './history.web'
import { feedText } from './map-barge.web'
import { WHOLE_FARM } from './map-scene.web'
import { PhoneList, PhoneListSkeleton } from './phone-list.web'
import { TransferBar } from './transfer-mode.web'
import { HISTORY_BLOCKS } from './use-cage-actions.web'
import type { MainPageModel } from './use-main-page.web'
import styles from './main-page.module.css'

// fetched when a finger or the focus comes to the list: the first paint has no sheet
const NextCage = lazy(() => import('./next-cage.web').then((module) => ({ default: module.NextCage })))
const CageSheet = lazy(() => import('./cage-menu.web').then((module) => ({ default: module.CageSheet })))

function Choice({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const { farm, current, setCurrent, settings } = page
  return (
    <div className={styles.choice}>
      <div className={styles.module}>
        <select
          aria-label={t('Модуль')}
          value={current}
          onChange={(event) => setCurrent(Number(event.currentTarget.value))}
        >
          <option value={WHOLE_FARM}>{t('Вся ферма')}</option>
          {farm.locations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
      <SegmentedControl
        size="lg"
        aria-label={t('Единица навески')}
        value={settings.unit}
        data={[
          { value: 'kg', label: t('кг') },
          { value: 'g', label: t('г') },
        ]}
        onChange={(value) => settings.onUnit(value as Unit)}
      />
    </div>
  )
}

function Hero({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const { totals, moment } = page
  const feed = page.farm.locations.find(({ id }) => id === page.current)?.feed
  const sum = `${t('{{count}} садков', { count: totals.cages })} · ${kgText(t, totals.weight)} · ${piecesText(t, totals.count)}`
  if (moment.today === null) return <div className={styles.hero}>{sum}</div>
  return (
    <div className={styles.hero}>
      <span>{sum}</span>
      <span className={styles.caption}>{t('Корм за сегодня')}</span>
      <span>
        <b>{kgText(t, totals.fedKg)}</b> {t('накормлено {{fed}} из {{all}}', { fed: totals.fed, all: totals.withFish })}
      </span>
      <span className={styles.meter} aria-hidden="true">
        <i style={{ width: `${totals.withFish > 0 ? (totals.fed / totals.withFish) * 100 : 0}%` }} />
      </span>
      {feed && <span className={styles.caption}>{feedText(t, feed)}</span>}
    </div>
  )
}

function Create({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const gate = useWriteGate('create cages')
  const reason = page.moment.today === null ? t(HISTORY_BLOCKS) : gate
  return (
    <div className={styles.create}>
      <Button
        fullWidth
        h={48}
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={page.windows.create}
      >
        {t('Создать садок')}
      </Button>
    </div>
  )
}

/** The main page below 768 px: one module as a list for thumbs; a row opens the sheet of operations. */
export function PhonePage({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const { farm, transfer, history, moment, settings } = page
  const [openedId, setOpenedId] = useState<number | null>(null)
  const [near, setNear] = useState(false)
  const come = () => setNear(true)
  const opened = farm.cages.find(({ id }) => id === openedId) ?? null
  const choose = (cage: CageRow) => (transfer.from ? transfer.aim(cage) : setOpenedId(cage.id))
  return (
    <div className={styles.phone} onPointerEnter={come} onFocus={come}>
      {transfer.from ? (
        <TransferBar from={transfer.from} onCancel={transfer.cancel} />
      ) : (
        history.day && <HistoryBar history={history} />
      )}
      <Choice page={page} />
      {farm.error ? (
        <div className={styles.state}>
          <ErrorState error={farm.error} onRetry={farm.retry} />
        </div>
      ) : farm.loading ? (
        <PhoneListSkeleton />
      ) : (
        <>
          <Hero page={page} />
          <div className={styles.batches}>
            <Button component={Link} to="/round" h={56} fz="lg" leftSection={<Icon name="feed" size={22} />}>
              {t('Обход')}
            </Button>
            <BatchButtons locations={farm.locations} current={page.current} history={moment.today === null} />
          </div>
          <PhoneList
            cages={page.cages}
            unit={settings.unit}
            moment={moment}
            chosenId={transfer.from?.id ?? null}
            onChoose={choose}
          />
          <Create page={page} />
        </>
      )}
      {near && (
        <Suspense fallback={null}>
          <NextCage saved={page.saved} cages={page.cages} onSaved={page.setSaved} />
          <CageSheet
            cage={opened}
            unit={settings.unit}
            groups={opened ? page.actions(opened) : []}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
