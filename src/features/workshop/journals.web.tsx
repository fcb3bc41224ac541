import { Journal } from '../../core/documents/journal/journal.web'

export const TransformsJournal = () => <Journal kind="goodsTransform" />
