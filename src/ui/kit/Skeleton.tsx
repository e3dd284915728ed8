import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  /** Any CSS length; default the whole line. */
  width?: number | string
  /** Pixels; default 12. */
  height?: number
  /** `plinth` has the plinth's size and corners, `round` is a circle. */
  shape?: 'line' | 'plinth' | 'round'
  className?: string | undefined
}

/** A grey place for what is on its way; hidden from screen readers (mark the region `aria-busy`). */
export function Skeleton({ width, height = 12, shape = 'line', className }: SkeletonProps) {
  const style =
    shape === 'plinth' ? undefined : { inlineSize: width ?? (shape === 'round' ? height : '100%'), blockSize: height }
  return <span aria-hidden="true" className={classes(styles.skeleton, className)} data-shape={shape} style={style} />
}
