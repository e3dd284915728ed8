import { useSelector } from '@xstate/react'
import { useAtelier } from './context.ts'

/** Returns the id of the signed-in user. */
export const useCurrentUserId = (): string | undefined =>
  useSelector(useAtelier().session, ({ context }) => context.data?._id)
