/** What may be done with norms: edit, save, load, download, take from a brand, look at versions. */
import { type ComponentProps } from 'react'
import { Button } from '@mantine/core'
import type { NormOwner } from '../../../core/feeding/norms.contract'
import { normCalls } from '../../../core/feeding/norms.contract'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { openHistory } from '../../../web/pages/row-history'
import { useDownload } from '../../../web/ui/file-load/download-button'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { GateButton } from '../../../web/ui/gate-button'
import { Dropdown } from '../../../web/ui/overlay/dropdown'
import { MenuAction, MenuDivider } from '../../../web/ui/overlay/dropdown-items'
import { downloadOf } from './owner-calls.web'
import type { Norms } from './use-norms.web'

interface ToolsProps {
  owner: NormOwner
  name: string
  norms: Norms
  gate: string | null
  onCreate: () => void
  onSave: () => void
  onDelete: () => void
  onUpload: () => void
  onTake: (() => void) | undefined
  onVersions: () => void
  onCopy: () => void
}

const MenuButton = (props: ComponentProps<'button'>) => (
  <Button {...(props as object)} variant="default" size="xs" fz="sm" rightSection={<Icon name="down" size={16} />} />
)

/** While norms are typed: save, undo, another set, cancel. */
function EditTools({ norms, gate, onCreate, onSave, onDelete }: ToolsProps) {
  const { t } = useTranslation()
  const { edit, state, end, grids = [] } = norms
  return (
    <>
      <Button variant="default" size="xs" fz="sm" disabled={!edit.canUndo} onClick={edit.undo}>
        {t('Вернуть')}
      </Button>
      <Button variant="default" size="xs" fz="sm" onClick={onCreate}>
        {t('Добавить период')}
      </Button>
      {grids.length > 0 && (
        <Button variant="default" size="xs" fz="sm" onClick={onDelete}>
          {t('Удалить период')}
        </Button>
      )}
      <Button variant="default" size="xs" fz="sm" onClick={end}>
        {t('Отмена')}
      </Button>
      <SubmitButton type="button" size="xs" state={state} disabledReason={gate ?? undefined} onClick={onSave}>
        {t('Сохранить')}
      </SubmitButton>
    </>
  )
}

export function NormsTools(props: ToolsProps) {
  const { t } = useTranslation()
  const { owner, name, norms, gate } = props
  const { grids = [], begin } = norms
  const file = downloadOf(owner)
  const download = useDownload(file.endpoint as typeof normCalls.download, file.input as never, name)
  const template = useDownload(normCalls.template, {}, t('Нормы кормления'))
  if (norms.editing) return <EditTools {...props} />
  if (norms.version !== null || grids.length === 0) return null
  const item = (run: () => void, close: () => void) => () => {
    close()
    run()
  }
  return (
    <>
      <Dropdown label={t('Ещё')} as={MenuButton} button={t('Ещё')} width={280}>
        {(close) => (
          <>
            <MenuAction icon="plus" title={t('Создать период')} reason={gate} onClick={item(props.onCreate, close)} />
            <MenuAction
              icon="xls"
              title={t('Загрузить нормы кормления')}
              reason={gate}
              onClick={item(props.onUpload, close)}
            />
            {props.onTake && (
              <MenuAction
                icon="copy"
                title={t('Взять нормы у марки')}
                reason={gate}
                onClick={item(props.onTake, close)}
              />
            )}
            <MenuAction icon="trash" title={t('Удалить период')} reason={gate} onClick={item(props.onDelete, close)} />
            <MenuDivider />
            <MenuAction icon="copy" title={t('Скопировать таблицу')} onClick={item(props.onCopy, close)} />
            <MenuAction icon="sort" title={t('Скачать нормы')} onClick={item(download.run, close)} />
            <MenuAction icon="sort" title={t('Скачать шаблон')} onClick={item(template.run, close)} />
            <MenuDivider />
            <MenuAction icon="hist" title={t('Версии норм')} onClick={item(props.onVersions, close)} />
            <MenuAction
              icon="list"
              title={t('История изменений')}
              onClick={item(
                () => openHistory({ entity: owner.kind === 'feed' ? 'feed_norms' : 'brand_norms', id: owner.id }),
                close,
              )}
            />
          </>
        )}
      </Dropdown>
      <GateButton icon="edit" reason={gate} onClick={() => begin([...grids])}>
        {t('Изменить')}
      </GateButton>
    </>
  )
}
