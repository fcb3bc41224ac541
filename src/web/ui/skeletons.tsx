import { Skeleton } from '@mantine/core'
import { useTranslation } from '../i18n'
import classes from './skeletons.module.css'

/** Rows of a table while they load, as high as the rows will be; `head` is the table's own header. */
export function RowSkeletons({ rows = 10, height = 36, head }: { rows?: number; height?: number; head?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={classes.rows} role="status" aria-label={t('Загрузка')}>
      {head && <div className={classes.head} />}
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
