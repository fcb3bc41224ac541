/** Under a line: what the sheet calls its good, when that is another name than the farm's, or one it does not know. */
import { useMemo } from 'react'
import { wordsOf } from '../../../web/ui/fields/names'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { MEASURES, type GoodRow } from '../good.contract'
import { goodFinder } from './find-good.web'
import styles from './sheet.module.css'

interface Props {
  /** as the sheet has it */
  name: string
  unit: string
  /** what is chosen */
  good: GoodRow | undefined
  goods: readonly GoodRow[]
  onChoose: (id: number) => void
  /** nothing for who may not */
  onCreate: (() => void) | undefined
}

export function NamedInSheet({ good, ...props }: Props) {
  return good ? <KnownAs {...props} good={good} /> : <UnknownGood {...props} />
}

export function KnownAs({ name, unit, good }: Pick<Props, 'name' | 'unit'> & { good: GoodRow }) {
  const { t } = useTranslation()
  const same = wordsOf(name).join(' ') === wordsOf(good.name).join(' ')
  const other = unit !== '' && unit !== good.measure && unit in MEASURES
  return (
    <>
      {!same && <span className={styles.named}>{t('В листе: {{name}}', { name })}</span>}
      {other && (
        <span className={styles.unit}>
          <Icon name="alert" size={14} />
          {t('В листе {{theirs}}, учёт ведётся в {{ours}}: пересчитайте', {
            theirs: t(MEASURES[unit as keyof typeof MEASURES].name),
            ours: t(good.measure_name),
          })}
        </span>
      )}
    </>
  )
}

function UnknownGood({ name, goods, onChoose, onCreate }: Omit<Props, 'good'>) {
  const { t } = useTranslation()
  const similar = useMemo(() => goodFinder(goods)(name).similar, [goods, name])
  return (
    <span className={styles.unknown}>
      <b className={styles.name}>{name}</b>
      {onCreate && (
        <button type="button" onClick={onCreate}>
          {t('Создать')}
        </button>
      )}
      {similar.map((one) => (
        <button key={one.id} type="button" onClick={() => onChoose(one.id)}>
          {t('Это {{name}}', { name: one.name })}
        </button>
      ))}
    </span>
  )
}
