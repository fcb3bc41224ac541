/** The help texts of docs/help: which address they belong to, and their Markdown subset. */

export type HelpLanguage = 'ru' | 'en'

/**
 * First part of the address, or the first two → file names, shown one below another. Forms of operations have no
 * address.
 */
const HELP: Record<string, readonly string[]> = {
  '': ['main', 'operations', 'offline'],
  measurements: ['measurements'],
  journals: ['journals', 'operations'],
  round: ['round', 'offline'],
  tasks: ['tasks'],
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
  'external-apps': ['outside'],
  'api-control': ['api-control'],
  companies: ['companies'],
  jobs: ['jobs'],
  subscription: ['subscription'],
  settings: ['settings'],
}

export function helpNames(pathname: string): readonly string[] {
  const parts = pathname.split('/').slice(1)
  const [first = '', second = ''] = parts[0] === 'ru' || parts[0] === 'en' ? parts.slice(1) : parts
  return HELP[`${first}/${second}`] ?? HELP[first] ?? []
}

// texts, not code: no room is entered
// eslint-disable-next-line no-restricted-syntax
const texts = import.meta.glob<string>('../../../../docs/help/*/*.md', { query: '?raw', import: 'default' })

/** The texts for an address; empty when there are none. */
export function loadHelp(pathname: string, language: HelpLanguage): Promise<string[]> {
  const loads = helpNames(pathname).map((name) => texts[`../../../../docs/help/${language}/${name}.md`])
  return Promise.all(loads.flatMap((load) => (load ? [load()] : [])))
}

export type HelpBlock =
  { type: 'title' | 'section' | 'paragraph'; text: string } | { type: 'list' | 'steps'; items: string[] }

const MARKS = [
  { type: 'title', mark: /^# / },
  { type: 'section', mark: /^## / },
  { type: 'list', mark: /^- / },
  { type: 'steps', mark: /^\d+\. / },
] as const

/** Titles (#), sections (##), lists (-), steps (1.) and paragraphs. Each is one line. */
export function helpBlocks(markdown: string): HelpBlock[] {
  const blocks: HelpBlock[] = []
  for (const line of markdown.split('\n').filter((one) => one.trim() !== '')) {
    const known = MARKS.find(({ mark }) => mark.test(line))
    const text = known ? line.replace(known.mark, '') : line
    const last = blocks.at(-1)
    if (known?.type !== 'list' && known?.type !== 'steps') blocks.push({ type: known?.type ?? 'paragraph', text })
    else if (last?.type === known.type) last.items.push(text)
    else blocks.push({ type: known.type, items: [text] })
  }
  return blocks
}

export interface HelpPiece {
  mark: 'plain' | 'strong' | 'key'
  text: string
}

/** **Important** and `key` inside a line. */
export const helpPieces = (line: string): HelpPiece[] =>
  line
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('**')
        ? { mark: 'strong', text: part.slice(2, -2) }
        : part.startsWith('`')
          ? { mark: 'key', text: part.slice(1, -1) }
          : { mark: 'plain', text: part },
    )
