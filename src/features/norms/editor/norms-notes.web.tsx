/** What should be known of the norms on the screen: days without norms, an older version, another's edit. */
import { Button } from '@mantine/core'
import { showInstant } from '../../../shared/dates'
import type { Matching } from '../../../shared/settings'
import { NOTHING } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { NoteBox } from '../../../web/ui/note-box'
import type { Norms } from './use-norms.web'
import classes from './norms.module.css'

interface NotesProps {
  norms: Norms
  gaps: readonly string[]
  gate: string | null
}

const MATCHING_WORDS: Record<Matching, string> = {
  nearest: 'к ближайшей',
  round_up: 'к большей',
  round_down: 'к меньшей',
}

export function NormsNotes({ norms, gaps, gate }: NotesProps) {
  const { t } = useTranslation()
  const { newest, version, grids = [] } = norms
  const matching = newest.data?.matching
  return (
    <div className={classes.notes}>
      <OlderVersion norms={norms} gate={gate} />
      <Outdated norms={norms} />
      {gaps.length > 0 && (
        <NoteBox kind="warn">{t('Без норм остаются дни года: {{gaps}}.', { gaps: gaps.join(', ') })}</NoteBox>
      )}
      {matching && version === null && grids.length > 0 && (
        <p className={classes.hint}>
          {t('Температура между столбцами относится {{how}}: так задано в настройках хозяйства.', {
            how: t(MATCHING_WORDS[matching]),
          })}
        </p>
      )}
    </div>
  )
}

function OlderVersion({ norms, gate }: Omit<NotesProps, 'gaps'>) {
  const { t } = useTranslation()
  const { version, newest, showVersion, stored, put } = norms
  if (version === null) return null
  const found = newest.data?.versions.find((one) => one.version === version)
  const restore = async () => {
    if (stored && (await put(stored))) notifySuccess(t('Нормы кормления обновлены!'))
  }
  return (
    <NoteBox icon="hist">
      <span className={classes.said}>
        {t('Прежние нормы: {{when}}, {{who}}. Только для просмотра.', {
          when: found ? showInstant(found.datetime) : NOTHING,
          who: found?.user_name ?? NOTHING,
        })}
        <Button variant="default" size="xs" fz="sm" disabled={gate !== null} onClick={() => void restore()}>
          {t('Вернуть эту версию')}
        </Button>
        <Button variant="default" size="xs" fz="sm" onClick={() => showVersion(null)}>
          {t('К действующим нормам')}
        </Button>
      </span>
    </NoteBox>
  )
}

/** Nothing is lost on either side: the new norms can be looked at, and then written over or kept. */
function Outdated({ norms }: Pick<NotesProps, 'norms'>) {
  const { t } = useTranslation()
  const { outdated, newest, latest, edit, showVersion, end } = norms
  if (!outdated) return null
  const by = newest.data?.versions[0]
  return (
    <NoteBox kind="warn">
      <span className={classes.said}>
        {t('Пока вы правили, эти нормы сохранил(а) {{who}}, {{when}}.', {
          who: by?.user_name ?? NOTHING,
          when: by ? showInstant(by.datetime) : NOTHING,
        })}
        <Button variant="default" size="xs" fz="sm" onClick={() => showVersion(latest)}>
          {t('Посмотреть новые')}
        </Button>
        <Button variant="default" size="xs" fz="sm" onClick={() => edit.over(latest)}>
          {t('Писать поверх них')}
        </Button>
        <Button variant="default" size="xs" fz="sm" onClick={end}>
          {t('Оставить новые')}
        </Button>
      </span>
    </NoteBox>
  )
}
