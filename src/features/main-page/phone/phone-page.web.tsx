import { usePlanShare } from '../../../core/documents/recent/recent.web'
import { Button } from '@mantine/core'
import { Link } from '../../../web/router/router'
import { useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { hrefOf } from '../../../shared/pages'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { BarSelect, InBar } from '../../../web/layout/phone-bar'
import { useWriteGate } from '../../../web/session'
import { ErrorState } from '../../../web/ui/error-state'
import type { CageRow, LocationRow } from '../../../core/cages/cage.contract'
import { kgText, massText } from '../../../core/cages/cage-words.web'
import { HistoryBar } from '../controls/history.web'
import { WHOLE_FARM } from '../../../core/cages/current-module.web'
import { PhoneList, PhoneListSkeleton } from './phone-list.web'
import { PhoneMenu } from './phone-menu.web'
import { TransferBar } from '../controls/transfer-mode.web'
import { HISTORY_BLOCKS } from '../cage/use-cage-actions.web'
import type { MainPageModel } from '../controls/use-main-page.web'
import { lazyPart } from '../../../web/lazy'
import styles from '../main-page.module.css'

// loaded when a finger or the focus reaches the list: the first paint needs no sheet
const NextCage = lazyPart(() => import('./next-cage.web').then((module) => module.NextCage))
const CageSheet = lazyPart(() => import('../cage/cage-menu.web').then((module) => module.CageSheet))

/** The module and its totals in the top bar: another one is always one touch away. */
function Bar({ page, table }: { page: MainPageModel; table: ComponentProps<typeof PhoneMenu>['table'] }) {
  const { t } = useTranslation()
  const { farm, current, setCurrent, totals } = page
  const options = [{ value: String(WHOLE_FARM), label: t('Вся ферма') }]
  for (const { id, name } of farm.locations) options.push({ value: String(id), label: name })
  const sum = `${t('{{count}} садков', { count: totals.cages })} · ${massText(t, totals.weight)}`
  return (
    <InBar>
      <BarSelect
        label={t('Модуль')}
        value={String(current)}
        options={options}
        onChange={(id) => setCurrent(Number(id))}
        note={sum}
      />
      <span className={styles.grow} />
      <PhoneMenu page={page} table={table} />
    </InBar>
  )
}

/** «8,8 т корма, на 24 дня». */
const feedWords = (t: TFunction, { weight, days }: NonNullable<LocationRow['feed']>): string =>
  [`${massText(t, weight)} ${t('корма')}`, ...(days === null ? [] : [t('на {{count}} дней', { count: days })])].join(
    ', ',
  )

/** What was fed today, and the round beside it. */
function Hero({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const { totals } = page
  const feed = page.farm.locations.find(({ id }) => id === page.current)?.feed
  const plan = usePlanShare(page.cages)
  const share = plan ? Math.min(100, plan.percent) : totals.withFish > 0 ? (totals.fed / totals.withFish) * 100 : 0
  return (
    <div className={styles.hero}>
      <div className={styles.fed}>
        <span className={styles.caption}>{t('Корм за сегодня')}</span>
        <span>
          <b>{kgText(t, totals.fedKg)}</b>{' '}
          {plan
            ? t('{{fed}} из {{all}} садков · {{percent}} % плана', { ...plan, all: plan.cages })
            : t('{{fed}} из {{all}} садков', { fed: totals.fed, all: totals.withFish })}
        </span>
        <span className={styles.meter} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
        {feed && <span className={styles.caption}>{feedWords(t, feed)}</span>}
      </div>
      <Button component={Link} to={hrefOf('round')} h={56} px={20} fz="lg" leftSection={<Icon name="feed" size={22} />}>
        {t('Обход')}
      </Button>
    </div>
  )
}

/** The list narrowed to the typed numbers. */
const narrowed = ({ cages, filter }: MainPageModel): readonly CageRow[] =>
  filter.shown ? cages.filter(({ id }) => filter.shown!.has(id)) : cages

function Create({ page }: { page: MainPageModel }) {
  const { t } = useTranslation()
  const gate = useWriteGate('create cages')
  const reason = page.moment.today === null ? t(HISTORY_BLOCKS) : gate
  return (
    <div className={styles.create}>
      <Button
        fullWidth
        h={48}
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

/** Something about one module, fetched by itself. */
export type OfModule = ComponentType<{ location: number }>

interface PhonePageProps {
  page: MainPageModel
  /** all columns and their sums */
  table: ReactNode
  /** what another feature shows for the module, above the list of its cages */
  OfModule: OfModule
}

/** The main page below 768 px: a module as a list with large targets; a row opens the sheet of operations. */
export function PhonePage({ page, table, OfModule }: PhonePageProps) {
  const { farm, transfer, history, moment, settings } = page
  const [openedId, setOpenedId] = useState<number | null>(null)
  const [near, setNear] = useState(false)
  const [withTable, setWithTable] = useState(false)
  const come = () => setNear(true)
  const opened = farm.cages.find(({ id }) => id === openedId) ?? null
  const choose = (cage: CageRow) => (transfer.from ? transfer.aim(cage) : setOpenedId(cage.id))
  return (
    <div className={styles.phone} onPointerEnter={come} onFocus={come}>
      <Bar page={page} table={{ on: withTable, toggle: () => setWithTable(!withTable) }} />
      {history.day && <HistoryBar history={history} />}
      {farm.error ? (
        <div className={styles.state}>
          <ErrorState error={farm.error} onRetry={farm.retry} />
        </div>
      ) : farm.loading ? (
        <PhoneListSkeleton />
      ) : (
        <>
          {moment.today !== null && <Hero page={page} />}
          {moment.today !== null && (
            <div className={styles.yesterday}>
              <OfModule location={page.current} />
            </div>
          )}
          {withTable ? (
            <div className={styles.table}>{table}</div>
          ) : (
            <PhoneList
              cages={narrowed(page)}
              unit={settings.unit}
              moment={moment}
              chosenId={transfer.from?.id ?? null}
              typed={page.filter.typed}
              onTyped={page.filter.type}
              onChoose={choose}
            />
          )}
          {page.cages.length === 0 && <Create page={page} />}
        </>
      )}
      {transfer.from && <TransferBar from={transfer.from} onCancel={transfer.cancel} />}
      {near && (
        <>
          <NextCage saved={page.saved} cages={page.cages} moment={moment} onSaved={page.setSaved} />
          <CageSheet
            cage={opened}
            unit={settings.unit}
            groups={opened ? page.actions(opened) : []}
            onClose={() => setOpenedId(null)}
          />
        </>
      )}
    </div>
  )
}
