import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturn } from '../../machines/rules/return-address.ts'
import { useAtelier } from '../context.ts'

/**
 * Goes to where the person wanted to be as soon as a session opens: a path of this origin, else home. Whose password was
 * taken away by signing in is told so on the page where they can set another.
 */
export function useWayBack(to: string | undefined): void {
  const { session } = useAtelier()
  const router = useRouter()
  useEffect(() => {
    const opened = session.on('session.opened', ({ passwordCleared }) => {
      const href = passwordCleared ? '/account' : safeReturn(to, location.origin)
      router.navigate({ href, replace: true })
    })
    return () => opened.unsubscribe()
  }, [session, router, to])
}
