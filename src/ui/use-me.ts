import { useSelector } from '@xstate/react'
import { useAtelier } from './context.ts'

/** The id of the person who is signed in. */
export const useMe = (): string | undefined => useSelector(useAtelier().session, ({ context }) => context.data?._id)
