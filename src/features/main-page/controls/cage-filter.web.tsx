import { type ComponentProps } from 'react'
import { TextInput } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import type { CageRow, LocationRow } from '../../../core/cages/cage.contract'
import { matchNumbers } from '../../../core/cages/cage-state.web'
import { WHOLE_FARM } from '../../../core/cages/current-module.web'
import { lazyPart } from '../../../web/lazy'
import styles from './cage-filter.module.css'

const CageChoice = lazyPart(
  () => import('./cage-choice.web').then((module) => module.CageChoice),
  () => <div className={styles.list} />,
)

export interface CageFilterProps {
  cages: readonly CageRow[]
  locations: readonly LocationRow[]
  current: number
  typed: string
  onTyped: (text: string) => void
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  onModule: (id: number) => void
}

const ChoiceButton = (props: ComponentProps<'button'>) => <button {...props} className={styles.button} />

/** Says that no cage of the module has the typed number, and offers one in another module. */
function NotFound({ cages, locations, current, typed, onModule }: CageFilterProps) {
  const { t } = useTranslation()
  const here = current === WHOLE_FARM ? cages : cages.filter((cage) => cage.location_id === current)
  if (cages.length === 0 || matchNumbers(here, typed)?.size !== 0) return null
  const elsewhere = matchNumbers(cages, typed)!
  const modules = locations.filter(({ id }) => cages.some((cage) => cage.location_id === id && elsewhere.has(cage.id)))
  return (
    <div className={styles.missing} role="status">
      {current === WHOLE_FARM ? t('Такого садка нет.') : t('В этом модуле такого садка нет.')}
      {modules.slice(0, 3).map(({ id, name }) => (
        <button key={id} type="button" onClick={() => onModule(id)}>
          {t('Есть в модуле «{{name}}»', { name })}
        </button>
      ))}
    </div>
  )
}

/** Which cages the map and the table show: by typed numbers, or by checkboxes. */
export function CageFilter(props: CageFilterProps) {
  const { t } = useTranslation()
  const { chosen } = props
  return (
    <div className={styles.filter} data-on={chosen.length > 0 || undefined}>
      <TextInput
        size="xs"
        className={styles.input}
        type="search"
        value={props.typed}
        placeholder={t('№ садка')}
        aria-label={t('Номер садка')}
        leftSection={<Icon name="search" size={16} />}
        onChange={(event) => props.onTyped(event.currentTarget.value)}
      />
      <NotFound {...props} />
      <Dropdown
        kind="dialog"
        width={280}
        label={chosen.length > 0 ? t('Выбор садков: {{chosen}}', { chosen: chosen.length }) : t('Выбор садков')}
        as={ChoiceButton}
        button={
          <>
            <Icon name="filter" size={16} />
            {chosen.length > 0 && <span className={styles.count}>{chosen.length}</span>}
          </>
        }
      >
        {() => <CageChoice {...props} />}
      </Dropdown>
    </div>
  )
}
