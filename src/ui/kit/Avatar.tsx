import styles from './Avatar.module.css'
import { pigmentOf } from './feedback/pigment.ts'
import { joinClassNames } from './join-class-names.ts'

export interface AvatarProps {
  /** Name of a user or app, or an e-mail address. Determines the initials and the hue. */
  name: string
  /** Edge length in pixels. Default 28. */
  size?: number
  /** Round for users, square for apps. */
  shape?: 'round' | 'square'
  className?: string | undefined
}

/**
 * Initials on a coloured background, in place of a picture. CSS renders the initials, so accessible names, text search and copied
 * text do not contain them. The caller shows the name next to the avatar.
 */
export function Avatar({ name, size = 28, shape = 'round', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={joinClassNames(styles.avatar, className)}
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
