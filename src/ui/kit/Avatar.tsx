import styles from './Avatar.module.css'
import { classes } from './classes.ts'
import { pigmentOf } from './pigment.ts'

/** Props of {@link Avatar}. */
export interface AvatarProps {
  /** A person's or an app's name, or an e-mail address; its initials show and its hash gives the hue. */
  name: string
  /** Edge length in pixels. Default 28. */
  size?: number
  /** People are round, apps square. */
  shape?: 'round' | 'square'
  className?: string | undefined
}

/**
 * Two letters on a hue for someone without a picture. They are drawn by the style alone, as a picture is: no part of what
 * the control around it is called, nor of what is found or copied; so the name must stand beside it.
 */
export function Avatar({ name, size = 28, shape = 'round', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles.avatar, className)}
      data-pigment={pigmentOf(name)}
      data-shape={shape}
      data-initials={initials(name)}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.max(9, size * 0.375) }}
    />
  )
}

function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters =
    words.length > 1
      ? [words[0]!, words.at(-1)!].map((word) => Array.from(word)[0])
      : Array.from(words[0] ?? '').slice(0, 2)
  return letters.join('').toLocaleUpperCase()
}
