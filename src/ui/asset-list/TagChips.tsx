import type { Tag, TagColor } from '../../api/contract/tags.ts'
import { Chip } from '../kit/Chip.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { assetsMessages } from '../messages/assets.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './TagChips.module.css'

/** Maximum numbers of tags shown as chips and as dots. */
const MAX_CHIPS = 2
const MAX_DOTS = 4

type ShownTag = Pick<Tag, 'tagId' | 'name' | 'color'>

/** Tags of an asset as chips. Tags beyond the maximum are counted. */
export function TagChips({ tags }: { tags: readonly ShownTag[] }) {
  const translate = useTranslate(assetsMessages)
  if (tags.length === 0) return <span className={styles.muted}>{translate('assets.noTag')}</span>
  const hiddenTags = tags.slice(MAX_CHIPS)
  return (
    <span className={styles.tags}>
      {tags.slice(0, MAX_CHIPS).map(({ tagId, name, color }) => (
        <Chip key={tagId} pigment={color as TagColor} tone="bare" className={styles.tag}>
          {name}
        </Chip>
      ))}
      {hiddenTags.length > 0 && (
        <span className={styles.more} title={namesOf(hiddenTags)}>
          <span aria-hidden="true">+{hiddenTags.length}</span>
          <VisuallyHidden>{namesOf(hiddenTags)}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

/** Tags of an asset as coloured dots, where names do not fit. The tooltip and screen readers have the names. */
export function TagDots({ tags, className }: { tags: readonly ShownTag[]; className?: string | undefined }) {
  if (tags.length === 0) return null
  return (
    <span className={`${styles.dots} ${className ?? ''}`} title={namesOf(tags)}>
      {tags.slice(0, MAX_DOTS).map(({ tagId, color }) => (
        <i key={tagId} className={styles.dot} data-pigment={color} />
      ))}
      <VisuallyHidden>{namesOf(tags)}</VisuallyHidden>
    </span>
  )
}

const namesOf = (tags: readonly ShownTag[]) => tags.map(({ name }) => name).join(', ')
