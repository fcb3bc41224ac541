/** «За год сработало бы 9 раз», with the episodes: the very rule, over a year. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AlarmKind, ruleData, termsSchema } from '../../shared/alarms/rules'
import { showInstant } from '../../shared/dates'
import { call, errorText } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { Link } from '../../web/router/router'
import { NoteBox } from '../../web/ui/note-box'
import { Skeleton } from '@mantine/core'
import cards from '../../web/styles/cards.module.css'
import { alarmCalls, type PastEpisode } from './alarms.contract'
import { placeText } from './place-text.web'
import classes from './alarms.module.css'

const TYPED_MS = 600

export function WouldHaveRung({ kind, terms }: { kind: AlarmKind; terms: Record<string, string> }) {
  const { t } = useTranslation()
  const [asked] = useDebouncedValue(JSON.stringify(terms), TYPED_MS)
  const input = { kind, terms: JSON.parse(asked) as Record<string, string> }
  const fits = termsSchema(kind).safeParse(input.terms).success
  const query = useQuery({
    queryKey: [alarmCalls.history.path, input],
    queryFn: ({ signal }) => call(alarmCalls.history, input, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: fits,
    retry: false,
  })
  const { data, error, isPlaceholderData } = query
  // what was told of other thresholds would be taken for these
  if (!fits) return <NoteBox kind="warn">{t('Исправьте пороги, и здесь появится, что сделало бы правило.')}</NoteBox>
  if (error) return <NoteBox kind="warn">{errorText(error)}</NoteBox>
  if (!data) return <Skeleton height={48} />
  const { count, silent, episodes } = data
  const { now = false } = ruleData(kind)
  const text = now
    ? count > 0
      ? t('Сейчас сработало бы {{count}} раз', { count })
      : t('Сейчас не сработало бы')
    : count > 0
      ? t('За год сработало бы {{count}} раз', { count })
      : t('За год не сработало бы ни разу')
  return (
    <section className={classes.past} aria-busy={isPlaceholderData} aria-live="polite">
      <NoteBox kind={count > 0 ? 'info' : 'good'}>
        <b>{text}</b>
        {silent > 0 && `. ${t('Из них «нет данных»: {{count}}', { count: silent })}`}
        {now && `. ${t('Как было раньше, по записям не узнать.')}`}
      </NoteBox>
      {episodes.length > 0 && (
        <ul tabIndex={0} aria-label={text}>
          {episodes.map((episode) => (
            <Episode key={`${episode.href} ${episode.started} ${placeText(episode, t)} ${episode.text}`} {...episode} />
          ))}
        </ul>
      )}
      {count > episodes.length && (
        <p className={cards.quiet}>{t('Показаны последние {{count}}', { count: episodes.length })}</p>
      )}
    </section>
  )
}

function Episode(episode: PastEpisode) {
  const { t } = useTranslation()
  const { started, ended, href, text, danger } = episode
  const span = [started, ended].flatMap((moment) => (moment ? [showInstant(moment)] : [])).join(' — ')
  return (
    <li data-danger={danger || undefined}>
      <Link to={href} target="_blank">
        {span}
      </Link>
      {[placeText(episode, t), text].filter(Boolean).join('. ')}
    </li>
  )
}
