import { useKeysOf } from '../keys-of.ts'
import { usePageKeys } from '../use-page-keys.ts'
import type { FormActor } from './form-actor.ts'

/** What stands over the page and has the keys to itself. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Ctrl S, or ⌘ S, sends the form from everywhere on the page instead of saving the page as a file; not while `isOn` is false. */
export function useSaveKey(form: FormActor, isOn: boolean): void {
  useKeysOf(isOn && 'form')
  usePageKeys((event) => {
    if (event.key.toLowerCase() !== 's' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector(OVERLAYS)) form.send({ type: 'submit.requested' })
  }, isOn)
}
