import { Button } from '@mantine/core'
import * as z from 'zod'
import type { Endpoint } from '../../shared/contract'
import { call } from '../api'
import { useTranslation } from '../i18n'
import { notifySuccess } from '../notify'
import { Icon } from '../icons'
import type { RowAction } from '../ui/table/data-table'
import { useUrlFilters } from '../router/url-filters'
import { usePhone } from '../ui/use-phone'
import type { CrudRow } from './crud-window'

export interface Archiving {
  archive: Endpoint
  unarchive: Endpoint
}

const filter = z.object({ archive: z.enum(['', '1']) })
const CURRENT = { archive: '' as const }

/** The part of the list that is shown, active or archived rows, according to the address. */
export function useArchive<R extends CrudRow>(
  archiving: Archiving | undefined,
  rows: R[] | undefined,
  changed: () => void,
) {
  const { t } = useTranslation()
  const [{ archive }, set] = useUrlFilters<{ archive: '' | '1' }>(filter, CURRENT)
  const open = archiving !== undefined && archive === '1'
  const put = async (row: R, away: boolean) => {
    await call(away ? archiving!.archive : archiving!.unarchive, { id: row.id } as never)
    const undo = () => void put(row, !away).catch(() => undefined)
    notifySuccess(away ? t('Отправлено в архив!') : t('Извлечено из архива!'), { undo })
    changed()
  }
  const actionOf = (row: R): RowAction[] => {
    if (!archiving) return []
    const away = !row.archived
    return [
      {
        icon: away ? 'archive' : 'undo',
        title: away ? t('Отправить в архив') : t('Извлечь из архива'),
        often: !away,
        // the call itself shows a refusal
        onClick: () => void put(row, away).catch(() => undefined),
      },
    ]
  }
  const filled = rows?.some(({ archived }) => archived) ?? false
  return {
    open,
    rows: archiving ? rows?.filter(({ archived = false }) => archived === open) : rows,
    actionOf,
    /** opens the other part; an empty archive is not offered */
    button: archiving && (open || filled) && <Switch open={open} onClick={() => set({ archive: open ? '' : '1' })} />,
  }
}

/** On a phone it is only an icon, since filters and «Создать» are beside it. */
function Switch({ open, onClick }: { open: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  const label = open ? t('Назад к актуальным') : t('Архив')
  const icon = <Icon name={open ? 'left' : 'archive'} size={16} />
  const bare = usePhone() && !open
  return (
    <Button
      variant="default"
      size="xs"
      fz="sm"
      aria-label={label}
      leftSection={bare ? undefined : icon}
      onClick={onClick}
    >
      {bare ? icon : label}
    </Button>
  )
}
