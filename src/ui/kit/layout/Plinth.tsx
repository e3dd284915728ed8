import { type CSSProperties, type ReactNode, useState } from 'react'
import type { Pigment } from '../feedback/pigment.ts'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Plinth.module.css'

export interface PlinthProps {
  /** Hue of the asset type: `pigmentOf(asset.type)`. */
  pigment: Pigment
  /** URL of a square picture with a transparent background. Without a working picture, `children` is shown. */
  src?: string | undefined
  /** Alternative text. Default: empty, for use next to the name. */
  alt?: string
  /** Icon for assets without a picture. */
  children?: ReactNode
  /** Edge length in pixels. Default: the design token (56; 40 in compact density). */
  size?: number
  pin?: ReactNode
  className?: string | undefined
  /** Marks that a press opens a preview of the asset. */
  'data-previews'?: ''
  /** Marks a picture that rotates on hover; the value is the id of the asset. */
  'data-turns'?: string
}

/** Small lit backdrop for an asset's picture, tinted by asset type (design guide §1). Tall pictures extend above its edge. */
export function Plinth({ pigment, src, alt = '', children, size, pin, className, ...rest }: PlinthProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const style = size === undefined ? undefined : ({ '--plinth': `${size}px` } as CSSProperties)
  return (
    <span className={joinClassNames(styles.plinth, className)} data-pigment={pigment} style={style} {...rest}>
      {src && brokenUrl !== src ? (
        <span className={styles.art}>
          <img key={src} src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBrokenUrl(src)} />
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
