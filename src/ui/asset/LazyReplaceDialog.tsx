import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { formMessages } from '../messages/form.ts'
import { useMessages } from '../use-messages.ts'
import type { ReplaceDialogProps } from './ReplaceDialog.tsx'

const ReplaceDialog = lazyComponent(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)

/** Lazy {@link ReplaceDialog}, whose code and messages are loaded when the dialog opens. */
export function LazyReplaceDialog(props: ReplaceDialogProps) {
  return useMessages(formMessages) && <ReplaceDialog {...props} />
}
