import { useTranslation } from '../../../web/i18n'
import { CagePill } from '../../../web/ui/cage-pill'
import type { CageRow, LocationRow } from '../../../core/cages/cage.contract'
import type { CageFilterProps } from './cage-filter.web'
import { compareNumbers } from '../../../core/cages/cage-state.web'
import { kgText } from '../../../core/cages/cage-words.web'
import { WHOLE_FARM } from '../../../core/cages/current-module.web'
import styles from './cage-filter.module.css'

interface Group {
  location: LocationRow
  cages: CageRow[]
}

const groupsOf = ({ cages, locations, current }: CageFilterProps): Group[] =>
  locations
    .filter(({ id }) => current === WHOLE_FARM || id === current)
    .map((location) => ({
      location,
      cages: cages.filter((cage) => cage.location_id === location.id).sort(compareNumbers),
    }))
    .filter((group) => group.cages.length > 0)

/** Checkboxes of cages, by module. None checked means all. */
export function CageChoice(props: CageFilterProps) {
  const { t } = useTranslation()
  const { chosen, onChosen } = props
  const groups = groupsOf(props)
  const picked = new Set(chosen)
  const toggle = (ids: number[], on: boolean) => {
    const rest = chosen.filter((id) => !ids.includes(id))
    onChosen(on ? [...rest, ...ids] : rest)
  }
  return (
    <>
      <label className={styles.row}>
        <input type="checkbox" checked={picked.size === 0} onChange={() => onChosen([])} />
        {t('[Все]')}
      </label>
      <div className={styles.list}>
        {groups.map(({ location, cages }) => (
          <fieldset key={location.id} className={styles.group}>
            <legend className={styles.legend}>
              <label className={styles.row}>
                <input
                  type="checkbox"
                  checked={cages.every(({ id }) => picked.has(id))}
                  onChange={(event) =>
                    toggle(
                      cages.map(({ id }) => id),
                      event.currentTarget.checked,
                    )
                  }
                />
                {location.name}
              </label>
            </legend>
            {cages.map((cage) => (
              <label key={cage.id} className={styles.row}>
                <input
                  type="checkbox"
                  checked={picked.has(cage.id)}
                  onChange={(event) => toggle([cage.id], event.currentTarget.checked)}
                />
                <CagePill number={cage.number} color={cage.color} />
                <span className={styles.weight}>{cage.count > 0 ? kgText(t, cage.weight, 0) : t('пусто')}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  )
}
