/** The help texts of docs/help: loading them, and their Markdown subset. */
import { type HelpLanguage, helpNames } from '../../../shared/help/help-pages'

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
