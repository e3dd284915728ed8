import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import type { PresentUser } from '../../api/contract/presence.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import type { MessageKey } from '../message-key.ts'
import { assetMessages } from '../messages/asset.ts'
import type { Translate } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './PresenceAvatars.module.css'

const MAX_AVATARS = 3

/** Returns a user's name. Users without permission to see names get "team member". */
const personName = (person: PresentUser, translate: Translate<MessageKey<'common' | 'asset'>>) =>
  person.name ?? person.email ?? translate('activity.teamMember')

export const describePresence = (person: PresentUser, translate: Translate<MessageKey<'common' | 'asset'>>) =>
  translate(person.isEditing ? 'asset.people.editing' : 'asset.people.looking', { who: personName(person, translate) })

/** Other users who have the asset open. `total` counts all of them; `people` may list fewer. */
export interface PresentUsers {
  people: readonly PresentUser[]
  total: number
}

export interface PresenceAvatarsProps {
  present: PresentUsers
  /** Location of the avatars: in a page's head or a panel, or over the viewer. */
  place: 'head' | 'stage'
}

/** Avatars of other users who have an asset open, editors first. Names are in tooltips and read by screen readers. */
export function PresenceAvatars({ present, place }: PresenceAvatarsProps) {
  const translate = useTranslate(assetMessages)
  const people = present.people.toSorted((one, other) => Number(other.isEditing) - Number(one.isEditing))
  const hiddenCount = present.total - Math.min(people.length, MAX_AVATARS)
  const editor = people.find((person) => person.isEditing)
  return (
    <div className={styles.people} data-place={place}>
      <ul className={styles.list} aria-label={translate('asset.people')}>
        {people.slice(0, MAX_AVATARS).map((person) => (
          <li key={person.id} title={describePresence(person, translate)} data-editing={person.isEditing || undefined}>
            <Avatar name={personName(person, translate)} size={26} />
            {person.isEditing && (
              <Icon size="fit" className={styles.pencil}>
                <PencilSimpleIcon weight="fill" />
              </Icon>
            )}
            <VisuallyHidden>{describePresence(person, translate)}</VisuallyHidden>
          </li>
        ))}
        {hiddenCount > 0 && (
          <li
            className={styles.more}
            title={people
              .slice(MAX_AVATARS)
              .map((person) => describePresence(person, translate))
              .join('\n')}
          >
            <span aria-hidden="true">+{hiddenCount}</span>
            <VisuallyHidden>{translate('asset.people.more', { n: hiddenCount })}</VisuallyHidden>
          </li>
        )}
      </ul>
      {editor && (
        <span className={styles.words} aria-hidden="true">
          {describePresence(editor, translate)}
        </span>
      )}
    </div>
  )
}
