import { useTranslation } from '../../../../web/i18n'
import { useWriteGate } from '../../../../web/session'
import { GateButton } from '../../../../web/ui/gate-button'
import { NoteBox } from '../../../../web/ui/note-box'
import type { CageRow } from '../../../../core/cages/cage.contract'
import { averageText, type Unit } from '../../../../core/cages/cage-words.web'
import { openChangeCategory } from './category-host.web'
import { useCategoryMoves } from './category-moves.web'
import styles from './change-category.module.css'

/** «Средняя 0,412 кг: по весу это «Товарная»», and the change one click away; nothing moves by itself. */
export function CategoryNotes({ cage, unit }: { cage: CageRow; unit: Unit }) {
  const { t } = useTranslation()
  const gate = useWriteGate('create corrections')
  return useCategoryMoves()(cage).map(({ group, to }) => (
    <div key={group.id} className={styles.note}>
      <NoteBox icon="stock">
        <div className={styles.move}>
          <span>
            {cage.groups.length > 1 && `${group.generation_name}. `}
            {t('Средняя {{average}}: по весу это «{{category}}», а числится «{{now}}»', {
              average: averageText(t, group.avg_weight, unit),
              category: to.name,
              now: group.age_category_name,
            })}
          </span>
          <GateButton
            icon="stock"
            variant="default"
            reason={gate}
            onClick={() => openChangeCategory({ cage, generationId: group.generation_id, categoryId: to.id })}
          >
            {t('Сменить категорию')}
          </GateButton>
        </div>
      </NoteBox>
    </div>
  ))
}
