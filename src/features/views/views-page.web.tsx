/** «Сохранённые отчёты»: one's own and those of the company. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { call } from '../../web/api'
import { callFile } from '../../web/files/call-file'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags, useCall } from '../../web/query-client'
import { navigate } from '../../web/router/address'
import { Link } from '../../web/router/router'
import { useWriteGate } from '../../web/session'
import { saveFile } from '../../web/files/save-file'
import { useRemove } from '../../web/ui/form/use-remove'
import { SearchedTable } from '../../web/ui/table/searched-table'
import type { RowAction } from '../../web/ui/table/view/view'
import { hrefOfView, periodText } from './view-address.web'
import { LetterForm, letterText } from './letter-form.web'
import { CompanyLinks } from './links/company-links.web'
import { LinkWindow } from './links/link-window.web'
import { ViewForm } from './view-form.web'
import { viewCalls, viewColumns, type ViewRow } from './kept/views.contract'

const QUESTION = 'Удалить сохранённый отчёт? Его рассылка тоже прекратится.'

/** «Прислать мне сейчас», and whether one gets it by itself. */
function useLetterActions() {
  const { t } = useTranslation()
  // a refusal is shown by the call itself
  const run = (work: () => Promise<unknown>, done: string) =>
    void work()
      .then(() => invalidateTags(['lists']))
      .then(() => notifySuccess(done))
      .catch(() => undefined)
  return ({ id, letter }: ViewRow): RowAction[] => [
    {
      icon: 'arrow',
      title: t('Прислать мне сейчас'),
      onClick: () => run(() => call(viewCalls.send, { id }), t('Письмо скоро придёт.')),
    },
    ...(letter && letter.mine !== null
      ? [
          {
            icon: letter.mine ? 'x' : 'mail',
            title: letter.mine ? t('Не присылать мне') : t('Присылать мне снова'),
            onClick: () =>
              run(
                () => call(viewCalls.subscription, { id, on: !letter.mine }),
                letter.mine ? t('Вам больше не шлётся.') : t('Сохранено!'),
              ),
          } as const,
        ]
      : []),
  ]
}

type Opened = 'form' | 'letter' | 'link'

function useActions(open: (window: Opened, view: ViewRow) => void) {
  const { t } = useTranslation()
  const ask = useRemove()
  const remove = async ({ id }: ViewRow) => {
    const done = await ask({ question: t(QUESTION), remove: () => call(viewCalls.remove, { id }) })
    if (done) await invalidateTags(['lists'])
  }
  const download = async ({ id, name }: ViewRow) => {
    const file = await callFile(viewCalls.file, { id })
    saveFile(file.blob, file.name || `${name}.xlsx`)
  }
  const letterActions = useLetterActions()
  const reason = useWriteGate() ?? undefined
  const gated = (action: RowAction): RowAction => ({
    ...action,
    disabled: reason !== undefined,
    disabledReason: reason,
  })
  return (view: ViewRow): RowAction[] => [
    {
      icon: 'xls',
      title: 'Excel',
      often: true,
      // a refusal is shown by the call itself
      onClick: () => void download(view).catch(() => undefined),
    },
    { icon: 'link', title: t('Адрес для таблиц'), onClick: () => open('link', view) },
    ...(view.can_change
      ? [
          { icon: 'mail', title: t('Слать по почте'), often: true, onClick: () => open('letter', view) } as const,
          { icon: 'edit', title: t('Изменить'), onClick: () => open('form', view) } as const,
          {
            icon: 'trash',
            title: t('Удалить'),
            danger: true,
            onClick: () => void remove(view),
          } as const,
        ].map((action) => gated(action))
      : []),
    ...letterActions(view).map((action) => gated(action)),
  ]
}

export function SavedViewsPage() {
  const { t } = useTranslation()
  const query = useCall(viewCalls.list, {})
  const [chosen, choose] = useState<number>()
  const [opened, open] = useState<Opened | null>(null)
  const actions = useActions((window, { id }) => {
    choose(id)
    open(window)
  })
  const rows = query.data?.map((view) => ({
    ...view,
    period: periodText(view.query, t),
    sent: letterText(view, t),
  }))
  const edited = query.data?.find(({ id }) => id === chosen)
  const close = () => open(null)
  return (
    <>
      <SearchedTable<ViewRow & { period: string; sent: string | null }>
        name="saved-views"
        title={t('Сохранённые отчёты')}
        columns={viewColumns}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="name"
        startPerPage={25}
        rowActions={actions}
        onRowClick={(view) => navigate(hrefOfView(view))}
        emptyText={t('Сохранённых отчётов нет. Откройте отчёт, выберите фильтры и нажмите «Сохранить как…».')}
        emptyAction={
          <Button component={Link} to={hrefOf('feedingReports')} variant="default">
            {t('Открыть отчёты')}
          </Button>
        }
      />
      <CompanyLinks />
      {edited && (
        <ViewForm
          key={edited.id}
          opened={opened === 'form'}
          onClose={close}
          page={edited.page}
          path={edited.path}
          query={edited.query}
          tables={() => edited.tables}
          view={edited}
          onSaved={close}
        />
      )}
      {edited && <LetterForm key={`letter ${edited.id}`} opened={opened === 'letter'} onClose={close} view={edited} />}
      {edited && <LinkWindow key={`link ${edited.id}`} opened={opened === 'link'} onClose={close} view={edited} />}
    </>
  )
}
