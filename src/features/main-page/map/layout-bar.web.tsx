import { useCallback, useEffect, useMemo } from 'react'
import { Button, Kbd } from '@mantine/core'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import type { CageRow } from '../../../core/cages/cage.contract'
import { overlaps } from './layout-geometry.web'
import type { LayoutMode } from './layout-mode.web'
import styles from '../bars.module.css'

const typing = (target: EventTarget | null) => target instanceof HTMLInputElement && target.value !== ''
const askedElsewhere = (event: KeyboardEvent) =>
  event.defaultPrevented || typing(event.target) || document.querySelector('dialog[open], [role=dialog], [role=menu]')

function useEscape({ leave }: LayoutMode): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || askedElsewhere(event)) return
      // otherwise the same key would also close the question it opens
      event.preventDefault()
      void leave()
    }
    // in the capture phase, before the key closes anything else
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [leave])
}

/** Blocks leaving the page or the day until the user decides about moved cages. */
function useGuard({ moved, leave }: LayoutMode): void {
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    async ({ current, next }) => {
      if (next.pathname === current.pathname && next.search.date === current.search.date) return false
      return !(await leave())
    },
    [leave],
  )
  useBlocker({ shouldBlockFn, enableBeforeUnload: moved.size > 0 })
}

const NAMED = 3

/** «4 и 7, 4 и 8»: cages that lie one on the other. */
function useOverlaps(cages: readonly CageRow[], { moved }: LayoutMode): string | null {
  const { t } = useTranslation()
  return useMemo(() => {
    const placed = cages.map((cage) => ({ id: cage.id, typeId: cage.cage_type_id, ...(moved.get(cage.id) ?? cage) }))
    const pairs = overlaps(
      placed.map(({ id, typeId, x, y }) => ({ id, typeId, x, y })),
      moved,
    )
    if (pairs.length === 0) return null
    const numbers = new Map(cages.map(({ id, number }) => [id, number]))
    const named = pairs
      .slice(0, NAMED)
      .map(([one, other]) => t('{{one}} и {{other}}', { one: numbers.get(one), other: numbers.get(other) }))
    const rest = pairs.length - named.length
    return t('Садки перекрываются: {{pairs}}', {
      pairs: named.join(', ') + (rest > 0 ? ` ${t('и ещё {{rest}}', { rest })}` : ''),
    })
  }, [cages, moved, t])
}

/** Takes the place of «что сейчас» while cages are being moved, and asks before leaving. */
export function LayoutBar({ layout, cages }: { layout: LayoutMode; cages: readonly CageRow[] }) {
  const { t } = useTranslation()
  const { moved, lastId, state } = layout
  useEscape(layout)
  useGuard(layout)
  const overlapping = useOverlaps(cages, layout)
  const last = cages.find(({ id }) => id === lastId)
  const at = last && (moved.get(last.id) ?? last)
  return (
    <div className={styles.bar} data-warn={overlapping ? true : undefined}>
      <Icon name={overlapping ? 'alert' : 'adj'} className={styles.icon} />
      <span className={styles.text} role="status" id="layout-hint">
        <b>{t('Расположение')}.</b>{' '}
        {overlapping ??
          (last && at
            ? t('Садок {{number}}: {{x}} × {{y}}. Перемещено: {{moved}}.', {
                number: last.number,
                x: at.x,
                y: at.y,
                moved: moved.size,
              })
            : t('Перетащите садки или выберите садок и двигайте стрелками.'))}
      </span>
      <span className={styles.end}>
        <span className={styles.keys}>
          <Kbd size="xs">Tab</Kbd> {t('выбор')} <Kbd size="xs">← ↑ → ↓</Kbd> {t('сдвиг')} <Kbd size="xs">Shift</Kbd>{' '}
          {t('крупнее')}
        </span>
        <Button variant="default" size="xs" onClick={() => void layout.leave()} rightSection={<Kbd size="xs">Esc</Kbd>}>
          {t('Отмена')}
        </Button>
        <SubmitButton
          type="button"
          size="xs"
          state={state}
          disabledReason={moved.size === 0 ? t('Ничего не перемещено') : undefined}
          onClick={() => void layout.save()}
        >
          {t('Сохранить')}
        </SubmitButton>
      </span>
    </div>
  )
}
