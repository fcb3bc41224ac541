import { memo, useMemo } from 'react'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { showKg } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import type { CageRow, LocationRow } from './cage.contract'
import { compareNumbers, totalsOf } from './cage-state.web'
import { piecesText } from './cage-words.web'
import { WHOLE_FARM } from './current-module.web'
import { ScrollRow } from '../../web/ui/scroll-row'
import styles from './modules.module.css'

const DOTS_MOST = 24
const DOTS_IN_ROW = 6

/** A dot for each cage: full is fed, a ring is not fed, pale is empty. */
function FedDots({ cages }: { cages: CageRow[] }) {
  const rows = Math.ceil(cages.length / DOTS_IN_ROW)
  return (
    <svg className={styles.dots} width={Math.min(cages.length, DOTS_IN_ROW) * 9} height={rows * 9} aria-hidden="true">
      {cages.map((cage, index) => {
        const state = cage.count === 0 ? styles.noFish : (cage.fed_today ?? 0) > 0 ? styles.fed : styles.unfed
        const at = { cx: 4.5 + (index % DOTS_IN_ROW) * 9, cy: 4.5 + Math.floor(index / DOTS_IN_ROW) * 9 }
        return <circle key={cage.id} {...at} r={state === styles.unfed ? 2.6 : 3} className={state} />
      })}
    </svg>
  )
}

interface ModuleCardProps {
  name: string
  cages: CageRow[]
  history: boolean
  dots: boolean
  on: boolean
  onClick: () => void
}

const ModuleCard = memo(function ModuleCard({ name, cages, history, dots, on, onClick }: ModuleCardProps) {
  const { t } = useTranslation()
  const totals = totalsOf(cages)
  const fed = t('накормлено {{fed}} из {{all}}', { fed: totals.fed, all: totals.withFish })
  const drawn = dots && cages.length <= DOTS_MOST
  return (
    <button type="button" className={styles.card} aria-pressed={on} onClick={onClick}>
      <span className={styles.line}>
        <b className={styles.name} title={name}>
          {name}
        </b>
        <span className={styles.cages}>{t('{{count}} садков', { count: totals.cages })}</span>
      </span>
      <span className={styles.big}>
        {showKg(totals.weight)}
        <small>{` ${t('кг')}`}</small>
      </span>
      <span className={styles.line}>
        <span className={styles.pieces}>{piecesText(t, totals.count)}</span>
        {!history && totals.withFish > 0 && (
          <span className={styles.end}>
            {drawn ? (
              <>
                <VisuallyHidden>{fed}</VisuallyHidden>
                <FedDots cages={cages} />
              </>
            ) : (
              <span className={totals.fed === totals.withFish ? styles.good : styles.tag}>{fed}</span>
            )}
          </span>
        )}
      </span>
    </button>
  )
})

interface ModulesProps {
  cages: CageRow[]
  locations: LocationRow[]
  current: number
  history: boolean
  onChoose: (id: number) => void
}

const byLocation = (cages: readonly CageRow[], id: number) =>
  cages.filter((cage) => cage.location_id === id).sort(compareNumbers)

/** Cards of the farm and of each module: biomass, fish and feedings. */
export function ModuleCards({ cages, locations, current, history, onChoose }: ModulesProps) {
  const { t } = useTranslation()
  const choose = useMemo(
    () => new Map([WHOLE_FARM, ...locations.map(({ id }) => id)].map((id) => [id, () => onChoose(id)])),
    [locations, onChoose],
  )
  const own = useMemo(() => new Map(locations.map(({ id }) => [id, byLocation(cages, id)])), [cages, locations])
  return (
    <ScrollRow className={styles.cards} chosen={current} aria-label={t('Модули')}>
      {/* one module is the whole farm: a second card would say the same */}
      {locations.length !== 1 && (
        <ModuleCard
          name={t('Вся ферма')}
          cages={cages}
          history={history}
          dots={false}
          on={current === WHOLE_FARM}
          onClick={choose.get(WHOLE_FARM)!}
        />
      )}
      {locations.map(({ id, name }) => (
        <ModuleCard
          key={id}
          name={name}
          cages={own.get(id)!}
          history={history}
          dots
          on={current === id}
          onClick={choose.get(id)!}
        />
      ))}
    </ScrollRow>
  )
}

export const ModuleCardsSkeleton = () => (
  <div className={styles.cards} aria-hidden="true">
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton height={10} width="40%" my={5} />
        <Skeleton height={14} width="60%" my={7} />
        <Skeleton height={10} width="50%" my={5} />
      </div>
    ))}
  </div>
)

/** The server is away and nothing of the modules is known. */
export function ModuleCardsError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.failed} role="alert">
      <Icon name="alert" />
      {t('Модули не загрузились')}
      <Button variant="default" size="xs" onClick={onRetry}>
        {t('Повторить')}
      </Button>
    </div>
  )
}

/** A module that can be chosen. */
export interface ModuleChoice extends Pick<LocationRow, 'id' | 'name'> {
  /** left out of one in the archive */
  cages_count?: number
}

interface TabsProps extends Pick<ModulesProps, 'current' | 'onChoose'> {
  locations: readonly ModuleChoice[]
  /** a page of one module has nothing to show of all */
  wholeFarm?: boolean
}

/** The same choice as tabs above the map. */
export function ModuleTabs({ locations, current, onChoose, wholeFarm = true }: TabsProps) {
  const { t } = useTranslation()
  const tab = ({ id, name, cages_count }: ModuleChoice) => (
    <button
      key={id}
      type="button"
      className={styles.tab}
      aria-pressed={id === current}
      title={name}
      onClick={() => onChoose(id)}
    >
      <span>{name}</span> <small>{cages_count ?? t('в архиве')}</small>
    </button>
  )
  const all = locations.reduce((sum, { cages_count = 0 }) => sum + cages_count, 0)
  return (
    <ScrollRow className={styles.tabs} chosen={current} aria-label={t('Модуль')}>
      {locations.map(tab)}
      {wholeFarm && locations.length > 1 && tab({ id: WHOLE_FARM, name: t('Вся ферма'), cages_count: all })}
    </ScrollRow>
  )
}
