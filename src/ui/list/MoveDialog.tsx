import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { AskDialog } from '../form/AskDialog.tsx'
import { NumberField } from '../kit/NumberField.tsx'
import styles from './Reorder.module.css'

/** Props of {@link MoveDialog}. */
export interface MoveDialogProps {
  /** The row's name. */
  name: string
  /** The row's 1-based place now, and how many there are. */
  place: number
  total: number
  onMove: (position: number) => void
  onClose: () => void
}

/** Asks for the place a row moves to; a number past the end or below 1 means last (Spec §4). */
export function MoveDialog({ name, place, total, onMove, onClose }: MoveDialogProps) {
  const { translate } = useAtelier()
  const [position, setPosition] = useState(place)
  return (
    <AskDialog
      title={translate('list.moveTitle', { name })}
      submitLabel={translate('list.move')}
      onSubmit={() => onMove(position)}
      onClose={onClose}
    >
      <p>{translate('list.placeNow', { n: place, total })}</p>
      <NumberField
        label={translate('list.toPosition.label')}
        value={position}
        onChange={setPosition}
        lessLabel={translate('list.earlier')}
        moreLabel={translate('list.later')}
        autoFocus
      />
      <p className={styles.note}>{translate('list.pastTheEnd')}</p>
    </AskDialog>
  )
}
