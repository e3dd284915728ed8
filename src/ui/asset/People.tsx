import type { AssetWork } from './asset-work.ts'
import { PeopleMarks, type PeopleMarksProps } from './PeopleMarks.tsx'
import { usePresence } from './use-presence.ts'

/** Props of {@link People}. */
export interface PeopleProps extends Pick<PeopleMarksProps, 'place'> {
  id: string
  work: Pick<AssetWork, 'beHere' | 'beGone'>
  /** Something was changed here that is not saved yet. */
  isEditing: boolean
}

/** Who else is at the asset of a page, which says meanwhile that this person is. */
export function People({ id, work, place, isEditing }: PeopleProps) {
  const present = usePresence(id, work, isEditing)
  return present && present.total > 0 ? <PeopleMarks {...{ present, place }} /> : null
}
