import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ChosenPicture.module.css'
import { classes } from './classes.ts'

/** Props of {@link ChosenPicture}. */
export interface ChosenPictureProps {
  name: string
  /** The address of the picture (an object URL); without one `children` stands there. */
  src?: string | undefined
  /** The box the whole picture is fitted into, in pixels. Default: 112 high, as wide as the tile. */
  width?: number | undefined
  height?: number | undefined
  children?: ReactNode
  removeText: string
  onRemove?: (() => void) | undefined
  className?: string | undefined
}

/** A chosen picture in a tile as high as a {@link DropArea}, over a checker that shows what is clear. */
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
    <div className={classes(styles.tile, className)}>
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
