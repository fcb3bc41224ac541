import { Journal } from '../../core/documents/journal/journal.web'
import { SpendingTotals } from './spending-totals.web'

export const SpendingPage = () => (
  <Journal kind="spending" above={(view, printed) => <SpendingTotals view={view} printed={printed} />} />
)
