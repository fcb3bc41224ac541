import type { TFunction } from '../../web/i18n'

interface Place {
  location_name: string | null
  cage_number: string | null
  stock_name: string | null
}

/** «Северный, садок 3» */
export const placeText = ({ location_name, cage_number, stock_name }: Place, t: TFunction): string =>
  [location_name, cage_number && t('садок {{number}}', { number: cage_number }), stock_name].filter(Boolean).join(', ')
