import { useState } from 'react'
import { Button } from '@mantine/core'
import { hrefOf, type PageName } from '../../shared/pages'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { notifySuccess } from '../../web/notify'
import { invalidateTags } from '../../web/query-client'
import { navigate, useAddressQuery } from '../../web/router/address'
import { useWriteGate } from '../../web/session'
import { NoteBox } from '../../web/ui/note-box'
import { Dropdown } from '../../web/ui/overlay/dropdown'
import { MenuAction, MenuLink, MenuTitle } from '../../web/ui/overlay/dropdown-items'
import { filtersIn, hrefOfView, isSame, periodOf, withPeriod } from './view-address.web'
import { LinkWindow } from './links/link-window.web'
import { ViewForm } from './view-form.web'
import type { Tables } from './with-views.web'
import { viewCalls, type ViewRow } from './kept/views.contract'
import classes from './views.module.css'

interface ViewBarProps {
  page: PageName
  /** of a journal */
  path: string
  /** of the view in the address */
  id: number | null
  view: ViewRow | null
  /** undefined while they are read */
  views: readonly ViewRow[] | undefined
  /** choices in the tables of the page: those of the view, and what was changed since */
  tables: Tables
  /** what the tables show now */
  shown: () => Tables
  forget: () => void
}

const sameTables = (one: Tables, other: Tables) => {
  const told = (tables: Tables) =>
    JSON.stringify(
      Object.entries(tables)
        .map(([name, { columns, sort }]) => [name, columns ?? null, sort ?? null])
        .filter(([, columns, sort]) => columns !== null || sort !== null)
        .sort(),
    )
  return told(one) === told(other)
}

/** Opens and saves views of the page; says when what is shown is no longer the view. */
export function ViewBar({ page, path, id, view, views, tables, shown, forget }: ViewBarProps) {
  const { t } = useTranslation()
  const query = filtersIn(useAddressQuery())
  const [form, setForm] = useState<'new' | 'link' | null>(null)
  const gate = useWriteGate()
  const writing = { disabled: gate !== null, title: gate ?? undefined }
  const changed = view !== null && !(isSame(query, view.query) && sameTables(tables, view.tables))
  const here = views?.filter((one) => one.page === page && one.path === path) ?? []
  const save = async () => {
    const { id: own, name, shared } = view!
    await call(viewCalls.update, { id: own, name, shared, query: withPeriod(query, periodOf(page, query)), tables })
    await invalidateTags(['lists'])
    forget()
    notifySuccess(t('Сохранено!'))
  }
  const open = (saved: ViewRow) => {
    forget()
    navigate(hrefOfView(saved))
  }
  return (
    <div className={`${classes.around} no-print`}>
      <div className={classes.bar}>
        <Views {...{ id, view, views: here, forget }} onNew={() => setForm('new')} onLink={() => setForm('link')} />
        {changed && <span className={classes.changed}>{t('изменён')}</span>}
        {changed && view.can_change && (
          <Button size="compact-sm" {...writing} onClick={() => void save().catch(() => undefined)}>
            {t('Сохранить')}
          </Button>
        )}
        {changed && (
          <Button size="compact-sm" variant="default" onClick={() => open(view)}>
            {t('Вернуть')}
          </Button>
        )}
        {(changed || !view) && (
          <Button size="compact-sm" variant="subtle" {...writing} onClick={() => setForm('new')}>
            {t('Сохранить как…')}
          </Button>
        )}
      </div>
      {view?.closed && <NoteBox kind="warn">{view.closed}</NoteBox>}
      {id !== null && views && !view && (
        <NoteBox kind="warn">
          {t('Сохранённого отчёта из этой ссылки нет среди ваших: показано то, что выбрано в адресе.')}
        </NoteBox>
      )}
      <ViewForm
        opened={form === 'new'}
        onClose={() => setForm(null)}
        page={page}
        path={path}
        query={query}
        tables={() => told(shown())}
        onSaved={open}
      />
      {view && <LinkWindow view={view} opened={form === 'link'} onClose={() => setForm(null)} />}
    </div>
  )
}

interface ViewsProps {
  id: number | null
  view: ViewRow | null
  /** of this page */
  views: readonly ViewRow[]
  forget: () => void
  onNew: () => void
  onLink: () => void
}

/** The views of the page by name. */
function Views({ id, view, views, forget, onNew, onLink }: ViewsProps) {
  const { t } = useTranslation()
  const gate = useWriteGate()
  return (
    <Dropdown
      kind="menu"
      label={t('Сохранённые отчёты')}
      className={classes.button}
      width={300}
      button={
        <>
          <Icon name="list" size={16} />
          <span className={classes.name}>{view?.name ?? t('Сохранённые отчёты')}</span>
          <Icon name="down" size={16} />
        </>
      }
    >
      {(close) => (
        <>
          {views.length === 0 && <MenuTitle>{t('Для этой страницы ничего не сохранено')}</MenuTitle>}
          {views.map((one) => (
            <MenuLink
              key={one.id}
              title={one.name}
              icon={one.shared ? 'user' : undefined}
              to={hrefOfView(one)}
              here={one.id === id}
              onClick={() => {
                forget()
                close()
              }}
            />
          ))}
          <MenuLink title={t('Все сохранённые')} icon="list" to={hrefOf('savedViews')} onClick={close} />
          <MenuAction
            title={t('Сохранить как…')}
            icon="plus"
            reason={gate}
            onClick={() => {
              close()
              onNew()
            }}
          />
          {view && (
            <MenuAction
              title={t('Адрес для таблиц')}
              icon="link"
              onClick={() => {
                close()
                onLink()
              }}
            />
          )}
        </>
      )}
    </Dropdown>
  )
}

/** Without tables that show what they usually do. */
const told = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).filter(([, { columns, sort }]) => columns || sort))
