import { useAtelier } from '../context.ts'
import { ToastRegion } from '../kit/ToastRegion.tsx'
import { createToasts, TOAST_MS, type Toasts } from '../kit/toasts.ts'

/** What a toast with Undo says, and what follows. */
interface UndoWords {
  text: string
  detail?: string | undefined
  label: string
  onUndo: () => void
  /** The toast is gone, by itself or by hand; after Undo too. */
  onGone: () => void
}

/** The toasts of a page and the place where they are shown. Loaded with the first. */
export interface ToastKit {
  undo: (words: UndoWords) => void
  ok: Toasts['ok']
  note: Toasts['note']
  bad: Toasts['bad']
  Region: () => React.ReactNode
}

/** Makes the toasts of one page; `label` is the key of what they are called. */
export function createToastKit(label: string): ToastKit {
  const toasts = createToasts()
  return {
    undo: ({ text, detail, label, onUndo, onGone }) => {
      toasts.queue.add(
        { kind: 'undo', text, detail, action: { label, onAction: onUndo } },
        { timeout: TOAST_MS, onClose: onGone },
      )
    },
    ok: toasts.ok,
    note: toasts.note,
    bad: toasts.bad,
    Region() {
      const { translate } = useAtelier()
      return <ToastRegion toasts={toasts} label={translate(label)} dismissLabel={translate('action.close')} />
    },
  }
}
