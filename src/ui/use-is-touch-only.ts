import { useMediaQuery } from './use-media-query.ts'

/** Returns whether touch is the only pointer, so that nothing can be dragged in from outside the page. */
export const useIsTouchOnly = (): boolean => useMediaQuery('(hover: none) and (pointer: coarse)')
