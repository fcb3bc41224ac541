/** The calls that programs can make, and how often a farm's applications make them. */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { endpoint, nothing } from '../../shared/contract'

const ability = 'manage external apps'
const area = 'external'

export const apiCallRow = z.object({
  /** «POST /api/feeding» */
  id: z.string(),
  method: z.string(),
  address: z.string(),
  summary: z.string(),
  area: z.string(),
  /** an ability; or 'public', 'signed-in', 'token' for applications */
  right: z.string(),
  /** made for applications outside */
  outside: z.boolean(),
})
export type ApiCallRow = z.infer<typeof apiCallRow>

export const applicationUseRow = z.object({
  id: z.number(),
  name: z.string(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
  /** calls of today, and of so many days with today */
  today: z.number(),
  week: z.number(),
  month: z.number(),
  /** those of the month by what they were for */
  readings: z.number(),
  exports: z.number(),
  assistant: z.number(),
})
export type ApplicationUseRow = z.infer<typeof applicationUseRow>

export const WEEK_DAYS = 7
export const MONTH_DAYS = 30

export const apiControlCalls = {
  calls: endpoint({
    method: 'GET',
    path: '/api-control',
    reads: [],
    ability,
    area,
    summary: 'Вызовы API с правами, и какие из них открыты внешним приложениям',
    input: nothing,
    answer: z.array(apiCallRow),
  }),
  uses: endpoint({
    method: 'GET',
    path: '/api-control/uses',
    reads: ['people', 'water'],
    ability,
    area,
    summary: 'Как часто обращались внешние приложения за последние 30 дней',
    input: nothing,
    answer: z.array(applicationUseRow),
  }),
}

/** Area of a call → what it is called here. */
export const AREAS: Record<string, string> = {
  access: 'Вход и профиль',
  admin: 'Управление',
  cages: 'Садки',
  operations: 'Операции',
  warehouse: 'Склад',
  workshop: 'Цех',
  spending: 'Затраты',
  libraries: 'Справочники',
  measurements: 'Замеры',
  feeding: 'Кормление',
  tasks: 'Задачи',
  alarms: 'Тревоги',
  proposals: 'Предложения помощников',
  reports: 'Отчёты',
  notices: 'Уведомления',
  'moving-in': 'Перенос прошлого',
  companies: 'Хозяйства',
  external: 'Внешние приложения',
}

/** Whoever may call what no role gives. */
export const OPEN_TO: Record<string, string> = {
  public: 'вход не нужен',
  'signed-in': 'все вошедшие',
  token: 'токен приложения',
  'manage external apps': 'администратор хозяйства',
  'manage companies': 'оператор установки',
}

export const apiCallColumns: Column[] = [
  { key: 'method', title: 'Метод', type: 'text' },
  { key: 'address', title: 'Адрес', type: 'text', always: true },
  { key: 'told', title: 'Что делает', type: 'text', fill: true },
  { key: 'area_title', title: 'Раздел', type: 'text', yields: true },
  { key: 'right_title', title: 'Право', type: 'text' },
  { key: 'outside', title: 'Внешним приложениям', type: 'flag' },
]

export const applicationUseColumns: Column[] = [
  { key: 'name', title: 'Приложение', type: 'text', always: true, fill: true },
  { key: 'last_used_at', title: 'Последнее обращение', type: 'datetime' },
  { key: 'last_address', title: 'С какого адреса', type: 'text', yields: true },
  { key: 'today', title: 'Сегодня', type: 'number', noZero: true },
  { key: 'week', title: 'За 7 дней', type: 'number', noZero: true },
  { key: 'month', title: 'За 30 дней', type: 'number', noZero: true },
  { key: 'readings', title: 'Присылало показания', type: 'number', noZero: true, yields: true },
  { key: 'exports', title: 'Читало выгрузку', type: 'number', noZero: true, yields: true },
  { key: 'assistant', title: 'Как помощник', type: 'number', noZero: true, yields: true },
]
