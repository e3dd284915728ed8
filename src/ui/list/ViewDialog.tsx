import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { AskDialog } from '../form/AskDialog.tsx'
import { Switch } from '../kit/Switch.tsx'
import { TextField } from '../kit/TextField.tsx'
import styles from './PicksDialog.module.css'

/** Props of {@link ViewDialog}. */
export interface ViewDialogProps {
  initial: string
  /** Names that stand for a view already. */
  taken: readonly string[]
  /** They are kept on this device alone. */
  isOnDevice: boolean
  /** It can be shared with everyone at once. */
  mayShare: boolean
  onSave: (name: string, isShared: boolean) => void
  onClose: () => void
}

/** Asks for the name of a view. Loaded when first wanted. */
export function ViewDialog({ initial, taken, isOnDevice, mayShare, onSave, onClose }: ViewDialogProps) {
  const { translate } = useAtelier()
  const [name, setName] = useState(initial)
  const [isShared, setShared] = useState(false)
  const wanted = name.trim()
  const holds = isOnDevice ? 'list.viewHoldsHere' : 'list.viewHolds'
  return (
    <AskDialog
      title={translate('list.saveViewTitle')}
      submitLabel={translate('list.save')}
      submit={{ disabled: wanted === '' }}
      className={styles.form}
      onSubmit={() => wanted && onSave(wanted, isShared)}
      onClose={onClose}
    >
      <TextField
        label={translate('list.viewName')}
        value={name}
        onChange={setName}
        maxLength={60}
        autoFocus
        description={translate(taken.includes(wanted) ? 'list.viewTaken' : holds)}
      />
      {mayShare && <Switch label={translate('list.shareView')} isSelected={isShared} onChange={setShared} />}
    </AskDialog>
  )
}
