import { useActiveShortcuts } from '../active-shortcuts.ts'
import { isOverlayOpen } from '../kit/overlays/is-overlay-open.ts'
import { usePageKeys } from '../use-page-keys.ts'

/** Binds Ctrl+S and ⌘S to `save`, unless `isOn` is false. */
export function useSaveShortcut(save: () => void, isOn = true): void {
  useActiveShortcuts(isOn && 'form')
  usePageKeys((event) => {
    if (event.key.toLowerCase() !== 's' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !isOverlayOpen()) save()
  }, isOn)
}
