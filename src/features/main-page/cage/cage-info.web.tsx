import { useState } from 'react'
import { Button } from '@mantine/core'
import { showAverage, showCount, showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { openHistory } from '../../../web/pages/row-history'
import { useWriteGate } from '../../../web/session'
import { CagePill } from '../../../web/ui/cage-pill'
import { Window } from '../../../web/ui/overlay/window'
import { useOperationOpened } from '../../../core/documents/form/operation.web'
import { WhyNumber, type ExplainedNumber } from '../../../core/documents/why/why.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { CageCost } from '../../../core/reports/fish-cost/cage-cost.web'
import { ExpectedFacts } from '../../../core/feeding/expected/expected-facts.web'
import { CageFacts } from './cage-facts.web'
import { AttentionTag } from './cage-tags.web'
import { attentionsOf, type Moment } from '../../../core/cages/cage-state.web'
import { unitText, type Unit } from '../../../core/cages/cage-words.web'
import { CageHistory } from './cage-history.web'
import { LatestOperations } from './cage-info-latest.web'
import { CategoryNotes } from './category/category-note.web'
import { openChangeCategory, useChangeCategoryOpened } from './category/category-host.web'
import { HISTORY_BLOCKS } from './use-cage-actions.web'
import { useHistory } from '../../../core/cages/use-farm.web'
import card from './cage-card.module.css'
import styles from './cage-info.module.css'

interface CageInfoProps {
  cage: CageRow
  unit: Unit
  moment: Moment
  opened: boolean
  onClose: () => void
  onEdit: (cage: CageRow) => void
  onDelete: (cage: CageRow) => void
}

/** `day` is a past one, or null for now. */
function Groups({ cage, unit, day }: { cage: CageRow; unit: Unit; day: string | null }) {
  const { t } = useTranslation()
  const groups = cage.groups.filter(({ count }) => count > 0)
  if (groups.length === 0) return <p className={styles.none}>{t('В садке нет рыбы.')}</p>
  const why = (groupId: number, about: ExplainedNumber, text: string) => (
    <WhyNumber cageId={cage.id} groupId={groupId} about={about} at={day}>
      {text}
    </WhyNumber>
  )
  return (
    <table data-styled className={styles.table}>
      <thead>
        <tr>
          <th>{t('Генерация')}</th>
          <th>{t('Категория')}</th>
          <th className={styles.number}>
            {t('Количество')}, {t('шт')}
          </th>
          <th className={styles.number}>
            {t('Навеска')}, {unitText(t, unit)}
          </th>
          <th className={styles.number}>
            {t('Вес')}, {t('кг')}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <td>{group.generation_name}</td>
            <td>{group.age_category_name}</td>
            <td className={styles.number}>{why(group.id, 'count', showCount(group.count))}</td>
            <td className={styles.number}>{why(group.id, 'average', showAverage(group.avg_weight, unit))}</td>
            <td className={styles.number}>{why(group.id, 'weight', showKg(group.weight))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ActionsProps = Pick<CageInfoProps, 'cage' | 'onEdit' | 'onDelete'> & { history: boolean; onCategory: () => void }

function Actions({ cage, history, onEdit, onDelete, onCategory }: ActionsProps) {
  const { t } = useTranslation()
  const gates = {
    category: useWriteGate('create corrections'),
    edit: useWriteGate('update cages'),
    remove: useWriteGate('delete cages'),
  }
  const empty = cage.count === 0 ? t('В садке нет рыбы.') : null
  const reason = (gate: string | null) => (history ? t(HISTORY_BLOCKS) : gate) ?? undefined
  const button = (title: string, why: string | undefined, onClick: () => void, color?: string) => (
    <Button variant="default" c={why ? undefined : color} disabled={why !== undefined} title={why} onClick={onClick}>
      {title}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {button(t('История изменений'), undefined, () => openHistory({ entity: 'cage', id: cage.id }))}
      {button(t('Сменить категорию'), reason(gates.category ?? empty), onCategory)}
      {button(t('Изменить садок'), reason(gates.edit), () => onEdit(cage))}
      {button(t('Удалить садок'), reason(gates.remove), () => onDelete(cage), 'var(--danger)')}
    </div>
  )
}

/** The content of a cage: facts, groups, and actions on the cage itself. */
export function CageInfo({ cage, unit, moment, opened, onClose, onEdit, onDelete }: CageInfoProps) {
  const { t } = useTranslation()
  const category = useChangeCategoryOpened()
  const [history, setHistory] = useState(false)
  const { day } = useHistory()
  const editing = useOperationOpened()
  const shown = opened && !category && !history && !editing
  const attentions = attentionsOf(cage, moment)
  return (
    <>
      <Window
        opened={shown}
        onClose={onClose}
        size={700}
        icon="info"
        title={
          <span className={styles.title}>
            <CagePill number={cage.number} color={cage.color} />
            {t('Информация: садок {{number}}', { number: cage.number })}
          </span>
        }
        footer={
          <Actions
            cage={cage}
            history={moment.today === null}
            onEdit={onEdit}
            onDelete={onDelete}
            onCategory={() => openChangeCategory({ cage })}
          />
        }
      >
        {attentions.length > 0 && (
          <div className={styles.tags}>
            {attentions.map((attention) => (
              <AttentionTag key={attention.kind} attention={attention} />
            ))}
          </div>
        )}
        {moment.today !== null && <CategoryNotes cage={cage} unit={unit} />}
        <div className={styles.facts}>
          <CageFacts
            cage={cage}
            unit={unit}
            today={moment.today}
            why={(about, text) => (
              <WhyNumber cageId={cage.id} about={about} at={day}>
                {text}
              </WhyNumber>
            )}
          >
            {moment.today !== null && cage.count > 0 && (
              <ExpectedFacts cageId={cage.id} unit={unit} quiet={card.quiet} />
            )}
            {cage.count > 0 && <CageCost cageId={cage.id} day={day} />}
          </CageFacts>
        </div>
        <h3 className={styles.heading}>{t('Группы рыбы')}</h3>
        <div className={styles.scroll}>
          <Groups cage={cage} unit={unit} day={day} />
        </div>
        <LatestOperations cage={cage} unit={unit} day={day} onAll={() => setHistory(true)} />
      </Window>
      <CageHistory cage={cage} unit={unit} opened={opened && history && !editing} onClose={() => setHistory(false)} />
    </>
  )
}
