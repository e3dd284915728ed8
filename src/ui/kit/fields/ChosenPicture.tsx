import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './ChosenPicture.module.css'

export interface ChosenPictureProps {
  name: string
  /** Object URL of the picture. Without a URL, `children` is shown. */
  src?: string | undefined
  /** Box into which the whole picture is fitted, in pixels. Default: 112 high and as wide as the tile. */
  width?: number | undefined
  height?: number | undefined
  children?: ReactNode
  removeText: string
  onRemove?: (() => void) | undefined
  className?: string | undefined
}

/** Tile with a selected picture. A checkerboard shows transparent areas. */
export function ChosenPicture({
  name,
  src,
  width,
  height,
  children,
  removeText,
  onRemove,
  className,
}: ChosenPictureProps) {
  return (
    <div className={joinClassNames(styles.tile, className)}>
      <div className={styles.picture}>
        {src ? (
          <img src={src} alt="" width={width} height={height} style={{ inlineSize: width, blockSize: height }} />
        ) : (
          children
        )}
      </div>
      <div className={styles.foot}>
        <span title={name}>{name}</span>
        {onRemove && (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            {removeText}
          </Button>
        )}
      </div>
    </div>
  )
}
