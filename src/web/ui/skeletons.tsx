import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './skeletons.module.css'

/** Rows of a table while they load, as high as the rows will be. */
export function RowSkeletons({ rows = 10, height = 36 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <div className={classes.rows} role="status" aria-label={t('Загрузка')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row} style={{ height }}>
          <Skeleton height={12} width={`${30 + ((index * 17) % 20)}%`} />
          <Skeleton height={12} width="18%" />
          <Skeleton height={12} width="12%" />
        </div>
      ))}
    </div>
  )
}
