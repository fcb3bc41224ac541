import { useTranslation } from '../../web/i18n'
import type { RowAction } from '../../web/ui/table/data-table'

/** «Повторить» for rows that may be retried; `after` fetches the rows again, whatever the outcome. */
export function useRetry(retry: (run: string) => Promise<unknown>, after: () => Promise<unknown>) {
  const { t } = useTranslation()
  return ({ id, can_retry }: { id: string; can_retry: boolean }): RowAction[] =>
    can_retry
      ? [
          {
            icon: 'refresh',
            title: t('Повторить'),
            worded: true,
            // a refusal is shown by the call itself
            onClick: () =>
              void retry(id)
                .catch(() => undefined)
                .then(after),
          },
        ]
      : []
}
