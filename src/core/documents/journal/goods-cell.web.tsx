import styles from './goods-cell.module.css'

/** «Корм 6 мм 3 500 кг и ещё 8»; all of them where there is room. */
export const GoodsCell = ({ short, all }: { short: string; all: string }) => (
  <span className={styles.goods} title={all}>
    {short}
  </span>
)
