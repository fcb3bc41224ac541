import type { NormBrand } from '../../core/feeding/brand-norms.web'
import { useTranslation } from '../../web/i18n'
import { Window } from '../../web/ui/overlay/window'
import { NormsBoard } from './editor/norms-board.web'

interface BrandNormsProps extends NormBrand {
  opened: boolean
  onClose: () => void
}

/** The norms of a brand, over its list. */
export function BrandNorms({ id, name, opened, onClose }: BrandNormsProps) {
  const { t } = useTranslation()
  return (
    <Window title={t('Нормы кормления марки')} opened={opened} onClose={onClose} icon="feed" size={1080}>
      <NormsBoard owner={{ kind: 'brand', id }} name={name} head={<b>{name}</b>} />
    </Window>
  )
}
