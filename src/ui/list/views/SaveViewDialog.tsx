import { useState } from 'react'
import { PromptDialog } from '../../form/PromptDialog.tsx'
import { Switch } from '../../kit/fields/Switch.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import styles from '../filters/ChoicesDialog.module.css'

export interface SaveViewDialogProps {
  initial: string
  /** Names of existing views. */
  existingNames: readonly string[]
  /** Whether views are stored on this device only. */
  isOnDevice: boolean
  /** Whether the user is allowed to share the new view. */
  canShare: boolean
  onSave: (name: string, isShared: boolean) => void
  onClose: () => void
}

/** Dialog for the name of a new saved view. */
export function SaveViewDialog({ initial, existingNames, isOnDevice, canShare, onSave, onClose }: SaveViewDialogProps) {
  const translate = useTranslate(listMessages)
  const [name, setName] = useState(initial)
  const [isShared, setShared] = useState(false)
  const newName = name.trim()
  const hintKey = isOnDevice ? 'list.viewHoldsHere' : 'list.viewHolds'
  return (
    <PromptDialog
      title={translate('list.saveViewTitle')}
      submitLabel={translate('list.save')}
      submit={{ disabled: newName === '' }}
      className={styles.form}
      onSubmit={() => newName && onSave(newName, isShared)}
      onClose={onClose}
    >
      <TextField
        label={translate('list.viewName')}
        value={name}
        onChange={setName}
        maxLength={60}
        autoFocus
        description={translate(existingNames.includes(newName) ? 'list.viewTaken' : hintKey)}
      />
      {canShare && <Switch label={translate('list.shareView')} isSelected={isShared} onChange={setShared} />}
    </PromptDialog>
  )
}
