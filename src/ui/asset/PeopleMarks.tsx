import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import type { PresentPerson } from '../../api/contract/presence.ts'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { Translate } from '../words.ts'
import type { Present } from './asset-work.ts'
import styles from './People.module.css'

/** So many have their initials shown; the others are counted. */
const SHOWN = 3

/** What somebody is called by those who may know; the others are told of a team member. */
const nameOf = (person: PresentPerson, translate: Translate) =>
  person.name ?? person.email ?? translate('activity.teamMember')

/** "Ada is editing". Its words are those of an asset. */
export const sentenceOf = (person: PresentPerson, translate: Translate) =>
  translate(person.isEditing ? 'asset.people.editing' : 'asset.people.looking', { who: nameOf(person, translate) })

/** Props of {@link PeopleMarks}. */
export interface PeopleMarksProps {
  present: Present
  /** Where they stand: in a page's head or a panel, or over the stage. */
  place: 'head' | 'stage'
}

/** Who else is at an asset, who edits it first: initials, with their names for whoever points at them or hears the page. */
export function PeopleMarks({ present, place }: PeopleMarksProps) {
  const { translate } = useAtelier()
  const people = present.people.toSorted((one, other) => Number(other.isEditing) - Number(one.isEditing))
  const more = present.total - Math.min(people.length, SHOWN)
  const editor = people.find((it) => it.isEditing)
  return (
    <div className={styles.people} data-place={place}>
      <ul className={styles.list} aria-label={translate('asset.people')}>
        {people.slice(0, SHOWN).map((person) => (
          <li key={person.id} title={sentenceOf(person, translate)} data-editing={person.isEditing || undefined}>
            <Avatar name={nameOf(person, translate)} size={26} />
            {person.isEditing && (
              <Icon size="fit" className={styles.pencil}>
                <PencilSimpleIcon weight="fill" />
              </Icon>
            )}
            <VisuallyHidden>{sentenceOf(person, translate)}</VisuallyHidden>
          </li>
        ))}
        {more > 0 && (
          <li
            className={styles.more}
            title={people
              .slice(SHOWN)
              .map((it) => sentenceOf(it, translate))
              .join('\n')}
          >
            <span aria-hidden="true">+{more}</span>
            <VisuallyHidden>{translate('asset.people.more', { n: more })}</VisuallyHidden>
          </li>
        )}
      </ul>
      {editor && (
        <span className={styles.words} aria-hidden="true">
          {sentenceOf(editor, translate)}
        </span>
      )}
    </div>
  )
}
