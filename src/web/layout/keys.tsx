import { useTranslation } from '../i18n'
import { Window } from '../ui/overlay/window'
import styles from './keys.module.css'

const KEYS: readonly { title: string; keys: readonly { keys: readonly string[]; does: string }[] }[] = [
  {
    title: 'Везде',
    keys: [
      { keys: ['Ctrl K', '/'], does: 'Поиск по разделам и действиям' },
      { keys: ['?'], does: 'Этот список' },
      { keys: ['Esc'], does: 'Закрыть окно или меню' },
    ],
  },
  {
    title: 'Карта садков',
    keys: [
      { keys: ['←', '↑', '→', '↓'], does: 'Соседний садок' },
      { keys: ['Enter'], does: 'Меню операций' },
      { keys: ['1', '…', '9', '0'], does: 'Операция по номеру в меню' },
    ],
  },
  {
    title: 'Таблица',
    keys: [
      { keys: ['↑', '↓'], does: 'Соседняя строка' },
      { keys: ['Enter'], does: 'Открыть строку' },
      { keys: ['E'], does: 'Изменить' },
      { keys: ['Del'], does: 'Удалить' },
    ],
  },
  {
    title: 'Таблица замеров',
    keys: [
      { keys: ['←', '↑', '→', '↓', 'Enter'], does: 'Соседняя клетка' },
      { keys: ['Esc'], does: 'Прежнее значение' },
      { keys: ['Ctrl Enter'], does: 'Сохранить' },
    ],
  },
  {
    title: 'График',
    keys: [
      { keys: ['←', '→'], does: 'Соседний замер' },
      { keys: ['Enter'], does: 'Перейти к дате' },
    ],
  },
  { title: 'Форма', keys: [{ keys: ['Enter'], does: 'Сохранить' }] },
]

export function KeysModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Window title={t('Клавиши')} icon="keyboard" size={760} opened={opened} onClose={onClose}>
      <div className={styles.groups}>
        {KEYS.map((group) => (
          <section key={group.title}>
            <h3 className={styles.title}>{t(group.title, { context: 'клавиши' })}</h3>
            <dl className={styles.list}>
              {group.keys.map(({ keys, does }) => (
                <div key={does} className={styles.row}>
                  <dt>{t(does)}</dt>
                  <dd>{keys.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Window>
  )
}
