import { type FormEvent, useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { TextField } from '../kit/TextField.tsx'

/** Props of {@link ViewDialog}. */
export interface ViewDialogProps {
  initial: string
  /** Names that stand for a view already. */
  taken: readonly string[]
  /** They are kept on this device alone. */
  isOnDevice: boolean
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view. Loaded when first wanted. */
export function ViewDialog({ initial, taken, isOnDevice, onSave, onClose }: ViewDialogProps) {
  const { translate } = useAtelier()
  const [name, setName] = useState(initial)
  const wanted = name.trim()
  const holds = isOnDevice ? 'list.viewHoldsHere' : 'list.viewHolds'
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (wanted) onSave(wanted)
  }
  return (
    <Dialog isOpen onClose={onClose} title={translate('list.saveViewTitle')}>
      <form onSubmit={save}>
        <TextField
          label={translate('list.viewName')}
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
          description={translate(taken.includes(wanted) ? 'list.viewTaken' : holds)}
        />
        <ViewButtons canSave={wanted !== ''} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function ViewButtons({ canSave, onClose }: { canSave: boolean; onClose: () => void }) {
  const { translate } = useAtelier()
  return (
    <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 20 }}>
      <Button variant="ghost" onClick={onClose}>
        {translate('list.cancel')}
      </Button>
      <Button variant="ink" type="submit" disabled={!canSave}>
        {translate('list.save')}
      </Button>
    </div>
  )
}
