import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturn } from '../../machines/rules/return-address.ts'
import { useAtelier } from '../context.ts'

/** Goes to where the person wanted to be as soon as a session opens: a path of this origin, else home. */
export function useWayBack(to: string | undefined): void {
  const { session } = useAtelier()
  const router = useRouter()
  useEffect(() => {
    const opened = session.on('session.opened', () => {
      router.navigate({ href: safeReturn(to, location.origin), replace: true })
    })
    return () => opened.unsubscribe()
  }, [session, router, to])
}
