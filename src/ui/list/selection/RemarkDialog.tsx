import { useState } from 'react'
import { stripUnsafeCharacters } from '../../../api/contract/text.ts'
import { PromptDialog } from '../../form/PromptDialog.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import type { MessageKey } from '../../message-key.ts'
import type { BulkAction } from '../bulk-action.ts'
import { useListTranslate } from '../use-list-translate.ts'

export interface RemarkDialogProps extends NonNullable<BulkAction<never>['remark']> {
  /** Number of affected rows. */
  n: number
  verb: MessageKey
  /** Called with the remark, or with undefined for an empty remark. */
  onSubmit: (remark: string | undefined) => void
  onClose: () => void
}

/** Dialog for an optional remark on a bulk action. Loaded on first use. */
export function RemarkDialog({ title, label, why, maxLength, n, verb, onSubmit, onClose }: RemarkDialogProps) {
  const translate = useListTranslate()
  const [text, setText] = useState('')
  return (
    <PromptDialog
      title={translate(title, { n })}
      submitLabel={translate(verb)}
      onSubmit={() => onSubmit(stripUnsafeCharacters(text).trim() || undefined)}
      onClose={onClose}
    >
      <TextField
        label={translate(label)}
        description={translate(why)}
        value={text}
        onChange={setText}
        maxLength={maxLength}
        size="lg"
        autoFocus
      />
    </PromptDialog>
  )
}
