import { UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { useWriteGate } from '../../../web/session'
import type { CageRow } from '../../../core/cages/cage.contract'
import styles from './cage-groups.module.css'
import { averageText, piecesText, type Unit } from '../../../core/cages/cage-words.web'
import { openChangeCategory } from './category/category-host.web'

/** The groups of a cage that is being edited. Operations add and remove fish; here their category is changed. */
export function CageGroups({ cage, unit }: { cage: CageRow; unit: Unit }) {
  const { t } = useTranslation()
  const gate = useWriteGate('create corrections')
  const groups = cage.groups.filter(({ count }) => count > 0)
  if (groups.length === 0) return null
  return (
    <section className={styles.groups} aria-label={t('Рыба в садке')}>
      <h3>{t('Рыба в садке')}</h3>
      <ul>
        {groups.map((group) => (
          <li key={group.id}>
            <span>
              <b>{group.generation_name}</b>
              <small>
                {[group.age_category_name, piecesText(t, group.count), averageText(t, group.avg_weight, unit)].join(
                  ' · ',
                )}
              </small>
            </span>
            <UnstyledButton
              className={styles.change}
              disabled={gate !== null}
              title={gate ?? undefined}
              onClick={() => openChangeCategory({ cage, generationId: group.generation_id })}
            >
              {t('Изменить категорию')}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
