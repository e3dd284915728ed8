import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
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
  const label = translate('list.toPosition.label')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={translate('list.moveTitle', { name })}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{translate('action.cancel')}</Button>
          <Button variant="ink" type="submit" form="move">
            {translate('list.move')}
          </Button>
        </>
      }
    >
      <p>{translate('list.placeNow', { n: place, total })}</p>
      <form
        id="move"
        onSubmit={(event) => {
          event.preventDefault()
          onMove(position)
        }}
      >
        <NumberField
          label={label}
          value={position}
          onChange={setPosition}
          lessLabel={translate('list.earlier')}
          moreLabel={translate('list.later')}
          autoFocus
        />
      </form>
      <p className={styles.note}>{translate('list.pastTheEnd')}</p>
    </Dialog>
  )
}
