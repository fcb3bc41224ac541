/** Which texts of docs/help belong to which address. */

export type HelpLanguage = 'ru' | 'en'

/**
 * First part of the address, or the first two → file names, shown one below another. Forms of operations have no
 * address.
 */
export const HELP: Readonly<Record<string, readonly string[]>> = {
  '': ['main', 'operations', 'offline'],
  measurements: ['measurements'],
  journals: ['journals', 'operations'],
  round: ['round', 'offline'],
  tasks: ['tasks'],
  alarms: ['alarms'],
  feed: ['feeding-calcs', 'feeding-plan', 'growth'],
  'feed/supply': ['feed-supply'],
  'feed/harvest': ['harvest'],
  'feed/forecast': ['forecast', 'growth'],
  lib: ['libraries'],
  'feed/to-weigh': ['to-weigh'],
  'lib/feeding-rates': ['feeding-norms'],
  'lib/feedbrands': ['libraries', 'feeding-norms'],
  reports: ['reports'],
  'reports/dashboard': ['dashboard'],
  'reports/plan': ['dashboard'],
  'reports/official': ['official-sheets'],
  'reports/like-for-like': ['fish-reports'],
  'reports/mortality-control': ['fish-reports'],
  'reports/close-out': ['fish-reports'],
  'reports/annual': ['annual-report'],
  'reports/fish-cost': ['fish-cost'],
  'reports/stock': ['money-reports'],
  'reports/goods': ['money-reports'],
  'reports/workshop-goods': ['money-reports'],
  'reports/workshop-goods-transactions': ['money-reports'],
  stock: ['goods', 'lots', 'items'],
  workshop: ['workshop', 'trace'],
  print: ['trace'],
  accounting: ['spending'],
  profile: ['profile'],
  audit: ['audit'],
  users: ['users'],
  roles: ['roles'],
  'data-export': ['data-export'],
  'moving-in': ['moving-in'],
  'external-apps': ['outside', 'assistants'],
  proposals: ['assistants'],
  'api-control': ['api-control'],
  companies: ['companies'],
  jobs: ['jobs'],
  'jobs/copies': ['backups'],
  subscription: ['subscription'],
  settings: ['settings'],
}

export function helpNames(pathname: string): readonly string[] {
  const parts = pathname.split('/').slice(1)
  const [first = '', second = ''] = parts[0] === 'ru' || parts[0] === 'en' ? parts.slice(1) : parts
  return HELP[`${first}/${second}`] ?? HELP[first] ?? []
}
