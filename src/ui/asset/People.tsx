import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import type { PresentPerson } from '../../api/contract/presence.ts'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { AssetWork } from './asset-work.ts'
import styles from './People.module.css'
import { usePresence } from './use-presence.ts'

/** So many have their initials shown; the others are counted. */
const SHOWN = 3

/** Props of {@link People}. */
export interface PeopleProps {
  id: string
  work: Pick<AssetWork, 'beHere' | 'beGone'>
  /** Where they stand: in the page's head, or over the stage. */
  place: 'head' | 'stage'
  /** Something was changed here that is not saved yet. */
  isEditing: boolean
}

/** Who else is at the asset, who edits it first: initials, with their names for whoever points at them or hears the page. */
export function People({ id, work, place, isEditing }: PeopleProps) {
  const { translate } = useAtelier()
  const present = usePresence(id, work, isEditing)
  if (!present || present.total === 0) return null
  const nameOf = (person: PresentPerson) => person.name ?? person.email ?? translate('activity.teamMember')
  const sentenceOf = (person: PresentPerson) =>
    translate(person.isEditing ? 'asset.people.editing' : 'asset.people.looking', { who: nameOf(person) })
  const people = [...present.people].sort((one, other) => Number(other.isEditing) - Number(one.isEditing))
  const more = present.total - Math.min(people.length, SHOWN)
  const editor = people.find((it) => it.isEditing)
  return (
    <div className={styles.people} data-place={place}>
      <ul className={styles.list} aria-label={translate('asset.people')}>
        {people.slice(0, SHOWN).map((person) => (
          <li key={person.id} title={sentenceOf(person)} data-editing={person.isEditing || undefined}>
            <Avatar name={nameOf(person)} size={26} />
            {person.isEditing && (
              <Icon size="fit" className={styles.pencil}>
                <PencilSimpleIcon weight="fill" />
              </Icon>
            )}
            <VisuallyHidden>{sentenceOf(person)}</VisuallyHidden>
          </li>
        ))}
        {more > 0 && (
          <li className={styles.more} title={people.slice(SHOWN).map(sentenceOf).join('\n')}>
            <span aria-hidden="true">+{more}</span>
            <VisuallyHidden>{translate('asset.people.more', { n: more })}</VisuallyHidden>
          </li>
        )}
      </ul>
      {editor && (
        <span className={styles.words} aria-hidden="true">
          {sentenceOf(editor)}
        </span>
      )}
    </div>
  )
}
