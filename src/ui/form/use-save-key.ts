import { useKeysOf } from '../keys-of.ts'
import { isCovered } from '../kit/overlays.ts'
import { usePageKeys } from '../use-page-keys.ts'

/** Ctrl S, or ⌘ S, saves from everywhere on the page what is filled in, instead of the page as a file; not while `isOn` is false. */
export function useSaveKey(save: () => void, isOn = true): void {
  useKeysOf(isOn && 'form')
  usePageKeys((event) => {
    if (event.key.toLowerCase() !== 's' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !isCovered()) save()
  }, isOn)
}
