import { useMedia } from '../use-media.ts'

/** Whether the window is below the medium breakpoint of 768 pixels (Spec §2). */
export const usePhone = (): boolean => useMedia('(max-width: 767.98px)')
