/** Norms of a brand in place of a feed's own, and the versions that were saved. */
import { useState } from 'react'
import { Button } from '@mantine/core'
import { normCalls, type NormOwner } from '../../../core/feeding/norms.contract'
import { feedBrandLibrary } from '../../../core/lists/libraries/feed-brand.contract'
import { showInstant } from '../../../shared/dates'
import type { AnswerOf } from '../../../shared/contract'
import { call, isShownByHandler } from '../../../web/api'
import { NOTHING } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { optionsOf, SelectField } from '../../../web/ui/fields/select-field'
import { SubmitButton, useSubmitState } from '../../../web/ui/form/submit-button'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'
import classes from './norms.module.css'

interface TakeProps {
  opened: boolean
  onClose: () => void
  feed: NormOwner
  version: number
  /** of the feed itself */
  brand: number | null
}

export const TakeWindow = ({ opened, onClose, ...of }: TakeProps) => {
  const { t } = useTranslation()
  return (
    <Window title={t('Взять нормы у марки')} opened={opened} onClose={onClose} icon="copy">
      <Take {...of} onClose={onClose} />
    </Window>
  )
}

const FAILED = 'Ошибка при обновлении... если ошибка повторится, обратитесь в службу поддержки'

function Take({ feed, version, brand: own, onClose }: Omit<TakeProps, 'opened'>) {
  const { t } = useTranslation()
  const brands = useCall(feedBrandLibrary.list, {}).data
  const [chosen, choose] = useState(own === null ? '' : String(own))
  const [state, show] = useSubmitState()
  const take = async () => {
    show('loading')
    try {
      await call(normCalls.take, { feedTypeId: feed.id, feedBrandId: Number(chosen), version })
      await invalidateTags(['lists'])
      notifySuccess(t('Нормы кормления обновлены!'))
      onClose()
    } catch (error) {
      show('failed')
      if (!isShownByHandler(error)) notifyError(t(FAILED))
    }
  }
  return (
    <div className={classes.take}>
      <SelectField
        label={t('Марка')}
        data={optionsOf(brands) ?? []}
        value={chosen}
        onChange={(value) => choose(value ?? '')}
        nothing={t('Марок пока нет')}
      />
      <NoteBox>{t('Нормы корма заменятся нормами марки. Прежние останутся среди версий.')}</NoteBox>
      <SubmitButton
        type="button"
        state={state}
        disabledReason={chosen === '' ? t('Выберите марку') : undefined}
        onClick={() => void take()}
      >
        {t('Заменить нормы')}
      </SubmitButton>
    </div>
  )
}

interface VersionsProps {
  opened: boolean
  onClose: () => void
  versions: AnswerOf<typeof normCalls.editing>['versions']
  /** opens one to look at; the newest as null */
  onOpen: (version: number | null) => void
}

export function VersionsWindow({ opened, onClose, versions, onOpen }: VersionsProps) {
  const { t } = useTranslation()
  return (
    <Window title={t('Версии норм')} opened={opened} onClose={onClose} icon="hist">
      <ul className={classes.list}>
        {versions.map(({ version, datetime, user_name, sets }, index) => (
          <li key={version} className={classes.version}>
            <span>
              <b>{showInstant(datetime)}</b> {user_name ?? NOTHING}
              {' · '}
              {t('наборов: {{count}}', { count: sets })}
            </span>
            <Button
              variant="default"
              size="xs"
              fz="sm"
              onClick={() => {
                onClose()
                onOpen(index === 0 ? null : version)
              }}
            >
              {index === 0 ? t('Действует') : t('Открыть')}
            </Button>
          </li>
        ))}
      </ul>
    </Window>
  )
}
