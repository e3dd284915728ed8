import { useState } from 'react'
import { PromptDialog } from '../../form/PromptDialog.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import styles from '../Reorder.module.css'

export interface MoveDialogProps {
  name: string
  /** Current 1-based position of the row, and the total number of rows. */
  currentPosition: number
  total: number
  onMove: (position: number) => void
  onClose: () => void
}

/** Dialog for a row's new position. A number below 1 or above the total means last (Spec §4). */
export function MoveDialog({ name, currentPosition, total, onMove, onClose }: MoveDialogProps) {
  const translate = useTranslate(listMessages)
  const [position, setPosition] = useState(currentPosition)
  return (
    <PromptDialog
      title={translate('list.moveTitle', { name })}
      submitLabel={translate('list.move')}
      onSubmit={() => onMove(position)}
      onClose={onClose}
    >
      <p>{translate('list.placeNow', { n: currentPosition, total })}</p>
      <NumberField
        label={translate('list.toPosition.label')}
        value={position}
        onChange={setPosition}
        lessLabel={translate('list.earlier')}
        moreLabel={translate('list.later')}
        autoFocus
      />
      <p className={styles.note}>{translate('list.pastTheEnd')}</p>
    </PromptDialog>
  )
}
