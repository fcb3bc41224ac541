import { useEffect, useMemo, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { navigate } from '../../router/address'
import { groupBy } from '../../../shared/collections'
import { searchAll, useAllActions, type Action } from '../../actions'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { closeWindows, useOpenWindow } from '../../ui/overlay/open-windows'
import { useCan } from '../../session'
import type { MenuEntry } from '../menu/menu'
import { findActions } from './palette-search'
import styles from './palette.module.css'

/** Each page of the menu as an action. */
function usePageActions(menu: readonly MenuEntry[]): Action[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const page = (title: string, to: string, icon: Action['icon'], group?: string): Action => ({
      id: `page ${to}`,
      title: group ? `${t(group)} → ${t(title)}` : t(title),
      icon,
      group: t('Разделы'),
      run: () => navigate(to),
    })
    return menu.flatMap((entry) =>
      entry.entries
        ? entry.entries.map(({ title, to }) => page(title, to, entry.icon, entry.title))
        : [page(entry.title, entry.to, entry.icon)],
    )
  }, [menu, navigate, t])
}

/** Without text: pages, and actions that need no cage. Otherwise pages and actions that contain every word. */
const TYPED_MS = 200

/** Results of the server, requested when typing pauses. */
function useAsked(query: string): Action[] {
  const [text] = useDebouncedValue(query.trim(), TYPED_MS)
  const asked = useQuery({
    queryKey: ['search', text],
    queryFn: () => searchAll(text),
    enabled: text.length > 1,
    staleTime: 0,
  })
  return (query.trim() === text && asked.data) || NONE
}

const NONE: Action[] = []

function useFound(menu: readonly MenuEntry[], query: string): Action[] {
  const may = useCan()
  const pages = usePageActions(menu)
  const offered = useAllActions()
  const asked = useAsked(query)
  return useMemo(() => {
    const open = offered.filter(({ ability }) => !ability || may(ability))
    if (query.trim() !== '') return [...findActions(query, [...pages, ...open]), ...asked]
    return [...open.filter(({ group }) => group === undefined), ...pages]
  }, [query, pages, offered, asked, may])
}

const veil = { color: 'var(--veil)', backgroundOpacity: 1, blur: 0 }
const classNames = {
  search: styles.search,
  action: styles.action,
  actionSection: styles.section,
  actionDescription: styles.description,
  actionsGroup: styles.group,
}

function Aside({ action: { place, hotkey } }: { action: Action }) {
  if (place) return <span className={styles.place}>{place}</span>
  return hotkey ? <kbd>{hotkey}</kbd> : null
}

interface PaletteProps {
  menu: readonly MenuEntry[]
  /** increases with each request to open */
  asked: number
}

/** Search over pages and actions. A chunk of its own, loaded at its first use. */
export function Palette({ menu, asked }: PaletteProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const found = useFound(menu, query)
  const [opened, setOpened] = useState(false)
  useEffect(() => spotlight.open(), [asked])
  useOpenWindow(opened, spotlight.close, { passes: true })
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      closeOnEscape={false}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => setOpened(false)}
      scrollable
      maxHeight="min(480px, 70dvh)"
      size={600}
      attributes={{ content: { 'aria-label': t('Поиск') } }}
      overlayProps={veil}
      classNames={classNames}
    >
      <Spotlight.Search
        placeholder={t('Садок, журнал, действие…')}
        aria-label={t('Поиск')}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {[...groupBy(found, ({ group }) => group ?? t('Действия'))].map(([title, actions]) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {actions.map((action) => (
              <Spotlight.Action
                key={action.id}
                label={action.title}
                description={action.disabledReason}
                disabled={action.disabledReason !== undefined}
                leftSection={<Icon name={action.icon} />}
                rightSection={<Aside action={action} />}
                onClick={() => {
                  closeWindows()
                  action.run()
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{t('Ничего не найдено')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
