/** The field of photographs: its code is fetched when a form shows it. */
import { lazyPart } from '../../../web/lazy'
import { MAX_PHOTOS } from './photos.contract'

const PictureField = lazyPart(() => import('../../../web/ui/picture/picture-field').then((part) => part.PictureField))

interface PhotoChoiceProps {
  /** names, by spaces */
  value: string
  onChange: (value: string) => void
  /** those that have been sent already */
  sent?: readonly string[]
  /** translated */
  label?: string
}

export const PhotoChoice = (props: PhotoChoiceProps) => <PictureField {...props} most={MAX_PHOTOS} />
