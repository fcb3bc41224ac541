import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { call, isShownByHandler, newKey } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { cachedUser, storeUser, useWriteGate } from '../../../web/session'
import { ErrorState } from '../../../web/ui/error-state'
import { SelectField } from '../../../web/ui/fields/select-field'
import { SubmitButton, useSubmitState } from '../../../web/ui/form/submit-button'
import { useRemove } from '../../../web/ui/form/use-remove'
import { GateButton } from '../../../web/ui/gate-button'
import { confirm } from '../../../web/ui/overlay/confirm'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { usePhone } from '../../../web/ui/use-phone'
import { PrintMatrix } from './matrix-paper.web'
import { MatrixTable } from './matrix-table.web'
import { RoleForm, type RoleTask } from './role-form.web'
import { RoleHead } from './role-head.web'
import { type Role, roleCalls } from './roles.contract'
import { type Matrix, useMatrix } from './use-matrix.web'
import classes from './roles.module.css'
import tableClasses from './matrix-table.module.css'

/** What every role may, and the roles themselves. */
export function RolesPage() {
  const { t } = useTranslation()
  const query = useCall(roleCalls.matrix, {})
  const gate = useWriteGate('update roles')
  const [task, setTask] = useState<RoleTask>({ kind: 'create' })
  const [opened, setOpened] = useState(false)
  const open = (next: RoleTask) => {
    setTask(next)
    setOpened(true)
  }
  return (
    <>
      {query.data ? (
        <Matrices roles={query.data.roles} gate={gate} open={open} />
      ) : (
        <>
          <header className={classes.head}>
            <h1 data-in-bar>{t('Разрешения и роли')}</h1>
          </header>
          {query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <RowSkeletons rows={20} height={28} head />
          )}
        </>
      )}
      <RoleForm task={task} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

interface MatricesProps {
  roles: readonly Role[]
  gate: string | null
  open: (task: RoleTask) => void
}

/** All roles side by side; on a phone one at a time. */
function Matrices({ roles, gate, open }: MatricesProps) {
  const { t } = useTranslation()
  const matrix = useMatrix(roles)
  const phone = usePhone()
  const [chosen, choose] = useState<string | null>(null)
  const one = roles.find(({ id }) => String(id) === chosen) ?? roles.find(({ fixed }) => !fixed) ?? roles[0]!
  const remove = useRoleRemoval()
  const head = (role: Role) => <RoleHead role={role} gate={gate} open={open} onRemove={() => void remove(role)} />
  return (
    <>
      <header className={classes.head}>
        <h1 data-in-bar>{t('Разрешения и роли')}</h1>
        <PrintMatrix roles={roles} held={matrix.held} />
        <GateButton reason={gate} onClick={() => open({ kind: 'create' })}>
          {t('Создать роль')}
        </GateButton>
      </header>
      <section className={classes.card} aria-label={t('Разрешения и роли')}>
        {phone && (
          <div className={classes.choice}>
            <SelectField
              label={t('Роль')}
              data={roles.map(({ id, name }) => ({ value: id, label: t(name) }))}
              value={one.id}
              onChange={choose}
            />
          </div>
        )}
        <MatrixTable roles={phone ? [one] : roles} matrix={matrix} locked={gate !== null} header={head} />
        <span className={tableClasses.edge} aria-hidden="true" />
        <SaveBar matrix={matrix} />
      </section>
    </>
  )
}

function useRoleRemoval() {
  const { t } = useTranslation()
  const remove = useRemove()
  return async ({ id }: Role) => {
    const gone = await remove({
      question: t('Вы действительно хотите удалить данную роль?'),
      remove: () => call(roleCalls.remove, { id }),
    })
    if (gone) await invalidateTags(['people'])
  }
}

/**
 * Saves all changes in one call. It is repeated with the same key until one of them changes, so a lost answer stores
 * nothing twice.
 */
function useSave({ data, revert }: Matrix) {
  const { t } = useTranslation()
  const [state, show] = useSubmitState()
  const attempt = useRef({ text: '', key: '' })
  const save = async (): Promise<boolean> => {
    const text = JSON.stringify(data)
    if (attempt.current.text !== text) attempt.current = { text, key: newKey() }
    show('loading')
    try {
      const own = await call(roleCalls.save, { data }, { idempotencyKey: attempt.current.key })
      const user = cachedUser()
      if (user) storeUser({ ...user, ...own })
      await invalidateTags(['people'])
      revert()
      show('idle')
      notifySuccess(t('Разрешения успешно сохранены!'))
      return true
    } catch (error) {
      show('failed')
      if (!isShownByHandler(error)) notifyError(failureText(error, t))
      return false
    }
  }
  return { state, save }
}

function failureText(error: unknown, t: (text: string) => string): string {
  const failed = t('Не удалось сохранить разрешения!')
  const why = error instanceof Error ? error.message : ''
  return why ? `${failed} ${why}` : failed
}

/** Unsaved changes; leaving the page asks about them. */
function SaveBar({ matrix }: { matrix: Matrix }) {
  const { t } = useTranslation()
  const { count, revert } = matrix
  const { state, save } = useSave(matrix)
  const dirty = count > 0
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    async ({ current, next }) => {
      if (next.pathname === current.pathname) return false
      return !(await confirm(t('Разрешения изменены, но не сохранены. Уйти без сохранения?'), { yes: t('Уйти') }))
    },
    [t],
  )
  useBlocker({ shouldBlockFn, disabled: !dirty })
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // it comes under what was being looked at
    if (dirty) bar.current?.scrollIntoView({ block: 'nearest' })
  }, [dirty])
  if (!dirty && state === 'idle') return null
  return (
    <div className={classes.bar} ref={bar} role="status">
      <span className={classes.count}>
        <Icon name="edit" size={16} />
        {t('Не сохранено изменений: {{count}}', { count })}
      </span>
      <Button variant="default" size="xs" onClick={revert}>
        {t('Отменить изменения')}
      </Button>
      <SubmitButton type="button" size="xs" state={state} onClick={() => void save()}>
        {t('Сохранить')}
      </SubmitButton>
    </div>
  )
}
