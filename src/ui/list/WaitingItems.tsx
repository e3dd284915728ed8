import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './ItemList.module.css'

/** Items that are on their way, each as high as one that is there. */
export function WaitingItems({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not here yet have nothing else
    <li key={`skeleton ${index}`} className={styles.row} aria-hidden="true">
      <Skeleton shape="plinth" />
      <div className={styles.lines}>
        <Skeleton width={96 + ((index * 3) % 5) * 16} height={14} />
        <Skeleton width={128 + ((index * 2) % 5) * 14} height={11} />
      </div>
    </li>
  ))
}
