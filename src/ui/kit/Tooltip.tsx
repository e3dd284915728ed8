import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId } from 'react'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { part } from './part.ts'
import { usePart } from './use-part.ts'

const body = part(async () => (await import('./TooltipBody.tsx')).TooltipBody)

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** What the tip says; words or words with a {@link Kbd}. */
  children: ReactNode
  /** The control it belongs to, there as long as the tip is. */
  trigger: RefObject<HTMLElement | null>
  /** Where it opens; it flips by itself where there is no room. Default `top`. */
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/**
 * A short explanation of a control: after 400 ms under the pointer, at once on keyboard focus (look.md §7). What shows it
 * is fetched for the first tip that opens: placing an overlay takes as much code as all a list's buttons.
 */
export function Tooltip({ children, trigger, placement = 'top' }: TooltipProps) {
  const state = useTooltipTriggerState({ delay: 400, closeDelay: 80 })
  const id = useId()
  const [TooltipBody, ask] = usePart(body)
  const open = useEffectEvent(state.open)
  const close = useEffectEvent(state.close)
  useEffect(() => {
    const element = trigger.current
    if (!element) return
    const listening = new AbortController()
    const hear = <T extends keyof HTMLElementEventMap>(type: T, to: (event: HTMLElementEventMap[T]) => void) =>
      element.addEventListener(type, to, listening)
    let isOver = false
    // Not `pointerenter`: that one also comes where something above the control went away under a pointer at rest.
    hear('pointermove', ({ pointerType }) => {
      if (isOver || pointerType === 'touch') return
      isOver = true
      open()
    })
    hear('pointerleave', () => {
      isOver = false
      close()
    })
    hear('focus', () => element.matches(':focus-visible') && open(true))
    for (const type of ['pointerdown', 'keydown', 'blur'] as const) hear(type, () => close(true))
    return () => listening.abort()
  }, [trigger])
  useEffect(() => {
    const element = trigger.current
    if (!state.isOpen || !element) return
    // Nobody pressed anything: a tip that does not come is not missed, and the next one asks again.
    ask('fetch')
    const listening = new AbortController()
    // Closes the tip alone, not what its control stands in.
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close(true)
    }
    document.addEventListener('keydown', hear, { signal: listening.signal, capture: true })
    const described = element.getAttribute('aria-describedby')
    element.setAttribute('aria-describedby', described ? `${described} ${id}` : id)
    return () => {
      listening.abort()
      if (described) element.setAttribute('aria-describedby', described)
      else element.removeAttribute('aria-describedby')
    }
  }, [trigger, state.isOpen, id, ask])
  return (
    TooltipBody && (
      <TooltipBody id={id} state={state} trigger={trigger} placement={placement}>
        {children}
      </TooltipBody>
    )
  )
}
