import { useEffect, useEffectEvent, useRef } from 'react'

/** How far below the last row the next page is asked for, in pixels. */
const AHEAD = '600px'

/** The end of an infinite list: tells when it is about to be seen. */
export function EndOfList({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), {
      root: end.current?.parentElement ?? null,
      rootMargin: AHEAD,
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} aria-hidden="true" />
}
