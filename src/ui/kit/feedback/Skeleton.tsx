import { joinClassNames } from '../join-class-names.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** CSS length. Default: full width. */
  width?: number | string
  /** Height in pixels. Default 12. */
  height?: number
  /** `plinth` has the size and corners of `Plinth`, `round` is a circle. */
  shape?: 'line' | 'plinth' | 'round'
  className?: string | undefined
}

/** Grey placeholder for loading content, hidden from screen readers. The caller marks the region `aria-busy`. */
export function Skeleton({ width, height = 12, shape = 'line', className }: SkeletonProps) {
  const style =
    shape === 'plinth' ? undefined : { inlineSize: width ?? (shape === 'round' ? height : '100%'), blockSize: height }
  return (
    <span aria-hidden="true" className={joinClassNames(styles.skeleton, className)} data-shape={shape} style={style} />
  )
}
