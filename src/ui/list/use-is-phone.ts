import { useMediaQuery } from '../use-media-query.ts'

/** Media query for windows below the medium breakpoint of 768 pixels (Spec §2). */
export const PHONE_MEDIA_QUERY = '(max-width: 767.98px)'

/** Returns whether the window matches {@link PHONE_MEDIA_QUERY}. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE_MEDIA_QUERY)
