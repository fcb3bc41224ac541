import { useEffect, useState } from 'react'
import { usePathname } from '../../router/address'
import { fixedT, useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import type { HelpLanguage } from '../../../shared/help/help-pages'
import { helpBlocks, helpPieces, loadHelp, type HelpBlock } from './help-text'
import { usePhone } from '../../ui/use-phone'
import { Window } from '../../ui/overlay/window'
import styles from './help.module.css'
import textStyles from './help-text.module.css'

/** The language of help: the address's first part when it names one, else the interface's. */
export function helpLanguage(pathname: string, language: string): HelpLanguage {
  const first = pathname.split('/')[1]
  return first === 'ru' || first === 'en' ? first : language === 'en' ? 'en' : 'ru'
}

/** Null while the texts load; empty when they could not be fetched. */
function useHelp(opened: boolean, pathname: string, language: HelpLanguage): string[] | null {
  const [texts, setTexts] = useState<string[] | null>(null)
  useEffect(() => {
    if (!opened) return
    let here = true
    const show = (found: string[]) => void (here && setTexts(found))
    loadHelp(pathname, language).then(show, () => show([]))
    return () => void (here = false)
  }, [opened, pathname, language])
  return texts
}

export function HelpModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { language: shown } = useTranslation()
  const pathname = usePathname()
  const language = helpLanguage(pathname, shown)
  const texts = useHelp(opened, pathname, language)
  const say = fixedT(language)
  return (
    <Window title={say('Справка')} icon="help" size={720} opened={opened} onClose={onClose}>
      {texts !== null && texts.length > 0 && <HelpText blocks={texts.flatMap(helpBlocks)} language={language} />}
      {texts?.length === 0 && <NoHelp text={say('К данной странице пока нет документации.')} />}
    </Window>
  )
}

const NoHelp = ({ text }: { text: string }) => (
  <div className={styles.empty}>
    <span className={styles.mark}>
      <Icon name="book" size={24} />
    </span>
    <p>{text}</p>
  </div>
)

const HelpText = ({ blocks, language }: { blocks: HelpBlock[]; language: HelpLanguage }) => (
  // the keyboard scrolls it
  <div className={textStyles.text} lang={language} tabIndex={0}>
    <Contents blocks={blocks} language={language} />
    {blocks.map((block, index) => (
      <Block key={index} block={block} id={headingId(index)} />
    ))}
  </div>
)

const headingId = (index: number) => `help-${index}`

/** Table of contents. Its lines are buttons, because a link would be another page. */
function Contents({ blocks, language }: { blocks: HelpBlock[]; language: HelpLanguage }) {
  const phone = usePhone()
  const title = fixedT(language)('Содержание')
  const headings = blocks.flatMap((block, index) =>
    block.type === 'title' || block.type === 'section' ? [{ ...block, index }] : [],
  )
  const go = (index: number) => {
    const heading = document.getElementById(headingId(index))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <details className={textStyles.contents} open={!phone}>
      <summary>{title}</summary>
      <nav aria-label={title}>
        {headings.map(({ index, type, text }) => (
          <button key={index} type="button" data-title={type === 'title' || undefined} onClick={() => go(index)}>
            {text}
          </button>
        ))}
      </nav>
    </details>
  )
}

function Block({ block, id }: { block: HelpBlock; id: string }) {
  if ('items' in block) {
    const List = block.type === 'list' ? 'ul' : 'ol'
    return (
      <List>
        {block.items.map((item) => (
          <li key={item}>
            <Line text={item} />
          </li>
        ))}
      </List>
    )
  }
  const line = <Line text={block.text} />
  if (block.type === 'paragraph') return <p>{line}</p>
  const Heading = block.type === 'title' ? 'h3' : 'h4'
  return (
    <Heading id={id} tabIndex={-1}>
      {line}
    </Heading>
  )
}

const Line = ({ text }: { text: string }) =>
  helpPieces(text).map(({ mark, text: piece }, index) => {
    if (mark === 'key') return <kbd key={index}>{piece}</kbd>
    return mark === 'strong' ? <strong key={index}>{piece}</strong> : piece
  })
