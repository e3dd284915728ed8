import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './ChosenPicture.module.css'

export interface ChosenPictureProps {
  name: string
  /** URL of the picture (an object URL). Without it, `children` is shown. */
  src?: string | undefined
  /** Box that the whole picture is fitted into, in pixels. Default: 112 high, as wide as the tile. */
  width?: number | undefined
  height?: number | undefined
  children?: ReactNode
  removeText: string
  onRemove?: (() => void) | undefined
  className?: string | undefined
}

/** Tile with a selected picture, as high as a {@link DropArea}. A checkerboard shows transparent areas. */
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
