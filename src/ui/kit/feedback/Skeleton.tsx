import { joinClassNames } from '../join-class-names.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length. Default: the whole line. */
  width?: number | string
  /** Height in pixels. Default 12. */
  height?: number
  /** `plinth` has the size and corners of a plinth, `round` is a circle. */
  shape?: 'line' | 'plinth' | 'round'
  className?: string | undefined
}

/** Grey placeholder for loading content. Hidden from screen readers; mark the region `aria-busy`. */
export function Skeleton({ width, height = 12, shape = 'line', className }: SkeletonProps) {
  const style =
    shape === 'plinth' ? undefined : { inlineSize: width ?? (shape === 'round' ? height : '100%'), blockSize: height }
  return (
    <span aria-hidden="true" className={joinClassNames(styles.skeleton, className)} data-shape={shape} style={style} />
  )
}
