import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import styles from './AssetDetails.module.css'

export function DetailsSkeleton() {
  return (
    <>
      <section aria-hidden="true">
        <div className={styles.lock}>
          <Skeleton shape="round" height={32} />
          <span className={styles.lines}>
            <Skeleton width={72} />
            <Skeleton width={180} height={10} />
          </span>
        </div>
      </section>
      <section aria-hidden="true">
        <Skeleton width={56} />
        <Skeleton height={32} />
        <span className={styles.pair}>
          <Skeleton height={32} />
          <Skeleton height={32} />
        </span>
        <Skeleton height={32} />
      </section>
      <section aria-hidden="true">
        <Skeleton width={96} />
        <Skeleton width={160} />
      </section>
      <section aria-hidden="true">
        <Skeleton width={56} />
        {[88, 64, 104, 80].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </section>
    </>
  )
}
