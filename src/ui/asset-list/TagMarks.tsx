import type { Tag, TagColor } from '../../api/contract/tags.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './TagMarks.module.css'

/** How many tags show before the rest is counted. */
const CHIPS = 2
const DOTS = 4

type Shown = Pick<Tag, 'tagId' | 'name' | 'color'>

/** The tags of an asset, each in its colour; what has no room is counted. */
export function TagChips({ tags }: { tags: readonly Shown[] }) {
  const { translate } = useAtelier()
  if (tags.length === 0) return <span className={styles.muted}>{translate('assets.noTag')}</span>
  const more = tags.slice(CHIPS)
  return (
    <span className={styles.tags}>
      {tags.slice(0, CHIPS).map(({ tagId, name, color }) => (
        <Chip key={tagId} pigment={color as TagColor} tone="bare" className={styles.tag}>
          {name}
        </Chip>
      ))}
      {more.length > 0 && (
        <span className={styles.more} title={namesOf(more)}>
          <span aria-hidden="true">+{more.length}</span>
          <VisuallyHidden>{namesOf(more)}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

/** The colours of an asset's tags where there is no room for their names, which are said and shown as a tip. */
export function TagDots({ tags, className }: { tags: readonly Shown[]; className?: string | undefined }) {
  if (tags.length === 0) return null
  return (
    <span className={`${styles.dots} ${className ?? ''}`} title={namesOf(tags)}>
      {tags.slice(0, DOTS).map(({ tagId, color }) => (
        <i key={tagId} className={styles.dot} data-pigment={color} />
      ))}
      <VisuallyHidden>{namesOf(tags)}</VisuallyHidden>
    </span>
  )
}

const namesOf = (tags: readonly Shown[]) => tags.map(({ name }) => name).join(', ')
