import { useMediaQuery } from './use-media-query.ts'

/** Returns whether touch is the only pointer. Then the user cannot drag files into the page. */
export const useIsTouchOnly = (): boolean => useMediaQuery('(hover: none) and (pointer: coarse)')
