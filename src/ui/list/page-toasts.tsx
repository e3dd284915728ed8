import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useAtelier } from '../context.ts'
import { ToastRegion } from '../kit/feedback/ToastRegion.tsx'
import { createToasts, type ToastMessage } from '../kit/feedback/toasts.ts'
import type { MessageKey } from '../message-key.ts'
import { hasCommandModifier } from '../shortcut.ts'
import { hasOwnKeyHandling, usePageKeys } from '../use-page-keys.ts'

/** Content and callbacks of a toast with Undo. */
interface UndoToastMessage {
  text: string
  detail?: string | undefined
  label: string
  onUndo: () => void
  /** Called when the toast has closed, for any reason including Undo. */
  onClosed: () => void
}

/** Toasts of one page and the region that shows them. Loaded with the first toast. */
export interface PageToasts {
  undo: (message: UndoToastMessage) => void
  success: (message: ToastMessage) => void
  info: (message: ToastMessage) => void
  error: (message: ToastMessage) => void
  Region: () => React.ReactNode
  /** Closes the page's toasts and ignores new ones until `activate`. Called when the user leaves the page. */
  deactivate: () => void
  activate: () => void
}

/** Toasts of the app, shared by all pages. */
const toasts = createToasts()

/** Mounted toast regions. Only the last one renders: the page's region, or else the shell's. */
const mountedRegions: object[] = []
const listeners = new Set<() => void>()
const notifyListeners = () => listeners.forEach((listener) => void listener())
const subscribeToRegions = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Creates the toasts of one page. `labelKey` names their region for screen readers. */
export function createPageToasts(labelKey: MessageKey): PageToasts {
  const ownKeys = new Set<string>()
  let isDeactivated = false
  const addToast = (add: () => string, onClosed?: () => void) => {
    if (isDeactivated) onClosed?.()
    else ownKeys.add(add())
  }
  return {
    undo: ({ text, detail, label, onUndo, onClosed }) =>
      addToast(() => toasts.undo({ text, detail, action: { label, onAction: onUndo } }, onClosed), onClosed),
    success: (message) => addToast(() => toasts.success(message)),
    info: (message) => addToast(() => toasts.info(message)),
    error: (message) => addToast(() => toasts.error(message)),
    Region() {
      return <PageToastRegion labelKey={labelKey} />
    },
    deactivate() {
      isDeactivated = true
      for (const key of ownKeys) toasts.close(key)
    },
    activate() {
      isDeactivated = false
    },
  }
}

function PageToastRegion({ labelKey }: { labelKey: MessageKey }) {
  const { translate } = useAtelier()
  const [region] = useState(() => ({}))
  useLayoutEffect(() => {
    mountedRegions.push(region)
    notifyListeners()
    return () => {
      mountedRegions.splice(mountedRegions.indexOf(region), 1)
      notifyListeners()
    }
  }, [region])
  const isShown = useSyncExternalStore(subscribeToRegions, () => mountedRegions.at(-1) === region)
  usePageKeys((event) => {
    if (
      event.key.toLowerCase() !== 'z' ||
      !hasCommandModifier(event) ||
      event.defaultPrevented ||
      hasOwnKeyHandling(event.target)
    )
      return
    const newestUndo = toasts.queue.visibleToasts.find(({ content }) => content.kind === 'undo')
    if (!newestUndo) return
    event.preventDefault()
    newestUndo.content.action?.onAction()
    toasts.close(newestUndo.key)
  }, isShown)
  if (!isShown) return null
  return <ToastRegion toasts={toasts} label={translate(labelKey)} dismissLabel={translate('action.close')} />
}
