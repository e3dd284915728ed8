import { useEffect, useState } from 'react'
import { toSafeReturnUrl } from '../../machines/session/return-url.ts'
import { useAtelier } from '../context.ts'

/**
 * Navigates to `returnUrl` when a session opens. Accepts only paths of this origin, otherwise opens home. Returns whether this
 * navigation is in progress.
 */
export function useReturnAfterSignIn(returnUrl: string | undefined): boolean {
  const { session, navigate } = useAtelier()
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const subscription = session.on('session.opened', () => {
      const href = toSafeReturnUrl(returnUrl, location.origin)
      setLeaving(true)
      if (navigate) navigate(href, { replace: true })
      else location.replace(href)
    })
    return () => subscription.unsubscribe()
  }, [session, navigate, returnUrl])
  return isLeaving
}
