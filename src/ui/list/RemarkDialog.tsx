import { useState } from 'react'
import { plain } from '../../api/contract/text.ts'
import { useAtelier } from '../context.ts'
import { AskDialog } from '../form/AskDialog.tsx'
import { TextField } from '../kit/TextField.tsx'
import type { BulkAction } from './bulk.ts'

/** Props of {@link RemarkDialog}. */
export interface RemarkDialogProps extends NonNullable<BulkAction<never>['remark']> {
  /** How many rows it is about. */
  n: number
  /** The key of what is done. */
  verb: string
  /** What was said; nothing where nothing was. */
  onSaid: (said: string | undefined) => void
  onClose: () => void
}

/** Asks for a line that goes with what is done to many rows; it may be left out. Loaded when first wanted. */
export function RemarkDialog({ title, label, why, most, n, verb, onSaid, onClose }: RemarkDialogProps) {
  const { translate } = useAtelier()
  const [text, setText] = useState('')
  return (
    <AskDialog
      title={translate(title, { n })}
      submitLabel={translate(verb)}
      onSubmit={() => onSaid(plain(text).trim() || undefined)}
      onClose={onClose}
    >
      <TextField
        label={translate(label)}
        description={translate(why)}
        value={text}
        onChange={setText}
        maxLength={most}
        size="lg"
        autoFocus
      />
    </AskDialog>
  )
}
