import { Skeleton } from '../kit/Skeleton.tsx'
import type { PhonePicture } from './definition.ts'
import styles from './ItemList.module.css'

/** Items that are on their way, each as high as one that is there, its words where those of one that is there begin. */
export function WaitingItems({ count, picture = 'plinth' }: { count: number; picture?: PhonePicture | undefined }) {
  return Array.from({ length: count }, (_, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not here yet have nothing else
      key={`skeleton ${index}`}
      className={styles.row}
      data-plain={picture === 'none' || undefined}
      aria-hidden="true"
    >
      {picture === 'plinth' && <Skeleton shape="plinth" />}
      {picture === 'round' && <Skeleton shape="round" height={56} />}
      <div className={styles.lines}>
        <Skeleton width={96 + ((index * 3) % 5) * 16} height={14} />
        <Skeleton width={128 + ((index * 2) % 5) * 14} height={11} />
      </div>
    </li>
  ))
}
