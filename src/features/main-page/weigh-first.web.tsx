import { noticesCall } from '../../shared/notices/notices'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { Link } from '../../web/router/router'
import { NoteBox } from '../../web/ui/note-box'

/** The cages to weigh first, in the words of the bell, with the way to the list of all. */
export function WeighFirst() {
  const { t } = useTranslation()
  const notice = useCall(noticesCall, {}).data?.find(({ kind }) => kind === 'to-weigh')
  if (!notice) return null
  return (
    <NoteBox icon="scale">
      {notice.text}. <Link to={notice.href}>{t('Что взвесить')}</Link>
    </NoteBox>
  )
}
