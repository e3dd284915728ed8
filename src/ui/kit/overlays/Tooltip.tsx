import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId } from 'react'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { lazyModule } from '../loading/lazy-module.ts'
import { useLazyModule } from '../loading/use-lazy-module.ts'

const lazyTooltipBody = lazyModule(async () => (await import('./TooltipBody.tsx')).TooltipBody)

export interface TooltipProps {
  /** Content: text, or text with a {@link Kbd}. */
  children: ReactNode
  /** Control that the tooltip describes. The control must stay mounted as long as the tooltip. */
  trigger: RefObject<HTMLElement | null>
  /** Side of the control; the opposite side is used if space is missing. Default `top`. */
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/**
 * Tooltip of a control, shown after 400 ms of hover or immediately on keyboard focus (design guide §7). The body is lazy, because
 * overlay positioning is much code.
 */
export function Tooltip({ children, trigger, placement = 'top' }: TooltipProps) {
  const state = useTooltipTriggerState({ delay: 400, closeDelay: 80 })
  const id = useId()
  const [TooltipBody, requestModule] = useLazyModule(lazyTooltipBody)
  const open = useEffectEvent(state.open)
  const close = useEffectEvent(state.close)
  useEffect(() => {
    const element = trigger.current
    if (!element) return
    const controller = new AbortController()
    const listen = <T extends keyof HTMLElementEventMap>(type: T, to: (event: HTMLElementEventMap[T]) => void) =>
      element.addEventListener(type, to, controller)
    let isPointerOver = false
    // Not `pointerenter`, which also fires when an element above the control disappears under a resting pointer.
    listen('pointermove', ({ pointerType }) => {
      if (isPointerOver || pointerType === 'touch') return
      isPointerOver = true
      open()
    })
    listen('pointerleave', () => {
      isPointerOver = false
      close()
    })
    listen('focus', () => element.matches(':focus-visible') && open(true))
    for (const type of ['pointerdown', 'keydown', 'blur'] as const) listen(type, () => close(true))
    return () => controller.abort()
  }, [trigger])
  useEffect(() => {
    const element = trigger.current
    if (!state.isOpen || !element) return
    // Not `load`, because a failure needs no message. The next tooltip retries.
    requestModule('prefetch')
    const controller = new AbortController()
    // Escape closes only the tooltip, not the dialog around the control.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close(true)
    }
    document.addEventListener('keydown', onKeyDown, { signal: controller.signal, capture: true })
    const described = element.getAttribute('aria-describedby')
    element.setAttribute('aria-describedby', described ? `${described} ${id}` : id)
    return () => {
      controller.abort()
      if (described) element.setAttribute('aria-describedby', described)
      else element.removeAttribute('aria-describedby')
    }
  }, [trigger, state.isOpen, id, requestModule])
  return (
    TooltipBody && (
      <TooltipBody id={id} state={state} trigger={trigger} placement={placement}>
        {children}
      </TooltipBody>
    )
  )
}
