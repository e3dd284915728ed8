import { useMedia } from '../use-media.ts'

/** A window below the medium breakpoint of 768 pixels (Spec §2). */
export const PHONE = '(max-width: 767.98px)'

/** Whether the window is one. */
export const usePhone = (): boolean => useMedia(PHONE)
