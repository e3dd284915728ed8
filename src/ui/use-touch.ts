import { useMedia } from './use-media.ts'

/** Whether a finger is all there is to point with: then nothing can be dragged in from outside the page. */
export const useTouch = (): boolean => useMedia('(hover: none) and (pointer: coarse)')
