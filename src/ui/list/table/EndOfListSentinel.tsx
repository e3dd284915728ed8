import { useEffect, useEffectEvent, useRef } from 'react'

/** Distance from the visible area at which the next page is requested. */
const PREFETCH_MARGIN = '600px'

/** Sentinel at the end of an infinite list. Calls `onReached` shortly before it becomes visible. */
export function EndOfListSentinel({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const onVisible = useEffectEvent(onReached)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onVisible(), {
      root: end.current?.parentElement ?? null,
      rootMargin: PREFETCH_MARGIN,
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} aria-hidden="true" />
}
