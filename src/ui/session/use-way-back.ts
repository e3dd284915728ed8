import { useEffect, useState } from 'react'
import { safeReturn } from '../../machines/rules/return-address.ts'
import { useAtelier } from '../context.ts'

/**
 * Goes to where the person wanted to be as soon as a session opens: a path of this origin, else home. Whose password was
 * taken away by signing in is told so on the page where they can set another. Tells whether it is on its way there.
 */
export function useWayBack(to: string | undefined): boolean {
  const { session, go } = useAtelier()
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const opened = session.on('session.opened', ({ passwordCleared }) => {
      const href = passwordCleared ? '/account' : safeReturn(to, location.origin)
      setLeaving(true)
      if (go) go(href, { replace: true })
      else location.replace(href)
    })
    return () => opened.unsubscribe()
  }, [session, go, to])
  return isLeaving
}
