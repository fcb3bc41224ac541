/** The window of a task on every page, and tasks of this device from the list of waiting records. */
import { createElement, useMemo } from 'react'
import { hrefOf } from '../../shared/pages'
import { type Action, useOfferedActions } from '../../web/actions'
import { useTranslation } from '../../web/i18n'
import { offerForm } from '../../web/offline/outbox/forms'
import { navigate } from '../../web/router/address'
import { useWriteGate } from '../../web/session'
import { createWindowHost } from '../../web/ui/overlay/window-host'
import type { TaskRequest } from './task-form.web'

const task = createWindowHost<TaskRequest>(() => import('./task-form.web').then(({ TaskForm }) => TaskForm))

export const openTask = (request: TaskRequest = {}): void => task.open(request)

// the contract loads with the page, not with the first one
const writes = () => import('./task-records.web')

offerForm('task', {
  open: (queued) => task.open({ queued }),
  amend: async ({ values }, answer) => (await writes()).amendTask(values, answer),
  rows: (answer) => [(answer as { id: number }).id],
  remove: async (answer, key) => (await writes()).removeTask(answer, key),
})

offerForm('task-done', {
  open: () => navigate(hrefOf('tasks')),
  rows: (answer) => [(answer as { id: number }).id],
  remove: async (answer, key) => (await writes()).reopenTask(answer, key),
})

function useTaskSearch(): void {
  const { t } = useTranslation()
  const gate = useWriteGate('create tasks')
  const actions = useMemo(
    (): Action[] => [
      {
        id: 'new-task',
        title: t('Новая задача'),
        icon: 'check',
        ability: 'create tasks',
        disabledReason: gate ?? undefined,
        run: openTask,
      },
    ],
    [gate, t],
  )
  useOfferedActions('new task', actions)
}

export function TaskHost() {
  useTaskSearch()
  return createElement(task.Host)
}
