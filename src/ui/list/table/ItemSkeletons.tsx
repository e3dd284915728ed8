import { Skeleton } from '../../kit/feedback/Skeleton.tsx'
import type { PhonePicture } from '../definition.ts'
import styles from './ItemList.module.css'

/** Placeholders of items, with the height and text position of loaded items. */
export function ItemSkeletons({ count, picture = 'plinth' }: { count: number; picture?: PhonePicture | undefined }) {
  return Array.from({ length: count }, (_, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not loaded yet have no other key
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
