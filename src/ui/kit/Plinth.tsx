import { type CSSProperties, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './Plinth.module.css'
import type { Pigment } from './pigment.ts'

/** Props of {@link Plinth}. */
export interface PlinthProps {
  /** The type's hue: `pigmentOf(asset.type)`. */
  pigment: Pigment
  /** The address of a square picture with a clear ground; without one, or if it fails, `children` stands there. */
  src?: string | undefined
  /** Empty (the default) where the name stands beside it. */
  alt?: string
  /** The glyph for work that has no picture. */
  children?: ReactNode
  /** Edge length in pixels. Default: the token (56; 40 in compact density). */
  size?: number
  /** A glyph pinned to the corner, such as a lock. */
  pin?: ReactNode
  className?: string | undefined
  /** A press on it shows more of what it stands for. */
  'data-previews'?: ''
  /** What turns in it as it is pointed at. */
  'data-turns'?: string
}

/** Where work stands: a small lit backdrop tinted by its type, with tall work rising a little above the edge (look.md §1). */
export function Plinth({ pigment, src, alt = '', children, size, pin, className, ...rest }: PlinthProps) {
  const [broken, setBroken] = useState<string>()
  const style = size === undefined ? undefined : ({ '--plinth': `${size}px` } as CSSProperties)
  return (
    <span className={classes(styles.plinth, className)} data-pigment={pigment} style={style} {...rest}>
      {src && broken !== src ? (
        <span className={styles.art}>
          <img key={src} src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(src)} />
        </span>
      ) : (
        <span className={styles.glyph} {...(alt && { role: 'img', 'aria-label': alt })}>
          <Icon size="fit">{children}</Icon>
        </span>
      )}
      {pin && (
        <span className={styles.pin}>
          <Icon size="xs">{pin}</Icon>
        </span>
      )}
    </span>
  )
}
