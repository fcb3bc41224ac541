import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { TaskHost } from './task-host.web'

export const tasks: Feature = {
  menu: [{ title: 'Задачи', to: hrefOf('tasks'), icon: 'check', ability: 'view tasks' }],
  pages: [{ page: 'tasks', ability: 'view tasks', component: lazyPage(() => import('./tasks-page.web'), 'TasksPage') }],
  hosts: [TaskHost],
}
