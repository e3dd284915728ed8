import { useSyncExternalStore } from 'react'

/** Below the medium breakpoint (Spec §9; tokens.css `--bp-md`). */
const PHONE = '(max-width: 767.98px)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is narrower than the medium breakpoint; follows it. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches)
