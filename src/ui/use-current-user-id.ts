import { useSelector } from '@xstate/react'
import { useAtelier } from './context.ts'

export const useCurrentUserId = (): string | undefined =>
  useSelector(useAtelier().session, ({ context }) => context.data?._id)
