import { useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'

/** Milliseconds of rest before the server is asked about an address. */
const ASK_DELAY = 250

/** Tells whether an address has an account. */
export type AskEmail = (email: string, signal: AbortSignal) => Promise<boolean>

/** Learns whether an address has an account already; where it can't be learned, nothing is said. */
export function useKnownEmail(ask: AskEmail) {
  const [known, setKnown] = useState<string>()
  const under = useRef<{ timer: ReturnType<typeof setTimeout>; abort: AbortController } | undefined>(undefined)
  const stop = useCallback(() => {
    clearTimeout(under.current?.timer)
    under.current?.abort.abort()
  }, [])
  useEffect(() => stop, [stop])

  const check = (text: string) => {
    stop()
    const email = v.safeParse(Email, text)
    if (!email.success) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const exists = await ask(email.output, abort.signal).catch(() => false)
      if (exists && !abort.signal.aborted) setKnown(email.output)
    }, ASK_DELAY)
    under.current = { timer, abort }
  }
  const isKnown = (text: string) => known !== undefined && v.is(Email, text) && v.parse(Email, text) === known
  return { check, isKnown }
}
